/** The gestures that make a table larger and smaller: two fingers, and the wheel with Ctrl. */
import { MOST, type Zoom } from './zoom.svelte';

function apart(touches: TouchList): number {
  const [a, b] = touches;
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}

function middle(touches: TouchList): number {
  const [a, b] = touches;
  return a && b ? (a.clientY + b.clientY) / 2 : 0;
}

/**
 * Two fingers on `felt` spread or pinch it and push it up and down. While they do, the content is only scaled; its rows are
 * made again when the fingers leave. Returns what ends it.
 */
export function pinch(felt: HTMLElement, zoom: Zoom): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let begun: { apart: number; factor: number; content: HTMLElement | null } | null = null;
  let last = 0;
  let wanted = 1;
  const start = (event: TouchEvent): void => {
    if (event.touches.length !== 2) return;
    begun = { apart: apart(event.touches), factor: zoom.factor, content: felt.querySelector('.content') };
    last = middle(event.touches);
    wanted = zoom.factor;
    const at = last - felt.getBoundingClientRect().top + felt.scrollTop;
    if (begun.content !== null) begun.content.style.transformOrigin = `50% ${at}px`;
  };
  const move = (event: TouchEvent): void => {
    if (begun === null || event.touches.length !== 2) return;
    event.preventDefault();
    wanted = Math.max(1, Math.min(MOST, (begun.factor * apart(event.touches)) / Math.max(1, begun.apart)));
    if (begun.content !== null) begun.content.style.scale = String(wanted / begun.factor);
    const now = middle(event.touches);
    felt.scrollTop += last - now;
    last = now;
  };
  const end = (event: TouchEvent): void => {
    if (begun === null || event.touches.length >= 2) return;
    if (begun.content !== null) begun.content.style.scale = '';
    begun = null;
    zoom.set(wanted);
  };
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    if (Math.abs(event.deltaY) >= 1) zoom.set(zoom.factor * Math.exp(-event.deltaY / 200));
  };
  felt.addEventListener('touchstart', start, { signal, passive: true });
  felt.addEventListener('touchmove', move, { signal, passive: false });
  felt.addEventListener('touchend', end, { signal });
  felt.addEventListener('touchcancel', end, { signal });
  felt.addEventListener('wheel', wheel, { signal, passive: false });
  return () => stop.abort();
}
