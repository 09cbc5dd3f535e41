/** What finished games say together. */
import type { PastGame } from '../../gen/protocol';
import { HOUR } from '../../i18n/duration';

export type Outcome = 'won' | 'lost' | 'drawn';

export function outcome({ winners, you }: Pick<PastGame, 'winners' | 'you'>): Outcome {
  if (winners.length === 0) return 'drawn';
  return winners.includes(you) ? 'won' : 'lost';
}

export interface Figures {
  readonly games: number;
  readonly won: number;
  /** Points a game, and seconds a turn; null where there is nothing to divide by. */
  readonly points: number | null;
  readonly seconds: number | null;
}

/** Whether the reader's turns say how fast they play: not where these took hours or days, with the page closed. */
function atTheTable({ turns, seconds }: PastGame): boolean {
  return turns > 0 && seconds / turns <= HOUR;
}

export function figures(games: readonly PastGame[]): Figures {
  const timed = games.filter(atTheTable);
  const turns = timed.reduce((sum, game) => sum + game.turns, 0);
  return {
    games: games.length,
    won: games.filter((game) => outcome(game) === 'won').length,
    points: games.length === 0 ? null : sum(games.map((game) => game.scores[game.you]!)) / games.length,
    seconds: turns === 0 ? null : sum(timed.map((game) => game.seconds)) / turns,
  };
}

/** Against each level of computer players: games in which one of them sat there, and how many of these were won. */
export function againstLevels(games: readonly PastGame[]): { level: string; games: number; won: number }[] {
  const levels = [...new Set(games.flatMap((game) => game.levels))].filter((level) => level !== null);
  return levels.sort().map((level) => {
    const met = games.filter((game) => game.levels.includes(level));
    return { level, games: met.length, won: met.filter((game) => outcome(game) === 'won').length };
  });
}

/** The sum of the points after each game, the first game first. */
export function running(games: readonly PastGame[]): number[] {
  let total = 0;
  return games.toReversed().map((game) => (total += game.scores[game.you]!));
}

/** The seconds a turn in each game in which the reader had one, the first game first. */
export function paces(games: readonly PastGame[]): number[] {
  return games
    .toReversed()
    .filter(atTheTable)
    .map((game) => game.seconds / game.turns);
}

/** Which games are asked for: empty strings ask for all. */
export interface Wanted {
  readonly edition: string;
  readonly outcome: Outcome | '';
  readonly name: string;
}

export function wanted(games: readonly PastGame[], { edition, outcome: how, name }: Wanted): PastGame[] {
  const text = name.trim().toLocaleLowerCase();
  return games.filter(
    (game) =>
      (edition === '' || game.edition.id === edition) &&
      (how === '' || outcome(game) === how) &&
      (text === '' || game.names.some((one, seat) => seat !== game.you && one.toLocaleLowerCase().includes(text))),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
