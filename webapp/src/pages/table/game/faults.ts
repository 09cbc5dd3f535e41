/** The sentence for a fault or a refusal, in the reader's language. */
import type { Fault, MeldShown } from '../../../gen/protocol';
import type { Params } from '../../../i18n/format';
import { locale, t } from '../../../i18n/i18n.svelte';
import { tileName } from './names';

/** How the wire writes a tile. */
const TILE = /^([krby]\d+|[JDCM])$/;

/** What can stand in a sentence; tiles by their names. */
function plain(params: Readonly<Record<string, unknown>> | null, palette: readonly string[]): Params {
  const entries = Object.entries(params ?? {}).flatMap(([key, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[key, value]];
    return typeof value === 'string' ? [[key, TILE.test(value) ? tileName(value, palette) : value]] : [];
  });
  return Object.fromEntries(entries);
}

export function faultText(fault: Fault, palette: readonly string[]): string {
  const set = fault.meld === null ? '' : t('set-number', { set: fault.meld + 1 });
  const params = {
    ...plain(fault.params, palette),
    set,
    ...(fault.tile === null ? {} : { tile: tileName(fault.tile, palette) }),
  };
  const text = locale.code('violation', fault.code, params, t('fault-unknown'));
  return set === '' || text.includes(set) ? text : t('set-fault', { set, text });
}

/** What is wrong with a meld by itself, in a few words. */
export function flawText(shown: MeldShown | undefined): string {
  return locale.code('flaw', shown?.violations[0]?.code ?? '', {}, t('flaw-other'));
}
