let office = "Head office";

/** Which office signs; set once when the program starts. */
export function signFrom(name: string): void {
  office = name;
}

export const signature = (): string => `<p>${office}</p>`;
