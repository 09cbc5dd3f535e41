/** A puzzle as an exercise of one turn. */
import type { PuzzleShown } from '../../gen/protocol';
import { turnOf, type Exercise } from '../learn/turns';

/** `onfail` hears of every legal play that lays too few tiles. */
export function exerciseOf({ edition, position, tiles }: PuzzleShown, onfail: () => void): Exercise {
  return {
    edition,
    turns: [turnOf({ position })],
    noDraw: { code: 'puzzle-draw' },
    wrong: (_, played) => {
      // No other choice of rack tiles is as large: whoever lays so many lays the right ones.
      if (played.length === tiles) return null;
      onfail();
      return { code: 'puzzle-more', params: { count: tiles, laid: played.length } };
    },
  };
}
