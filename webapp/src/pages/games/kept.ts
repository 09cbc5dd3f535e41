/** What this browser keeps of its guest: to take along, to take over, to forget. */
import type { BrowserKept } from '../../gen/protocol';
import { settings } from '../../settings.svelte';
import { device, tab } from '../../storage';
import { progress } from '../learn/progress.svelte';
import { scores } from '../puzzles/scores.svelte';

export function kept(): BrowserKept {
  const { rating, rated, first, days } = scores.kept;
  const puzzles = { rating, rated, first: { ...first }, days: [...days] };
  return { puzzles, settings: { ...settings.all }, lessons: [...progress.done] };
}

/** Join what another browser kept with what this one does; whether it could be stored. */
export function join({ puzzles, settings: given, lessons }: BrowserKept): boolean {
  settings.take(given);
  const counted = puzzles === null || scores.add(puzzles);
  return progress.add(lessons) && counted;
}

/** Forget everything this browser keeps for the site. */
export function forgetAll(): void {
  for (const shelf of [device, tab]) {
    for (const key of shelf.keys('')) shelf.forget(key);
  }
}
