/** What was laid in finished games, beside the best plays there were. */
import type { TurnReviewed } from '../../gen/protocol';

/** Of one game: tiles laid and tiles that could be laid, the turns, and those in which more could be laid. */
export interface Missed {
  readonly laid: number;
  readonly best: number;
  readonly turns: number;
  readonly short: number;
}

export function missedIn(turns: readonly Pick<TurnReviewed, 'laid' | 'best'>[]): Missed {
  return {
    laid: turns.reduce((sum, turn) => sum + turn.laid.length, 0),
    best: turns.reduce((sum, turn) => sum + turn.best, 0),
    turns: turns.length,
    short: turns.filter((turn) => turn.best > turn.laid.length).length,
  };
}

/** The same of several games together. */
export function together(games: readonly Missed[]): Missed {
  return games.reduce(
    (sum, one) => ({
      laid: sum.laid + one.laid,
      best: sum.best + one.best,
      turns: sum.turns + one.turns,
      short: sum.short + one.short,
    }),
    { laid: 0, best: 0, turns: 0, short: 0 },
  );
}
