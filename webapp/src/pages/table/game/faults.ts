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

/** `again`: which meld it is has been said. */
export function faultText(fault: Fault, palette: readonly string[], again = false): string {
  const set = fault.meld === null ? '' : t('set-number', { set: fault.meld + 1 });
  const params = {
    ...plain(fault.params, palette),
    set,
    ...(fault.tile === null ? {} : { tile: tileName(fault.tile, palette) }),
  };
  const text = locale.code('violation', fault.code, params, t('fault-unknown'));
  return again || set === '' || text.includes(set) ? text : t('set-fault', { set, text });
}

/** All that is wrong with the meld at place `at` of the draft. */
export function meldText({ violations }: MeldShown, at: number, palette: readonly string[]): string {
  const texts = violations.map((fault, number) => faultText({ ...fault, meld: at }, palette, number > 0));
  return [...new Set(texts)].join(' ');
}

/** What is wrong with a meld by itself, in a few words; tiles of several colours are no run, whatever is between them. */
export function flawText(shown: MeldShown | undefined): string {
  const fault = shown?.violations.find(({ code }) => code === 'run-colours') ?? shown?.violations[0];
  return locale.code('flaw', fault?.code ?? '', {}, t('flaw-other'));
}
