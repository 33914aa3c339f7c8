import { render } from "./render";
import { signature } from "./signature";

export function welcome(name: string): string {
  return `${render("<h1>Welcome, {{name}}</h1>", { name })}\n${signature()}`;
}
