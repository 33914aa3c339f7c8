import { fullName, type Company } from "./company";

export function footer(company: Company): string {
  return [fullName(company), `Registered as ${company.number}`, `Address: ${company.address}`].join("\n");
}
