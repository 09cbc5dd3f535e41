/** A puzzle as an exercise of one turn. */
import type { Kind } from '../../board/tiles';
import type { PuzzleShown } from '../../gen/protocol';
import { analyse } from '../../net/api';
import { turnOf, type Exercise } from '../learn/turns';

/** `onplay` hears of the rack tiles that every legal play lays; hints tell which tiles, the solution is asked for. */
export function exerciseOf(
  { edition, position, tiles }: PuzzleShown,
  onplay: (played: readonly Kind[]) => void,
): Exercise {
  return {
    edition,
    turns: [turnOf({ position })],
    noDraw: { code: 'puzzle-draw' },
    hint: {
      most: 2,
      async ask({ position }) {
        const { plays } = await analyse({ edition: edition.id, position, wish: { asked: 'best' } });
        const { played = [], opening = [], table = [], steps = [] } = plays[0] ?? {};
        return { status: 'optimal', tiles: played.length, played, opening, table, steps, short: null };
      },
    },
    wrong: (_, played) => {
      onplay(played);
      // No other choice of rack tiles is as large: a player who lays so many lays the right ones.
      if (played.length === tiles) return null;
      return { code: 'puzzle-more', params: { count: tiles, laid: played.length } };
    },
  };
}
