/** The worker of the solver: it fetches the kernel when the first question needs it, and answers one after another. */
import { answers, understood, type Question } from './answers';
import { searchOf, type Search } from './kernel';
import type { Answer } from './solve';

export interface Asking {
  readonly id: number;
  /** Where the kernel lies. */
  readonly kernel: string;
  readonly question: Question;
}

export interface Answering {
  readonly id: number;
  /** null: the server has to be asked. */
  readonly answers: readonly Answer[] | null;
}

let loading: Promise<Search> | undefined;

addEventListener('message', ({ data }: MessageEvent<Asking>) => {
  void said(data).then((found) => postMessage({ id: data.id, answers: found } satisfies Answering));
});

async function said({ kernel, question }: Asking): Promise<readonly Answer[] | null> {
  const query = understood(question);
  if (query === null) return null;
  loading ??= load(kernel);
  const search = await loading.catch(() => null);
  if (search !== null) return answers(query, question, search);
  // there was no connection, or the browser compiles nothing: another question tries again
  loading = undefined;
  return null;
}

async function load(kernel: string): Promise<Search> {
  return searchOf(await WebAssembly.compileStreaming(fetch(kernel)));
}
