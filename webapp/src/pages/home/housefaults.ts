/** Why a house rule cannot be, in the reader's language. */
import type { EditionFault } from '../../gen/protocol';
import { locale, t } from '../../i18n/i18n.svelte';

export function houseFault(fault: EditionFault): string {
  const where = locale.code('page', `house-${fault.key.replaceAll(/[._]/g, '-')}`, {}, fault.key);
  const params = { ...(fault.params as Record<string, string | number>), where };
  return locale.code('edition', `fault-${fault.code}`, params, t('house-wrong'));
}
