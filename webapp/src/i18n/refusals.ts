import { locale, t } from './i18n.svelte';
import type { Params } from './format';

/** The sentence for a code with which the server refused something. */
export function refusalText(code: string, params: Readonly<Record<string, unknown>> = {}): string {
  const plain = Object.entries(params)
    .filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]))
    .map(([name, value]) => [name, name === 'until' ? moment(Number(value)) : value] as const);
  return locale.code('page', `refused-${code}`, Object.fromEntries(plain) satisfies Params, t('refused'));
}

/** The day, hour and minute of a time. */
function moment(time: number): string {
  return new Intl.DateTimeFormat(locale.region, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
