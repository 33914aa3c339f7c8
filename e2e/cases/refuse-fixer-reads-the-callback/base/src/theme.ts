export function theme(dark: boolean): string {
  return `:root { --mark-colour: ${dark ? "#663" : "#ff9"}; }`;
}
