/** Asking the server over HTTP, and the session that it knows this browser by. */
import type { EditionFault, Problem } from '../gen/protocol';
import { closing } from './closing.svelte';

/** A refusal of the server, by code; `faults` are the single things wrong with house rules, `params` what else it says. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly faults: readonly EditionFault[] = [],
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
  }
}

/** Milliseconds: until a question that nobody answers counts as lost, and one that the server has to work for. */
const PATIENCE = 20_000;
export const LONG = 180_000;

/** Ask the server. Fails where no whole answer comes within `patience`: some lines die without a word. */
export function ask(path: string, init: RequestInit = {}, patience = PATIENCE): Promise<Response> {
  const late = new AbortController();
  setTimeout(() => late.abort(), patience);
  return fetch(path, { ...init, signal: late.signal });
}

export async function call<T>(path: string, init?: RequestInit, patience?: number): Promise<T> {
  let answer: Response;
  try {
    answer = await ask(path, init, patience);
  } catch {
    throw new Refusal('offline');
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body as T;
  const problem = body as Partial<Problem> | null;
  const code = problem?.code ?? (answer.ok ? 'offline' : `http-${answer.status}`);
  closing.hear(code, problem?.params ?? {});
  throw new Refusal(code, problem?.faults ?? [], problem?.params ?? {});
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

let session: Promise<unknown> | undefined;

/** The guest cookie; asked for once a page. */
export function ensureSession(): Promise<unknown> {
  session ??= post('/api/session', {}).catch((problem: unknown) => {
    session = undefined;
    throw problem;
  });
  return session;
}
