/** The camera in the browser: photographs are read in a worker of its own, which the first one starts; none leaves the device. */
import module from 'virtual:camera';
import weights from 'virtual:camera/weights';
import type { Rules } from './kernel';
import type { PhotoFault } from './photograph';
import type { Shot } from './reading';
import type { Answering, Asking, Photograph } from './worker';

export type { Photograph };

/** Whether this build has the reader. */
export const READS = module !== null && weights !== null;
/** Whether the browser may run it: one that is locked down runs no WebAssembly. */
const RUNS = 'WebAssembly' in globalThis && 'OffscreenCanvas' in globalThis;

let worker: Worker | undefined;
const waiting = new Map<number, (found: Answering['found']) => void>();
let photographs = 0;

/** What is on a photograph, or why it is not read. */
export function readPhotograph(file: Blob, shot: Shot, rules: Rules): Promise<Photograph | PhotoFault> {
  if (module === null || weights === null || !RUNS) return Promise.resolve('browser');
  const asking: Asking = { id: (photographs += 1), parts: { module, weights }, file, shot, rules };
  return new Promise((done) => {
    waiting.set(asking.id, done);
    worker ??= begun();
    worker.postMessage(asking);
  });
}

function begun(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'camera' });
  started.addEventListener('message', ({ data }: MessageEvent<Answering>) => finish(data.id, data.found));
  // its script could not be fetched
  started.addEventListener('error', () => {
    started.terminate();
    worker = undefined;
    for (const id of [...waiting.keys()]) finish(id, 'fetch');
  });
  return started;
}

function finish(id: number, found: Answering['found']): void {
  waiting.get(id)?.(found);
  waiting.delete(id);
}
