/** What a replay is made of: a server's answer, or a record from a file, which knows no times and no chat. */
import type { Replay, RowShown } from '../../../gen/protocol';

export interface Row {
  /** Milliseconds since the epoch; null where nobody kept the time. */
  readonly at: number | null;
  readonly events: RowShown['events'];
}

export type Source = Omit<Replay, 'rows'> & { readonly rows: readonly Row[] };

/** Turns that a replay shows at most; the longest game of 160 tiles has some 400. */
export const MOST_TURNS = 2_000;

/** Why something cannot be shown: a code of `replay.bad-CODE` and its parameters. */
export class Unreadable extends Error {
  constructor(
    readonly code: 'damaged' | 'not-a-record' | 'too-large' | 'too-long' | 'unknown-version',
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
  }
}
