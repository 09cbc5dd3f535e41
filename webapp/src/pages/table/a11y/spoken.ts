/** What sets, tiles, notices and turns are called, for eyes and ears. */
import type { Meld } from '../../../board/draft';
import type { Snapshot } from '../../../gen/protocol';
import { locale, t } from '../../../i18n/i18n.svelte';
import { refusalText } from '../../../i18n/refusals';
import { faultText, meldText } from '../game/faults';
import type { Game } from '../game/game.svelte';
import type { Notice } from '../game/notice';
import { isShort, meldName } from '../game/meld_name';
import { tileName } from '../game/names';

/** "Set 3, run, red 5 to 8, 4 tiles, valid". Who knows the place of the meld says so, and need not look at all the others. */
export function setName(
  game: Game,
  meld: Meld,
  at = game.drafting.draft.findIndex((one) => one.id === meld.id),
): string {
  const shown = game.verdict(meld);
  const kinds = meld.tiles.map((id) => game.drafting.kindOf(id));
  const short = isShort(shown, kinds.length);
  const key =
    shown === undefined ? 'set-name' : shown.legal ? 'set-name-good' : short ? 'set-name-short' : 'set-name-bad';
  return t(key, {
    ...(short ? { count: 3 - kinds.length } : {}),
    set: at + 1,
    what: meldName(shown?.readings[0]?.kind ?? meld.kind, kinds, game.palette),
    tiles: t('tiles-count', { count: kinds.length }),
  });
}

export function noticeText(game: Game, notice: Notice): string {
  if (notice.fault !== null) {
    const at = notice.fault.meld;
    const meld = at === null ? undefined : game.drafting.draft[at];
    const shown = meld === undefined ? undefined : game.verdict(meld);
    if (at !== null && shown?.violations.some(({ code }) => code === notice.fault?.code))
      return meldText(shown, at, game.palette);
    return faultText(notice.fault, game.palette);
  }
  return notice.own ? locale.code('page', `notice-${notice.code}`) : refusalText(notice.code, notice.params);
}

/** What the player to move has to know. */
export function turnText(state: Snapshot): string {
  const { amount, comparison } = state.opening;
  const opening = comparison === 'more-than' ? 'turn-open-more' : 'turn-open';
  const turn = state.opened || amount === 0 ? t('turn-yours') : t(opening, { points: amount });
  return state.last_turn ? `${t('last-turn')} ${turn}` : turn;
}

/** "red 7", or "second red 7" where its twin stands before it. */
export function rackTileName(game: Game, at: number): string {
  const kinds = game.drafting.rack.map((id) => game.drafting.kindOf(id));
  const kind = kinds[at] ?? '';
  const tile = tileName(kind, game.palette);
  return kinds.indexOf(kind) < at ? t('tile-second', { tile }) : tile;
}
