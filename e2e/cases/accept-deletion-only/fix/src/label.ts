import { isAbroad, type Address } from "./address";

export function label(address: Address, home = "NO"): string[] {
  let lines = [address.name, address.street, address.city];
  if (isAbroad(address, home)) lines.push(address.country!.toUpperCase());
  return lines.map((line) => line.trim());
}
