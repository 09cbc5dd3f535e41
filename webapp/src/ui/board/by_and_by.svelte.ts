import { flushSync } from 'svelte';

/** Milliseconds that a page is made at a stretch; in between the browser can answer. */
const STRETCH = 50;

/**
 * How many of many things are made: none at first, then `step` more at a time, as many in one task as take no longer than
 * a `STRETCH`, and once `all` are there any number. `all` says how many there are, null before that is known. Call while a
 * component begins.
 */
export function byAndBy(all: () => number | null, step = 1): { readonly count: number } {
  let count = $state(0);
  $effect(() => {
    if (count === Infinity || all() === null) return;
    const next = setTimeout(() => {
      const end = performance.now() + STRETCH;
      while (count !== Infinity && performance.now() < end)
        flushSync(() => {
          count = count < (all() ?? 0) ? count + step : Infinity;
        });
    });
    return () => clearTimeout(next);
  });
  return {
    get count() {
      return count;
    },
  };
}
