import { isAbroad, type Address } from "./address";

export function label(address: Address, home = "NO"): string[] {
  let lines = [address.name, address.street, address.city];
  if (isAbroad(address, home)) lines.push(address.country!.toUpperCase());
  lines = lines.map((line) => line.slice(0, 20));
  return lines.map((line) => line.trim());
}
