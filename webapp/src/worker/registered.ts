/** The service worker as the page asks for it: some browsers have none, and some fail where it is only asked for. */

/** Keep the page for times without a connection, where the browser does that. */
export async function register(): Promise<void> {
  try {
    await navigator.serviceWorker?.register('/sw.js');
  } catch {
    // the page goes on without
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
