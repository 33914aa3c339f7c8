import { Router } from "./router";

export const app = new Router()
  .on("/", () => "home")
  .on("/users", () => "users")
  .on("/users/:id", ({ id }) => `user ${id}`);
