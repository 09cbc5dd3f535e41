/** The values of an edition that people change most, with their choices; the server validates what comes of it. */

export type Value = string | number | boolean | null;

export interface HouseRule {
  readonly key: string;
  /** In message keys, where a dot would be read as a level. */
  readonly name: string;
  readonly choices: readonly Value[];
}

function rule(key: string, choices: readonly Value[]): HouseRule {
  return { key, name: key.replaceAll('.', '-').replaceAll('_', '-'), choices };
}

export const HOUSE_RULES: readonly HouseRule[] = [
  rule('opening.amount', [0, 20, 25, 30, 40, 50]),
  rule('opening.table_use', ['same-turn', 'later-turn']),
  rule('opening.after_pool', ['required', 'waived']),
  rule('jokers.retrieval', ['rack-or-table', 'rack']),
  rule('jokers.sets', ['free', 'frozen']),
  rule('jokers.freed', ['any-set', 'new-set', 'rack-set']),
  rule('jokers.group_needs', ['one', 'both']),
  rule('jokers.penalty', [20, 25, 30, 50]),
  rule('deal.tiles', [7, 10, 14, 16]),
  rule('clock.unfinished', ['restore', 'keep-sets']),
  rule('clock.idle', ['draw-1', 'penalty']),
  rule('clock.penalty', [0, 1, 3]),
  rule('end.pool_empty', ['until-stuck', 'one-turn-each']),
];
