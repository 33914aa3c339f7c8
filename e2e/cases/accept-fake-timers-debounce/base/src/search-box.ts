import { debounce } from "./debounce";

export function searchBox(search: (text: string) => void): (text: string) => void {
  const later = debounce(search, 200);
  return (text) => {
    const trimmed = text.trim();
    if (trimmed === "") later.cancel();
    else later(trimmed);
  };
}
