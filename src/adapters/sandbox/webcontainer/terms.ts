/** What a person must be told before this sandbox is chosen. Shown in the settings and written on receipts. */
export const WEBCONTAINER_TERMS = {
  name: "WebContainer (StackBlitz)",
  licence:
    "The client package @webcontainer/api is MIT-licensed. The runtime behind it is StackBlitz's own and not open source; by their terms, commercial use in production needs a licence of theirs (webcontainers.io/enterprise).",
  servers:
    "The runtime is loaded from StackBlitz's servers, and packages are fetched from the npm registry inside it. The repository's files stay in this browser, but without those servers this sandbox does not start.",
  key: "On other hosts than localhost StackBlitz asks for an API key, which is sent to them as client_id.",
  isolation: "It needs a cross-origin isolated page (or, in Chromium, an origin trial).",
  limits:
    "It is not the sandbox that attacks were tried against: it runs no canaries and freezes no intrinsics. Executable bits are not kept.",
} as const;
