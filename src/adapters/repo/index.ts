export { createGitStore } from "./git-store.ts";
export { parseRepoUrl } from "./parse-repo-url.ts";
export { createTokenVault } from "./token-vault.ts";
