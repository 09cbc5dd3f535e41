/** The camera's dialog, with its texts. */
import { locale } from '../../i18n/i18n.svelte';

export async function loaded(): Promise<typeof import('./Photograph.svelte')> {
  const [dialog] = await Promise.all([import('./Photograph.svelte'), locale.need('camera')]);
  return dialog;
}
