/** Addresses of a server as people type them. */

/** The host of a page that is open on the server's own machine. */
export const LOCAL = /^(localhost|127\.|\[::1\])/;

/** The address in typed text, such as `192.168.1.20` or `club.example:8000`; undefined for one that only this
 * computer reaches, and for what is none. */
export function addressIn(text: string, port: string): string | undefined {
  const named = /^https?:\/\//.test(text.trim()) ? text.trim() : `http://${text.trim()}`;
  const bare = !/:\d+\/?$/.test(named) && named.startsWith('http://') && port !== '';
  try {
    const url = new URL(bare ? named.replace(/\/?$/, `:${port}`) : named);
    return LOCAL.test(url.hostname) || url.hostname === '0.0.0.0' || url.pathname !== '/' ? undefined : url.origin;
  } catch {
    return undefined;
  }
}
