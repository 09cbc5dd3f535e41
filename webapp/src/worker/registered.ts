/** The service worker as the page asks for it: some browsers have none, and some fail where it is only asked for. */

/** Keep the page for times without a connection, where the browser does that. */
export async function register(): Promise<void> {
  try {
    navigator.serviceWorker?.addEventListener('controllerchange', again, { once: true });
    await navigator.serviceWorker?.register('/sw.js');
  } catch {
    // the page goes on without
  }
}

/** Texts that were read before there was a worker are asked for once more, so that it keeps them. */
function again(): void {
  const texts = `/assets/${document.documentElement.lang}-`;
  for (const { name } of performance.getEntriesByType('resource')) {
    if (name.includes(texts)) fetch(name).catch(() => undefined);
  }
}

/** The one that is registered; undefined for none. */
export async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch {
    return undefined;
  }
}
