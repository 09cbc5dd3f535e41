/** The solver in the browser, in a worker of its own that is started by the first question. */
import kernel from 'virtual:kernel';
import type { Question } from './answers';
import type { Answer } from './solve';
import type { Budget, Objective } from './task';
import type { Answering, Asking } from './worker';

export type { Answer, Budget, Objective };

/** What a question may take where nothing is said: as long as the server takes. */
const IN_TIME: Partial<Budget> = { milliseconds: 2_000 };

let worker: Worker | undefined;
const waiting = new Map<number, (answers: readonly Answer[] | null) => void>();
let questions = 0;

/**
 * The best play in a position, a line of notation that is legal in the edition (an official one, by its id); the same
 * answer as the server's. null where only the server can tell: an edition or a position that is not solved here, house
 * rules, no kernel in this build or none that can be fetched.
 */
export async function solveHere(
  position: string,
  edition: string,
  objective: Objective,
  budget: Partial<Budget> = IN_TIME,
): Promise<Answer | null> {
  const found = await asked({ position, edition, objective, budget });
  return found?.[0] ?? null;
}

/** The best plays, best first, no two of which lay the same rack tiles: at most `count`, as many as there is time for.
 * One answer without a play where there is none. null as for `solveHere`. */
export function bestHere(
  position: string,
  edition: string,
  objective: Objective,
  count: number,
  budget: Partial<Budget> = IN_TIME,
): Promise<readonly Answer[] | null> {
  return asked({ position, edition, objective, count, budget });
}

/** Fetch what questions need, so that they can be answered when there is no connection any more. */
export function prepare(): void {
  void asked({ position: '', edition: 'original', objective: 'tiles' });
}

function asked(question: Question): Promise<readonly Answer[] | null> {
  if (kernel === null) return Promise.resolve(null);
  const asking: Asking = { id: (questions += 1), kernel, question };
  return new Promise((done) => {
    waiting.set(asking.id, done);
    worker ??= begun();
    worker.postMessage(asking);
  });
}

function begun(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'solver' });
  started.addEventListener('message', ({ data }: MessageEvent<Answering>) => finish(data.id, data.answers));
  started.addEventListener('error', () => {
    started.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) finish(id, null);
  });
  return started;
}

function finish(id: number, answers: readonly Answer[] | null): void {
  waiting.get(id)?.(answers);
  waiting.delete(id);
}
