/** Tells the style whether the hand that was seen last pressed with a pointer: then no ring follows what the page focuses. */
export function watchHand(root: HTMLElement): void {
  addEventListener('pointerdown', () => (root.dataset.pressed = ''), true);
  addEventListener('keydown', () => delete root.dataset.pressed, true);
}
