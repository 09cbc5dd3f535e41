/** First tries of puzzles, told to the server: at once, or with the next one where there is no connection. */
import { tellTry } from '../../net/api';
import { ensureSession, Refusal } from '../../net/http';
import { scores } from './scores.svelte';

let telling = false;

/** Nobody waits for it: what the server cannot hear now is told another time, what it refuses never. */
export async function tellTries(): Promise<void> {
  if (telling) return;
  telling = true;
  try {
    await ensureSession();
    for (const one of scores.untold) {
      await tellTry(one.edition, one.id, one.played).catch(unlessLater);
      scores.told(one);
    }
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
  } finally {
    telling = false;
  }
}

/** Passes over a refusal for good: a puzzle that is there no more. */
function unlessLater(problem: unknown): void {
  if (!(problem instanceof Refusal && problem.code.startsWith('unknown-'))) throw problem;
}
