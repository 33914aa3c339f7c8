const KEPT = "It is kept in memory once it has opened something, sent to that host alone, and gone on reload.";

/** The smallest scope with which what is typed can be read, in the host's own words. */
export function tokenHint(address: string): string {
  if (/gitlab/iu.test(address)) return `A project access token with "read_api" and "read_repository", nothing else. ${KEPT}`;
  if (address.trim() === "" || /github\.com/iu.test(address))
    return `A fine-grained token for this one repository with "Contents: read-only", nothing else. ${KEPT}`;
  return `A token that may read this one repository, nothing else. ${KEPT}`;
}
