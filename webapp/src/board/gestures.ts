/**
 * Pointer gestures on the board: taps, long presses and drags of one tile, several, or a whole meld. Knows elements only by
 * `data-tile-id` and `data-meld-id`; what a gesture means is the host's.
 */

import { settle, type Places } from './motion';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface GestureHost {
  /** Ids carried when a drag starts on this tile or on this meld's frame; none: no drag. */
  carry(tile: string | null, meld: string | null): readonly string[];
  tapTile(tile: string, extend: boolean, point: Point): void;
  /** The second tap on the same tile in a row. */
  doubleTap(tile: string): void;
  tapMeld(meld: string, point: Point): void;
  tapFelt(): void;
  tapRack(point: Point): void;
  /** A finger rests on a tile; false where that means nothing, so that it can still be a tap or a drag. */
  hold(tile: string): boolean;
  /** Width of a tile where the carried ones would land, for the ghost: 0 where they keep theirs, null beside the board. */
  over(tiles: readonly string[], point: Point): number | null;
  /** `from` is where the ghosts stood, for the tiles to glide from. */
  drop(tiles: readonly string[], point: Point, from: Places): void;
  cancel(): void;
}

/** CSS pixels a pointer may travel before a press becomes a drag. */
const THRESHOLD = { mouse: 6, pen: 8, touch: 12 };
const HOLD = 350;
/** A finger hides what it carries: the ghost rises above it, for sight alone. */
const LIFT = 44;
/** CSS pixels from the edge of what scrolls, and the milliseconds a pointer stays there until it does: who carries a tile
 * from the rack crosses it. */
const EDGE = 44;
const STAY = 200;
/** Degrees at most, and the milliseconds after which a pointer rests. */
const LEAN = 7;
const REST = 70;
/** From one carried tile to the next, in widths of a tile. */
const SPREAD = 1.04;

interface Press {
  readonly pointer: number;
  readonly touch: boolean;
  readonly threshold: number;
  readonly start: Point;
  readonly tile: string | null;
  readonly meld: string | null;
}

interface Drag {
  readonly tiles: readonly string[];
  readonly layer: HTMLElement;
  readonly ghosts: readonly { readonly id: string; readonly element: HTMLElement; readonly width: number }[];
  readonly grabbed: number;
}

export class Gestures {
  readonly #root: HTMLElement;
  readonly #scroller: () => HTMLElement | null;
  readonly #host: GestureHost;
  #press: Press | undefined;
  #drag: Drag | undefined;
  #point: Point = { x: 0, y: 0 };
  #holding: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  /** Since when the pointer is at an edge; null elsewhere. */
  #atEdge: number | null = null;
  /** Degrees that the carried tiles lean, as they would from the way they are pulled. */
  #lean = 0;
  #before = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #calm = false;
  #swallowClick = false;
  /** What the last press was on. */
  #pressed: Element | null = null;
  #tapped: string | null = null;
  readonly #stop = new AbortController();

  constructor(root: HTMLElement, scroller: () => HTMLElement | null, host: GestureHost) {
    this.#root = root;
    this.#scroller = scroller;
    this.#host = host;
    const { signal } = this.#stop;
    root.addEventListener('pointerdown', this.#down, { signal });
    root.addEventListener('click', this.#click, { signal });
    root.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    root.addEventListener(
      'contextmenu',
      (event) => {
        if (this.#press?.touch) event.preventDefault();
      },
      { signal },
    );
    // On the window: a tile that is taken from the page while it is dragged would lose a capture.
    addEventListener('pointermove', this.#move, { signal });
    addEventListener('pointerup', this.#up, { signal });
    addEventListener('pointercancel', this.#abort, { signal });
    addEventListener('pagehide', this.#abort, { signal });
    addEventListener('blur', this.#abort, { signal });
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || this.#drag === undefined) return;
        // what is carried is put back, and no more than that
        event.stopPropagation();
        this.#abort();
      },
      { signal, capture: true },
    );
    document.addEventListener('visibilitychange', this.#abort, { signal });
  }

  destroy(): void {
    this.#abort();
    this.#stop.abort();
  }

  get dragging(): boolean {
    return this.#drag !== undefined;
  }

  readonly #down = (event: PointerEvent): void => {
    // a second finger ends what the first began, and so does a press where the end of the one before was never told
    this.#abort();
    this.#swallowClick = false;
    if (!event.isPrimary || event.button !== 0) return;
    // what glides by is not what is meant, but what lies there
    settle(this.#root);
    this.#pressed = document.elementFromPoint(event.clientX, event.clientY);
    const { tile, meld } = named(this.#pressed);
    if (tile === null && meld === null) return;
    const type = event.pointerType as keyof typeof THRESHOLD;
    const start = { x: event.clientX, y: event.clientY };
    this.#point = start;
    this.#press = {
      pointer: event.pointerId,
      touch: type === 'touch',
      threshold: THRESHOLD[type] ?? THRESHOLD.mouse,
      start,
      tile,
      meld,
    };
    // a mouse has Shift for it, and many people press before they know where to drag
    if (tile !== null && type !== 'mouse') this.#holding = setTimeout(() => this.#held(tile), HOLD);
  };

  #held(tile: string): void {
    if (this.#press === undefined || this.#drag !== undefined || !this.#host.hold(tile)) return;
    this.#swallowClick = true;
    if (this.#press.touch) navigator.vibrate?.(10);
  }

  readonly #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (press === undefined || event.pointerId !== press.pointer) return;
    // let go where the page could not see it
    if (event.buttons === 0) return this.#abort();
    this.#point = { x: event.clientX, y: event.clientY };
    if (this.#drag === undefined) {
      const far = Math.hypot(this.#point.x - press.start.x, this.#point.y - press.start.y) > press.threshold;
      if (far) this.#begin(press);
    }
    if (this.#drag !== undefined && this.#frame === 0) this.#frame = requestAnimationFrame(this.#draw);
  };

  #begin(press: Press): void {
    clearTimeout(this.#holding);
    const tiles = this.#host.carry(press.tile, press.meld);
    if (tiles.length === 0) {
      this.#press = undefined;
      return;
    }
    const layer = document.createElement('div');
    layer.className = 'drag-layer';
    layer.ariaHidden = 'true';
    const ghosts = tiles.flatMap((id) => {
      const element = this.#root.querySelector<HTMLElement>(`[data-tile-id="${id}"]`);
      if (element === null) return [];
      const ghost = element.cloneNode(true) as HTMLElement;
      for (const name of ghost.getAttributeNames()) {
        if (name.startsWith('data-t') || name === 'id' || name === 'aria-label' || name === 'tabindex')
          ghost.removeAttribute(name);
      }
      ghost.inert = true;
      ghost.classList.add('ghost');
      layer.append(ghost);
      element.classList.add('carried');
      return [{ id, element: ghost, width: element.offsetWidth }];
    });
    document.body.append(layer);
    this.#calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#lean = 0;
    this.#before = this.#point.x;
    this.#swallowClick = true;
    this.#drag = { tiles, layer, ghosts, grabbed: Math.max(0, tiles.indexOf(press.tile ?? '')) };
  }

  readonly #draw = (): void => {
    this.#frame = 0;
    const drag = this.#drag;
    if (drag === undefined || this.#press === undefined) return;
    const { width } = this.#aim(drag.tiles);
    const ghost = this.#ghost();
    this.#leanOn();
    drag.ghosts.forEach(({ element, width: own }, at) => {
      const w = width > 0 ? width : own;
      const x =
        inWindow(ghost.x - drag.grabbed * w * SPREAD - w / 2, drag.ghosts.length * w * SPREAD) + at * w * SPREAD;
      element.style.setProperty('--w', `${w}px`);
      element.style.transform = `translate(${x}px, ${ghost.y - w * 0.67}px) rotate(${this.#lean}deg)`;
    });
    if (this.#scrollAtEdge(this.#point)) this.#frame = requestAnimationFrame(this.#draw);
  };

  /** A tile has weight: it leans against the way it goes, and hangs straight again once it rests. No frame is drawn for that alone. */
  #leanOn(): void {
    clearTimeout(this.#resting);
    const pull = this.#calm ? 0 : Math.max(-LEAN, Math.min(LEAN, (this.#before - this.#point.x) * 0.7));
    this.#before = this.#point.x;
    this.#lean += (pull - this.#lean) * 0.3;
    if (Math.abs(this.#lean) > 0.5) this.#resting = setTimeout(this.#draw, REST);
  }

  /** Where the ghost's middle is seen. */
  #ghost(): Point {
    return { x: this.#point.x, y: this.#point.y - (this.#press?.touch ? LIFT : 0) };
  }

  /** The point that decides, and the width of a tile there: the finger's; the ghost's, where the finger is beside the board. */
  #aim(tiles: readonly string[]): { readonly point: Point; readonly width: number } {
    const point = this.#point;
    const width = this.#host.over(tiles, point);
    if (width !== null) return { point, width };
    const ghost = this.#ghost();
    return { point: ghost, width: this.#host.over(tiles, ghost) ?? 0 };
  }

  /** Scroll a little where a pointer stays at an edge; whether to look again. */
  #scrollAtEdge({ y }: Point): boolean {
    const scroller = this.#scroller();
    if (scroller === null || scroller.scrollHeight <= scroller.clientHeight) return false;
    const { top, bottom } = scroller.getBoundingClientRect();
    const up = y > top - EDGE && y < top + EDGE;
    if (!up && (y < bottom - EDGE || y > bottom)) {
      this.#atEdge = null;
      return false;
    }
    this.#atEdge ??= performance.now();
    if (performance.now() - this.#atEdge < STAY) return true;
    const before = scroller.scrollTop;
    scroller.scrollTop += up ? -8 : 8;
    return scroller.scrollTop !== before;
  }

  readonly #up = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press?.pointer) return;
    const drag = this.#drag;
    this.#point = { x: event.clientX, y: event.clientY };
    const aim = drag === undefined ? null : this.#aim(drag.tiles).point;
    this.#clear();
    if (drag !== undefined && aim !== null) {
      const from: Places = new Map();
      for (const { element, id } of drag.ghosts) {
        const box = element.getBoundingClientRect();
        from.set(id, { x: box.x, y: box.y, width: box.width });
      }
      this.#host.drop(drag.tiles, aim, from);
      // once the board has looked where its tiles stand: the page need not be laid out twice for that
      queueMicrotask(() => this.#uncover(drag));
    }
  };

  readonly #abort = (): void => {
    const drag = this.#drag;
    this.#clear();
    if (drag !== undefined) {
      this.#uncover(drag);
      this.#host.cancel();
    }
  };

  #clear(): void {
    clearTimeout(this.#holding);
    clearTimeout(this.#resting);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#atEdge = null;
    this.#press = undefined;
    this.#drag = undefined;
  }

  #uncover(drag: Drag): void {
    drag.layer.remove();
    for (const element of this.#root.querySelectorAll('.carried')) element.classList.remove('carried');
  }

  /** Taps arrive as clicks, so that a keyboard's or a screen reader's activation is the same thing. */
  readonly #click = (event: MouseEvent): void => {
    const byPointer = event.detail > 0;
    if (byPointer && this.#swallowClick) {
      this.#swallowClick = false;
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (!(event.target instanceof Element)) return;
    // pressed in one element and let go in another, it is told of what holds them both
    const on =
      byPointer && this.#pressed !== null && event.target.contains(this.#pressed) ? this.#pressed : event.target;
    const { tile, meld } = named(on);
    const point = { x: event.clientX, y: event.clientY };
    const again = event.detail === 2 && tile === this.#tapped;
    this.#tapped = tile;
    if (tile !== null && again) this.#host.doubleTap(tile);
    else if (tile !== null) this.#host.tapTile(tile, event.shiftKey || event.ctrlKey || event.metaKey, point);
    else if (meld !== null) this.#host.tapMeld(meld, point);
    else if (on.closest('button') !== null) return;
    else if (on.closest('[data-felt]') !== null) this.#host.tapFelt();
    else if (on.closest('[data-rack]') !== null) this.#host.tapRack(point);
  };
}

/** The tile and the meld that an element belongs to. */
function named(element: Element | null): { readonly tile: string | null; readonly meld: string | null } {
  const { tileId = null } = element?.closest<HTMLElement>('[data-tile-id]')?.dataset ?? {};
  const { meldId = null } = element?.closest<HTMLElement>('[data-meld-id]')?.dataset ?? {};
  return { tile: tileId, meld: meldId };
}

/** Where a row of this length starts so that it stays in the window, as near to `x` as can be. */
function inWindow(x: number, length: number): number {
  return Math.max(4, Math.min(x, innerWidth - length - 4));
}
