/** `node:module`: `createRequire` is the sandbox's own loader; hooks do nothing. */
import { BUILTINS } from "../../sandbox-host/resolver.ts";
import { realm } from "../realm.ts";

export const builtinModules = [...BUILTINS];
export const isBuiltin = (spec: string): boolean => spec.startsWith("node:") || BUILTINS.has(spec);
export const createRequire = (from: string | URL): unknown => {
  const create = realm["createRequire"] as ((from: string | URL) => unknown) | undefined;
  return create === undefined ? () => undefined : create(from);
};
export const register = (): void => undefined;
export const registerHooks = (): { deregister(): void } => ({ deregister: () => undefined });
export const findPackageJSON = (): undefined => undefined;
export const syncBuiltinESMExports = (): void => undefined;
export const enableCompileCache = (): void => undefined;

export class Module {
  static builtinModules = builtinModules;
  static isBuiltin = isBuiltin;
  static createRequire = createRequire;
  static _extensions = {};
  static _cache = {};
  static _resolveFilename(spec: string): string {
    return spec;
  }
  static _load(spec: string): unknown {
    return (createRequire("/repo/x.js") as (spec: string) => unknown)(spec);
  }
}
export default Object.assign(Module, { Module, register, registerHooks, findPackageJSON, syncBuiltinESMExports });
