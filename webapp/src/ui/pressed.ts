/**
 * Tells the style whether the hand that was seen last pressed with a pointer: then no ring follows what the page focuses.
 * It is told of what has the focus alone: of the root, every key after a press would style the whole page again.
 */
export function watchHand(): void {
  let pressed = false;
  const tell = (focused: EventTarget | null): void => {
    if (focused instanceof HTMLElement || focused instanceof SVGElement)
      focused.toggleAttribute('data-pressed', pressed);
  };
  const seen = (now: boolean) => (): void => {
    pressed = now;
    tell(document.activeElement);
  };
  addEventListener('pointerdown', seen(true), true);
  addEventListener('keydown', seen(false), true);
  addEventListener('focusin', ({ target }) => tell(target), true);
}
