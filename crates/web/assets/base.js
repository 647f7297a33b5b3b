// Addresses of the site. It may be in a folder of a web server, and that server may know nothing
// but files: then the addresses of pages end with slashes, and there is no other kind of server.

/** Address of the folder of the site. */
export const base = new URL("../../", import.meta.url);

/** Whether there is a server that plays, keeps games and computes. */
export const hasServer = !globalThis.document?.querySelector('meta[name="cairn-server"][content="none"]');

/**
 * Returns the address of a page of this site, such as `rules/nava`. Files have no colons in their
 * names, so that every system can keep them.
 * @param {string} path
 */
export function pageAddress(path) {
  return base.pathname + (hasServer ? path : `${path.replaceAll(":", "-")}/`);
}
