/** What the Play button says: one label for the state of the turn, and the first problem it can point at. */
import type { Fault, Previewed, Snapshot } from '../../../gen/protocol';
import type { PageKey } from '../../../i18n/i18n.svelte';
import type { Params } from '../../../i18n/format';

export interface PlayState {
  readonly key: PageKey;
  readonly params: Params;
  readonly ready: boolean;
  /** Index of the first meld that is wrong, and the first fault, to say why. */
  readonly meld: number | null;
  readonly fault: Fault | null;
}

function label(
  key: PageKey,
  params: Params = {},
  ready = false,
  meld: number | null = null,
  fault: Fault | null = null,
): PlayState {
  return { key, params, ready, meld, fault };
}

/** Faults of the whole play come first only where no meld is wrong by itself. */
export function playState(state: Snapshot, placed: number, answer: Previewed | null, waitingFor: string): PlayState {
  if (state.you !== null && state.seats[state.you]?.resigned === true) return label('play-resigned');
  if (state.asking) return label('redeal-wait');
  if (state.turn === null || state.turn !== state.you) return label('play-wait', { name: waitingFor });
  if (placed === 0) return label('play-none');
  if (answer === null) return label('play-tiles', { count: placed }, true);
  const wrong = answer.melds.flatMap((meld, at) => (meld.legal ? [] : [at]));
  const first = wrong[0];
  if (first !== undefined) {
    const fault = answer.melds[first]?.violations[0] ?? answer.violations.find((one) => one.meld === first) ?? null;
    return label('play-fix', { count: wrong.length }, false, first, fault === null ? null : { ...fault, meld: first });
  }
  if (answer.legal) return label('play-tiles', { count: placed }, true);
  const fault = answer.violations[0] ?? null;
  if (answer.needed !== null && answer.points < answer.needed) {
    return label('play-points', { points: answer.points, needed: answer.needed }, false, fault?.meld ?? null, fault);
  }
  return label('play-blocked', {}, false, fault?.meld ?? null, fault);
}
