/** The k best plays by Lawler's partition, as `solver/k_best.py` finds them. */
import { compared, costOf, takeFirst, type Cost } from './cost';
import { counted, less, listed, type Counts } from './counts';
import type { Search } from './kernel';
import type { Query } from './query';
import { KINDS } from './rules';
import { solve, type Answer } from './solve';
import type { Budget } from './task';

interface Waiting {
  readonly cost: Cost;
  readonly query: Query;
  readonly laid: Counts;
  readonly found: Answer;
}

/**
 * The best plays, best first, no two of which lay the same rack tiles; at most `count`. The budget is for each search;
 * once `late` says so, there are no more. Where the search of a part ended before its proof, a play that is worth no more
 * than what may be found there is `feasible`, with that as its bound.
 */
export function* bestPlays(
  query: Query,
  count: number,
  budget: Budget,
  search: Search,
  late: () => boolean = () => false,
): Generator<Answer> {
  const waiting: Waiting[] = [];
  const wait = (part: Query): number => {
    const found = solve(part, budget, search);
    if (found.play !== null) {
      const laid = counted(found.played.map((kind) => KINDS.indexOf(kind)));
      const left = listed(less(counted(query.layout.rack), laid));
      waiting.push({ cost: costOf(left, query.objective, query.rules), query: part, laid, found });
    }
    return found.status === 'optimal' || found.status === 'no-play' ? -1 : found.bound;
  };
  let doubt = wait(query);
  for (let given = 0; given < count; given += 1) {
    const next = takeFirst(waiting, ordered);
    if (next === undefined) return;
    const { found } = next;
    const worth = query.objective === 'value' ? found.value : found.tiles;
    yield worth > doubt ? found : { ...found, status: 'feasible', bound: doubt };
    if (given + 1 === count || late()) return;
    for (const part of parts(next)) doubt = Math.max(doubt, wait(part));
  }
}

function ordered(one: Waiting, other: Waiting): number {
  return compared(one.cost, other.cost) || comparedTexts(one.found.played, other.found.played);
}

function comparedTexts(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((text, index) => text !== other[index]);
  if (at < 0) return one.length - other.length;
  return other[at] === undefined || one[at]! > other[at] ? 1 : -1;
}

/** The questions whose plays together are all that the query allows but those that lay what was laid. */
function* parts({ query, laid }: Waiting): Generator<Query> {
  let { least, most } = query;
  for (const [kind, held] of query.most.entries()) {
    if (held === 0) continue;
    const here = laid[kind]!;
    if (here > least[kind]!) yield { ...query, least, most: most.with(kind, here - 1) };
    if (here < held) yield { ...query, least: least.with(kind, here + 1), most };
    least = least.with(kind, here);
    most = most.with(kind, here);
  }
}
