/** A puzzle as an exercise of one turn. */
import type { Kind } from '../../board/tiles';
import type { PuzzleShown } from '../../gen/protocol';
import { turnOf, type Exercise } from '../learn/turns';

/** `onplay` hears of the rack tiles that every legal play lays. */
export function exerciseOf(
  { edition, position, tiles }: PuzzleShown,
  onplay: (played: readonly Kind[]) => void,
): Exercise {
  return {
    edition,
    turns: [turnOf({ position })],
    noDraw: { code: 'puzzle-draw' },
    wrong: (_, played) => {
      onplay(played);
      // No other choice of rack tiles is as large: a player who lays so many lays the right ones.
      if (played.length === tiles) return null;
      return { code: 'puzzle-more', params: { count: tiles, laid: played.length } };
    },
  };
}
