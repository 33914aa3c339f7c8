export interface Company {
  readonly name: string;
  readonly number: string;
  readonly address: string;
}

export function fullName(company: Company, form = "Ltd"): string {
  return company.name.endsWith(form) ? company.name : `${company.name} ${form}`;
}
