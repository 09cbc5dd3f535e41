/** The solver in the browser, in a worker of its own that is started by the first question. */
import kernel from 'virtual:kernel';
import type { Answer } from './solve';
import type { Budget, Objective } from './task';
import type { Answering, Asking } from './worker';

export type { Answer, Budget, Objective };

/** Milliseconds a question may take where nothing is said. */
const PATIENCE = 2_000;

let worker: Worker | undefined;
const waiting = new Map<number, (answer: Answer | null) => void>();
let asked = 0;

/**
 * The best play in a position, a line of notation that is legal in the edition; the same answer as the server's. null
 * where only the server can tell: an edition or a position that is not solved here, house rules, no kernel in this build
 * or none that can be fetched.
 */
export function solveHere(
  position: string,
  edition: string,
  objective: Objective,
  budget: Partial<Budget> = { milliseconds: PATIENCE },
): Promise<Answer | null> {
  if (kernel === null) return Promise.resolve(null);
  const asking: Asking = { id: (asked += 1), kernel, question: { position, edition, objective, budget } };
  return new Promise((done) => {
    waiting.set(asking.id, done);
    worker ??= begun();
    worker.postMessage(asking);
  });
}

function begun(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'solver' });
  started.addEventListener('message', ({ data }: MessageEvent<Answering>) => finish(data.id, data.answer));
  started.addEventListener('error', () => {
    started.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) finish(id, null);
  });
  return started;
}

function finish(id: number, answer: Answer | null): void {
  waiting.get(id)?.(answer);
  waiting.delete(id);
}
