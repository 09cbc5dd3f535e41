/** Answers to what a player without eyes on the table asks: the rack, a set, the time, the others, the last turn. */
import { HOUR, left as words } from '../../../i18n/duration';
import { labelled, locale, t } from '../../../i18n/i18n.svelte';
import { overDays } from '../days/when';
import { faultText } from '../game/faults';
import type { Game } from '../game/game.svelte';
import { tileNames } from '../game/names';
import { setName } from './spoken';

export function rackText(game: Game): string {
  const { rack } = game.drafting;
  if (!game.seated) return t('watching');
  const names = tileNames(
    rack.map((id) => game.drafting.kindOf(id)),
    game.palette,
  );
  return labelled(t('rack-name', { count: rack.length }), names);
}

export function setText(game: Game, index: number): string {
  const { draft } = game.drafting;
  const meld = draft[index];
  if (meld === undefined) return t('set-none', { set: index + 1, count: draft.length });
  const kinds = meld.tiles.map((id) => game.drafting.kindOf(id));
  return labelled(setName(game, meld), tileNames(kinds, game.palette));
}

export function tableText(game: Game): string {
  const { draft } = game.drafting;
  return draft.length === 0 ? t('table-empty') : draft.map((meld) => setName(game, meld)).join('. ');
}

export function timeText(game: Game): string {
  const state = game.state;
  if (state?.turn == null) {
    if (state?.asking !== true) return t('game-over');
    return t(overDays(state) ? 'redeal-awaits' : 'redeal-soon');
  }
  const who = game.myTurn ? t('turn-yours') : t('turn-of', { name: game.seatName(state.turn) });
  if (state.pause !== null) return `${who}. ${t('pause-short')}`;
  if (state.deadline === null) return `${who}. ${t('no-limit')}`;
  const left = Math.max(0, Math.ceil((state.deadline - game.skew - Date.now()) / 1000));
  if (left > HOUR) return `${who}. ${t('time-left-long', { time: words(left, locale.language, 'long') })}`;
  return `${who}. ${t('time-left', { count: left })}`;
}

export function othersText(game: Game): string {
  const state = game.state;
  if (state === null) return '';
  const seats = state.seats.flatMap((seat, at) => {
    if (at === state.you) return [];
    const count = t('tiles-count', { count: seat.tiles });
    return [[game.seatName(at), count, ...(seat.opened ? [] : [t('not-opened')])].join(', ')];
  });
  return [...seats, state.pool === 0 ? t('pool-empty') : t('pool-count', { count: state.pool })].join('. ');
}

/** The last line of the log. */
export function lastText(game: Game): string {
  return game.lines.at(-1)?.text ?? t('log-empty');
}

/** Why the turn cannot be played as it lies. */
export function whyText(game: Game): string {
  const turn = game.state?.turn;
  const play = game.play(turn == null ? '' : game.seatName(turn));
  if (play === null) return '';
  const label = t(play.key, play.params);
  return play.fault === null ? label : `${label}. ${faultText(play.fault, game.palette)}`;
}
