import type { ChatLine } from '../../../gen/protocol';
import { t } from '../../../i18n/i18n.svelte';

/** The words of a line, in the reader's language where it is a phrase. */
export function lineText(line: ChatLine): string {
  return line.phrase === null ? (line.text ?? '') : t(`phrase-${line.phrase}`);
}
