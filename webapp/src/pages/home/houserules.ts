/** The words of an edition that a table may change, with their choices; the server validates what comes of it. */

export type Value = string | number | boolean | null | Jokers;
/** How many jokers of each kind are in the box. */
export type Jokers = Readonly<Partial<Record<string, number>>>;

export interface HouseRule {
  readonly key: string;
  /** In message keys, where a dot would be read as a level. */
  readonly name: string;
  readonly choices: readonly Value[];
  /** Whether it matters only with this joker in the box. */
  readonly joker: string | null;
}

function rule(key: string, choices: readonly Value[], joker: string | null = null): HouseRule {
  return { key, name: key.replaceAll('.', '-').replaceAll('_', '-'), choices, joker };
}

export interface Section {
  readonly section: string;
  readonly rules: readonly HouseRule[];
}

/** The words by which points are counted, of an edition's `[end]`: all that a score sheet asks. */
export const COUNTED = ['exhausted', 'unopened', 'loss_cap', 'winner_bonus', 'tie'] as const;

/** The rules that mean something with these jokers, or of them those that say how points are counted. */
export function offered(jokers: Jokers, counted = false): Section[] {
  const keys = counted ? COUNTED.map((word) => `end.${word}`) : null;
  return HOUSE_RULES.map(({ section, rules }) => ({
    section,
    rules: rules.filter(
      ({ key, joker }) => (joker === null || (jokers[joker] ?? 0) > 0) && (keys?.includes(key) ?? true),
    ),
  })).filter(({ rules }) => rules.length > 0);
}

/** Whether a change is this choice: jokers are counted. */
export function same(one: Value | undefined, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * By section, in the order of the rules card. The tiles and the number of players make the edition: they stay. Of eight
 * jokers a box may hold other numbers of each kind.
 */
const HOUSE_RULES: readonly Section[] = [
  {
    section: 'tiles',
    rules: [
      rule(
        'tiles.jokers',
        [
          { J: 2, D: 2, C: 2, M: 2 },
          { J: 5, D: 1, C: 1, M: 1 },
        ],
        'D',
      ),
    ],
  },
  {
    section: 'deal',
    rules: [
      rule('deal.tiles', [7, 10, 14, 16]),
      rule('deal.joker_each', [true, false]),
      rule('deal.redeal', [null, 'all', 'own']),
    ],
  },
  {
    section: 'runs',
    rules: [rule('runs.past_last', [null, 'one'])],
  },
  {
    section: 'opening',
    rules: [
      rule('opening.amount', [0, 20, 25, 30, 40, 50]),
      rule('opening.comparison', ['at-least', 'more-than']),
      rule('opening.melds', ['several', 'one']),
      rule('opening.table_use', ['same-turn', 'later-turn']),
      rule('opening.after_pool', ['required', 'waived']),
      rule('opening.mirror_value', ['middle', 'zero'], 'M'),
    ],
  },
  {
    section: 'jokers',
    rules: [
      rule('jokers.retrieval', ['rack-or-table', 'rack']),
      rule('jokers.sets', ['free', 'frozen-until-replaced', 'frozen']),
      rule('jokers.freed', ['any-set', 'new-set', 'rack-set']),
      rule('jokers.group_needs', ['one', 'both']),
      rule('jokers.per_set', [null, 1, 2, 3]),
      rule('jokers.all_joker_melds', ['refused', 'allowed']),
      rule('jokers.penalty', [20, 25, 30, 50]),
      rule('jokers.double_needs', ['one', 'both'], 'D'),
      rule('jokers.two_colour_neighbours', ['different', 'free'], 'C'),
      rule('jokers.mirror_min_per_side', [1, 2, 3], 'M'),
      rule('jokers.mirror_group_most_per_side', [1, 2, 3, 4], 'M'),
      rule('jokers.mirror_group_colours', ['same', 'free'], 'M'),
      rule('jokers.mirror_run_colours', ['same', 'free'], 'M'),
    ],
  },
  {
    section: 'clock',
    rules: [
      rule('clock.finished', ['stands', 'draw-1', 'penalty']),
      rule('clock.unfinished', ['restore', 'keep-sets']),
      rule('clock.loose_joker', ['restore', 'rack']),
      rule('clock.idle', ['draw-1', 'penalty']),
      rule('clock.penalty', [0, 1, 3]),
    ],
  },
  {
    section: 'end',
    rules: [
      rule('end.pool_empty', ['until-stuck', 'one-turn-each']),
      rule('end.pass_when_able', ['allowed', 'refused']),
      rule('end.exhausted', ['difference', 'full-rack', 'winner-result']),
      rule('end.unopened', [null, 50, 100]),
      rule('end.loss_cap', [null, 25, 50, 100]),
      rule('end.winner_bonus', [null, 10, 25, 50]),
      rule('end.tie', ['fewest-tiles-then-shared', 'shared']),
    ],
  },
  {
    section: 'match',
    rules: [
      rule('match.games_per_round', [null, 'players', 2, 3, 4, 6]),
      rule('match.winner', ['points', 'games-then-points']),
    ],
  },
];
