export { commitMessageWith, pullRequestText, type PullRequestInput, type PullRequestText } from "./pull-request-text.ts";
