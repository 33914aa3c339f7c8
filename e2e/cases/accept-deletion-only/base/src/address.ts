export interface Address {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly country?: string;
}

export function isAbroad(address: Address, home: string): boolean {
  return address.country !== undefined && address.country !== home;
}
