/** What the status line says in the place of whose turn it is. */
import type { Fault } from '../../../gen/protocol';

/** What the status line says: a code and its parameters; the text is made where it is shown. */
export interface Notice {
  readonly code: string;
  /** A word of the page's own, not of the server. */
  readonly own: boolean;
  readonly params: Readonly<Record<string, unknown>>;
  readonly fault: Fault | null;
  readonly bad: boolean;
}

/** A friendly word of the page itself. */
export function hint(
  code:
    | 'draft-lost'
    | 'table-stays'
    | 'play-nothing'
    | 'table-locked'
    | 'fits-nowhere'
    | 'fits-several'
    | 'taken-back'
    | `joker-${'D' | 'C' | 'M'}`,
): Notice {
  return { code, own: true, params: {}, fault: null, bad: false };
}
