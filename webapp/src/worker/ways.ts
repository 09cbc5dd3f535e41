/** How the service worker treats a request: everything that is not the page itself goes its way untouched. */

/** `page`: an address of the page, asked of the server first. `kept`: a file of this build, from the cache. */
export type Way = 'page' | 'kept' | 'untouched';

interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

export function wayOf(request: Asked, origin: string, files: readonly string[]): Way {
  const { origin: asked, pathname } = new URL(request.url);
  if (request.method !== 'GET' || asked !== origin) return 'untouched';
  if (/^\/(api|site|healthz|readyz|metrics)(\/|$)/.test(pathname) || pathname === '/sw.js') return 'untouched';
  if (request.mode === 'navigate') return 'page';
  return pathname.startsWith('/assets/') || (pathname !== '/' && files.includes(pathname)) ? 'kept' : 'untouched';
}
