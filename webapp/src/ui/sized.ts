import type { Attachment } from 'svelte/attachments';

type Hear = (width: number, height: number) => void;

/** Whose size is told in the next frame. */
const waiting = new Map<HTMLElement, Hear>();

/** All sizes are read before any is told, so that the page is laid out once for all of them. */
function tell(): void {
  const sizes = [...waiting].map(
    ([{ clientWidth, clientHeight }, hear]) =>
      () =>
        hear(clientWidth, clientHeight),
  );
  waiting.clear();
  for (const told of sizes) told();
}

/**
 * Tells the inner size of an element, in CSS pixels, before it is first seen and after each change. In the next frame: to
 * read a size while a page is made lays it out half made; and what is laid out again may change another size, and Firefox
 * and WebKit call a size that changes while sizes are told an error.
 */
export function sized(hear: Hear): Attachment<HTMLElement> {
  return (element) => {
    const ask = (): void => {
      if (waiting.size === 0) requestAnimationFrame(tell);
      waiting.set(element, hear);
    };
    const observer = new ResizeObserver(ask);
    observer.observe(element);
    ask();
    return () => {
      observer.disconnect();
      waiting.delete(element);
    };
  };
}
