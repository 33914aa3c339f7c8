import { fullName, type Company } from "./company";

export function footer(company: Company): string {
  return [fullName(company), `Address: ${company.address}`, `Registered as ${company.number}`].join("\n");
}
