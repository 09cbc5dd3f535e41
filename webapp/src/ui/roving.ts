/** One tab stop for a toolbar: the arrow keys lead from button to button, Home and End to its ends. */
const BUTTONS = 'button, select';

export function roving(bar: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let current: Element | null = null;

  const buttons = (): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>(BUTTONS)];
  const usable = (): HTMLElement[] => buttons().filter((button) => !button.matches(':disabled'));

  function mark(): void {
    const open = usable();
    const stays = open.find((button) => button === current) ?? open[0];
    for (const button of buttons()) button.tabIndex = button === stays ? 0 : -1;
  }

  bar.addEventListener(
    'focusin',
    (event) => {
      current = event.target instanceof Element ? event.target.closest(BUTTONS) : null;
      mark();
    },
    { signal },
  );
  bar.addEventListener(
    'keydown',
    (event) => {
      const open = usable();
      const at = open.findIndex((button) => button === event.target);
      const on = getComputedStyle(bar).direction === 'rtl' ? -1 : 1;
      const to = { ArrowLeft: at - on, ArrowRight: at + on, Home: 0, End: open.length - 1 }[event.key];
      if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      open[(to + open.length) % open.length]?.focus();
    },
    { signal },
  );
  const watch = new MutationObserver(mark);
  watch.observe(bar, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  mark();
  return () => {
    watch.disconnect();
    stop.abort();
  };
}
