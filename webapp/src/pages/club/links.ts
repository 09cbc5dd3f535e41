/** Links of events, as people paste them. */

/** The event and the key in a link, `https://…/e/ID#KEY`; null for what is none. */
export function linkOf(text: string): { readonly event: string; readonly key: string } | null {
  const found = /\/e\/(?<event>[^/#?\s]+)[^#\s]*#(?<key>[^\s]+)/.exec(text.trim())?.groups;
  return found?.event === undefined || found.key === undefined
    ? null
    : { event: found.event, key: decodeURIComponent(found.key) };
}
