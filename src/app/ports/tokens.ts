/** Tokens that are kept beyond a reload, if a person asks for it. What is in memory alone never comes here. */
import type { Result } from "../../core/result.ts";

export interface TokenVault {
  /** Hosts that a token is kept for. */
  hosts(): Promise<readonly string[]>;
  /** Encrypts and keeps; replaces what was kept for this host. */
  keep(host: string, token: string, passphrase: string): Promise<void>;
  unlock(host: string, passphrase: string): Promise<Result<string, UnlockError>>;
  forget(host: string): Promise<void>;
}

export interface UnlockError {
  /** A wrong passphrase and changed bytes can't be told apart: the tag fits or it doesn't. */
  readonly kind: "nothing-kept" | "does-not-open";
}
