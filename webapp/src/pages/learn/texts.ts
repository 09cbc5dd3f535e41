/** The lessons' texts: a namespace of their own in the message files. */
import type { Params } from '../../i18n/format';
import { locale } from '../../i18n/i18n.svelte';
import type { LessonName } from './lessons';

/** Text of a key of the namespace; a lesson says it in several turns, each with a text. */
export function lessonText(key: `${LessonName}-${string}`, params: Params = {}): string {
  return locale.code('lesson', key, params);
}
