/** Tiles glide between any two pictures of a board. */
import { tick, untrack } from 'svelte';
import { glide, places, type Places } from '../../board/motion';

interface Way {
  /** Where tiles were let go in mid-air; asked once for each picture. */
  readonly flight?: () => Places;
  /** Adds to where tiles come from. */
  readonly arrivals?: (from: Places) => void;
  /** Milliseconds, where it is not the usual time. */
  readonly duration?: () => number | null;
  /** The new picture is there. */
  readonly done?: () => void;
}

/** Glide whenever the picture of the board in `root` changes; `picture` reads what makes it. Call while a component begins. */
export function gliding(root: () => HTMLElement | null | undefined, picture: () => unknown, way: Way = {}): void {
  let before: Places = new Map();
  let shown: HTMLElement | null | undefined;
  $effect.pre(() => {
    picture();
    const board = root();
    // on a board that has just come nothing was seen yet
    if (board && board === shown) before = places(board);
    shown = board;
  });
  $effect(() => {
    picture();
    const dropped = way.flight?.();
    const from = new Map([...before, ...(dropped ?? [])]);
    untrack(() => way.arrivals?.(from));
    void tick().then(() => {
      const board = root();
      if (!board) return;
      glide(board, from, way.duration?.() ?? undefined, dropped);
      way.done?.();
    });
  });
}
