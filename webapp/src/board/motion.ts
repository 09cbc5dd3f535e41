/** Tiles glide from where they were to where they are, by id, whatever became of their elements in between. */

export type Places = Map<string, { readonly x: number; readonly y: number; readonly width: number }>;

/** Milliseconds and curve of a glide, as in the look (`--time-glide`, `--ease-glide`). */
export const GLIDE = { duration: 190, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)' };
/** The curve of what was dragged, as in the look (`--ease-snap`). */
export const SNAP = 'cubic-bezier(0.3, 1.5, 0.5, 1)';
/** What the last glide set going. */
let running: readonly Animation[] = [];

function tilesIn(root: HTMLElement): NodeListOf<HTMLElement> {
  return root.querySelectorAll<HTMLElement>('[data-tile-id]');
}

/** Everything is where it goes to, at once. */
export function settle(root: HTMLElement): void {
  for (const element of root.querySelectorAll('[data-tile-id], [data-meld-id]')) {
    // a mark that fades goes on
    for (const animation of element.getAnimations()) if (!(animation instanceof CSSAnimation)) animation.finish();
  }
}

export function places(root: HTMLElement): Places {
  const found: Places = new Map();
  for (const element of tilesIn(root)) {
    const box = element.getBoundingClientRect();
    found.set(element.dataset.tileId ?? '', { x: box.x, y: box.y, width: box.width });
  }
  return found;
}

/**
 * `duration` in milliseconds. A tile that still glides goes on from where it is. Those `let go` of snap into their places:
 * they go a little too far and come back.
 */
export function glide(root: HTMLElement, before: Places, duration = GLIDE.duration, letGo?: Places): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // what is under way would be measured as the place to go to
  for (const animation of running) animation.cancel();
  const moves = [...tilesIn(root)].flatMap((element) => {
    const from = before.get(element.dataset.tileId ?? '');
    if (from === undefined) return [];
    const to = element.getBoundingClientRect();
    const dx = from.x - to.x;
    const dy = from.y - to.y;
    const easing = letGo?.get(element.dataset.tileId ?? '') === from ? SNAP : GLIDE.easing;
    return Math.abs(dx) + Math.abs(dy) < 1 || to.width === 0
      ? []
      : [{ element, dx, dy, scale: from.width / to.width, easing, transformOrigin: corner(element) }];
  });
  running = moves.map(({ element, dx, dy, scale, easing, transformOrigin }) =>
    element.animate(
      [
        { translate: `${dx}px ${dy}px`, scale: String(scale), transformOrigin, zIndex: 3 },
        { translate: '0 0', scale: '1', transformOrigin, zIndex: 3 },
      ],
      { duration, easing },
    ),
  );
}

/** Where the transform of an element puts its corner, which `places` names: from there it grows without leaving its way. */
function corner(element: HTMLElement): string {
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  return `${e}px ${f}px`;
}
