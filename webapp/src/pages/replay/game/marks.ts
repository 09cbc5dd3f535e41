/** Moments worth a look: a better play that was missed, a chance to go out, a joker spent early. */
import type { TurnAnalysed } from '../../../gen/protocol';
import type { Moment } from './moments';
import { jokersLaid } from './steps';

export interface Mark {
  readonly kind: 'missed' | 'out' | 'joker';
  /** Index of the moment. */
  readonly at: number;
  readonly seat: number;
  readonly laid: number;
  readonly best: number;
}

/** Tiles left on a rack from which on a joker that is not needed to open counts as spent early. */
const EARLY = 4;

/** The analysed turns by the index of their moment. */
export function byMoment(
  moments: readonly Moment[],
  turns: readonly TurnAnalysed[] | null,
): ReadonlyMap<number, TurnAnalysed> {
  const found = new Map<number, TurnAnalysed>();
  for (const [at, { turn }] of moments.entries()) {
    const analysed = turn === 0 ? undefined : turns?.[turn - 1];
    if (analysed !== undefined) found.set(at, analysed);
  }
  return found;
}

export function marksOf(moments: readonly Moment[], analysed: ReadonlyMap<number, TurnAnalysed>): Mark[] {
  return moments.flatMap((moment, at): Mark[] => {
    const { seat, event } = moment;
    if (seat === null) return [];
    const review = analysed.get(at)?.review;
    const laid = event?.t === 'played' || event?.t === 'timed-out' ? event.played.length : 0;
    const best = review?.best ?? laid;
    const mark = { at, seat, laid, best };
    const out = review !== undefined && review.played.length === review.rack.length && best > laid;
    if (out) return [{ kind: 'out', ...mark }];
    const early =
      jokersLaid(moment) > 0 && (moment.tiles[seat] ?? 0) >= EARLY && event?.t === 'played' && !event.opened;
    return [
      ...(best > laid ? [{ kind: 'missed' as const, ...mark }] : []),
      ...(early ? [{ kind: 'joker' as const, ...mark }] : []),
    ];
  });
}
