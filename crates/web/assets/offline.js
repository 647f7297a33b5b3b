// Lets the site be used without a network, where the browser can: registers the service worker,
// and tells it which version this page is of.

/** Folder of the site, such as `/`. */
const base = new URL("../../", import.meta.url);
/** The version of this page, from the address of this file. */
const version = import.meta.url.split("/").at(-2);

const { serviceWorker } = navigator;

async function register() {
  try {
    await serviceWorker.register(new URL("service-worker.js", base), {
      scope: base.pathname,
      updateViaCache: "none",
    });
  } catch {
    // A browser may forbid it; the site works with a network then.
  }
}

// Somebody who saves data would not want to fetch what may never be needed.
const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
if (serviceWorker && !connection?.saveData) {
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data === "version?") ports[0]?.postMessage(version);
  });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
