import type { Attachment } from 'svelte/attachments';

/**
 * Tells the inner size of an element, in CSS pixels, now and after each change. A frame later: what is laid out again may
 * change another size, and Firefox and WebKit call a size that changes while sizes are told an error.
 */
export function sized(hear: (width: number, height: number) => void): Attachment<HTMLElement> {
  return (element) => {
    let frame = 0;
    const tell = (): void => hear(element.clientWidth, element.clientHeight);
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(tell);
    });
    observer.observe(element);
    tell();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  };
}
