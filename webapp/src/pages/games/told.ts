/** Browsers and games in words. */
import type { LastGame } from '../../gen/protocol';
import { locale, t } from '../../i18n/i18n.svelte';
import { ago } from '../home/ago';
import { editionName } from '../rules/names';

/** A browser by what is known of it. */
export function deviceName({ browser, system }: { readonly browser: string; readonly system: string }): string {
  if (browser !== '' && system !== '') return t('device', { browser, system });
  return browser || system || t('device-unknown');
}

/** Whose games they are, what they played last and when, as a sentence's parameters. */
export function whose({ name, edition, others, at }: LastGame): { name: string; game: string; when: string } {
  const names = new Intl.ListFormat(locale.language, { type: 'conjunction' }).format(others);
  const one = editionName(edition);
  const game = others.length === 0 ? one : t('game-with', { edition: one, names });
  return { name, game, when: ago(at, Date.now(), locale.language) };
}

/** The hour and minute of a time. */
export function clock(time: number): string {
  return new Intl.DateTimeFormat(locale.region, { timeStyle: 'short' }).format(time);
}

/** A code in two halves, so that it is read and compared easily. */
export function halves(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
