/** The worker of the solver: it fetches the kernel when the first question needs it, and answers one after another. */
import { searchOf, type Search } from './kernel';
import { solve, understood, type Answer, type Question } from './solve';

export interface Asking {
  readonly id: number;
  /** Where the kernel lies. */
  readonly kernel: string;
  readonly question: Question;
}

export interface Answering {
  readonly id: number;
  /** null: the server has to be asked. */
  readonly answer: Answer | null;
}

let loading: Promise<Search> | undefined;

addEventListener('message', ({ data }: MessageEvent<Asking>) => {
  void answer(data).then((said) => postMessage({ id: data.id, answer: said } satisfies Answering));
});

async function answer({ kernel, question }: Asking): Promise<Answer | null> {
  const asked = understood(question);
  if (asked === null) return null;
  loading ??= load(kernel);
  const search = await loading.catch(() => null);
  if (search !== null) return solve(asked, search);
  // there was no line, or the browser compiles nothing: another question tries again
  loading = undefined;
  return null;
}

async function load(kernel: string): Promise<Search> {
  return searchOf(await WebAssembly.compileStreaming(fetch(kernel)));
}
