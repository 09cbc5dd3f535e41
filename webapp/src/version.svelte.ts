/**
 * Whether the server has a newer page than the one that is open. The page itself looks, since only pages that came over
 * HTTPS or from the own machine may have a service worker.
 */

/** Milliseconds: the shortest time between two looks, and the time after which an open page looks by itself. */
const PAUSE = 60_000;
const REGULAR = 30 * 60_000;
/** Milliseconds: the longest time a newer page is held back for its service worker. */
const HANDOVER = 60_000;

/** The hashed files a page begins with; another build has other names. */
function beginnings(page: Document): string {
  const files = page.querySelectorAll<HTMLElement>('script[type="module"][src], link[rel="stylesheet"]');
  return Array.from(files, (file) => file.getAttribute('src') ?? file.getAttribute('href')).join();
}

/**
 * Wait until the newer page's service worker has taken over, where there is one. A page that is loaded while they change
 * may never be answered: browsers hand its request to the old worker, and then stop that.
 */
async function handedOver(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update();
  const next = registration?.installing ?? registration?.waiting ?? registration?.active;
  if (!next || next.state === 'activated') return;
  await new Promise<void>((done) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated' || next.state === 'redundant') done();
    });
  });
}

const later = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time));

class Version {
  /** A newer page is there. */
  newer = $state(false);
  /** A part of this page could not be had. */
  lacking = $state(false);
  /** The reader is playing: nobody is asked to load a page now, least of all in their turn. */
  held = $state(false);
  readonly #own = beginnings(document);
  #looked = Date.now();

  /** Keep the page for times without a connection, and look for newer ones from now on. */
  watch(): void {
    if (!import.meta.env.PROD) return;
    void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
    document.addEventListener('visibilitychange', () => document.hidden || this.look());
    addEventListener('online', () => this.look());
    addEventListener('vite:preloadError', () => this.missing());
    setInterval(() => this.look(), REGULAR);
  }

  /** Look now; `soon` although it looked a moment ago, as when the server has just come back. */
  look(soon = false): void {
    if (!import.meta.env.PROD || this.newer || (!soon && Date.now() - this.#looked < PAUSE)) return;
    this.#looked = Date.now();
    void this.#compare().catch(() => undefined);
  }

  /** A part of this page is not there: perhaps the server has only a newer one. */
  missing(): void {
    this.lacking = true;
    this.look(true);
  }

  async #compare(): Promise<void> {
    const answer = await fetch('/', { cache: 'no-store' });
    const there = beginnings(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    if (!answer.ok || there === '' || there === this.#own) return;
    await Promise.race([handedOver().catch(() => undefined), later(HANDOVER)]);
    this.newer = true;
  }
}

export const version = new Version();
