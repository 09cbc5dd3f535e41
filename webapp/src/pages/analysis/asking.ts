/** Where the answers of the analysis board come from: the server's solver; without a connection the page's own. */
import type { Analysed, Analysis } from '../../gen/protocol';
import { analyse } from '../../net/api';
import { Refusal } from '../../net/http';
import { bestHere, type Answer } from '../../solver/here';
import { readLayout } from '../../solver/layout';
import { rulesOf } from '../../solver/rules';

/** Milliseconds that the page's own solver may take, as the server's. */
const PATIENCE = 2_000;

/** The answer to a question. Throws the Refusal of the server or the solver. */
export async function answerTo(question: Analysis): Promise<Analysed> {
  try {
    return await analyse(question);
  } catch (reason) {
    const found = reason instanceof Refusal && reason.code === 'offline' ? await answerHere(question) : null;
    if (found === null) throw reason;
    return found;
  }
}

/** The best plays as the page finds them itself, without the steps to them; null where only the server can tell. */
async function answerHere({ position, edition, wish }: Analysis): Promise<Analysed | null> {
  const rules = rulesOf(edition ?? '');
  const layout = rules && readLayout(position, rules);
  if (!edition || !layout || wish.asked !== 'best') return null;
  const began = performance.now();
  const count = wish.count ?? 1;
  const found = await bestHere(position, edition, wish.objective ?? 'tiles', count, { milliseconds: PATIENCE });
  const [first] = found ?? [];
  if (first === undefined) return null;
  const ms = Math.round(performance.now() - began);
  return {
    asked: 'best',
    status: first.status === 'out-of-budget' ? 'unknown' : first.status,
    whole: found!.length === count || ms < PATIENCE,
    ms,
    unseen: layout.unseen,
    plays: found!.flatMap(shown),
    tiles: [],
    melds: [],
    waits: [],
  };
}

function shown({ status, play, played, tiles, value, bound }: Answer): Analysed['plays'] {
  if (play === null) return [];
  const { opening, table } = play;
  const proved = status === 'optimal' ? 'optimal' : 'feasible';
  return [
    { status: proved, played: [...played], tiles, value, bound, opening: [...opening], table: [...table], steps: [] },
  ];
}
