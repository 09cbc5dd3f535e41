/** Undo and redo over immutable values. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Steps kept; a turn has far fewer. */
const DEPTH = 200;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [] };
}

export function push<T>(history: History<T>, next: T): History<T> {
  return { past: [...history.past.slice(1 - DEPTH), history.present], present: next, future: [] };
}

export function replace<T>(history: History<T>, present: T): History<T> {
  return { ...history, present };
}

export function undo<T>(history: History<T>): History<T> {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future: rest };
}
