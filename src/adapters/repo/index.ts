export { createGitStore, type GitStoreOptions } from "./git-store.ts";
export { parseRepoUrl, type RepoUrlOptions } from "./parse-repo-url.ts";
export { linkWorker, type WorkerLink } from "./worker-link.ts";
