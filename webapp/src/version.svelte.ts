/**
 * Whether the server has a newer page than the one that is open. The page itself looks, since only pages that came over
 * HTTPS or from the own machine may have a service worker.
 */
import { register, registered } from './worker/registered';

/** Milliseconds: the shortest time between two looks, and the time after which an open page looks by itself. */
const PAUSE = 60_000;
const REGULAR = 30 * 60_000;

/** The hashed files a page begins with; another build has other names. */
function beginnings(page: Document): string {
  const files = page.querySelectorAll<HTMLElement>('script[type="module"][src], link[rel="stylesheet"]');
  return Array.from(files, (file) => file.getAttribute('src') ?? file.getAttribute('href')).join();
}

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
    // what is kept for later waits until the page is seen
    requestAnimationFrame(() => setTimeout(() => void register()));
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
    this.newer = true;
    await (await registered())?.update();
  }
}

export const version = new Version();
