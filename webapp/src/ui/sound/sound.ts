/** Sounds, where the reader wants them; browsers allow them only after the first press on the page. */
import { settings, type Volume } from '../../settings.svelte';
import type { Sound } from './notes';

const LOUDNESS: Readonly<Record<Volume, number>> = { quiet: 0.4, normal: 1, loud: 2.5 };
/** Not every engine takes the beginning of a touch for a press. */
const PRESSES = ['pointerdown', 'pointerup', 'click', 'keydown'] as const;

let context: AudioContext | undefined;

/** A press: sound from here on, also after a call or a lock screen has taken it (suspended, in Safari interrupted), and
 * after the engine has given it up (closed). */
function wake(): void {
  if (context === undefined || context.state === 'closed') context = new AudioContext();
  resume();
}

function resume(): void {
  if (context !== undefined && context.state !== 'running' && context.state !== 'closed')
    context.resume().catch(() => undefined);
}

if ('AudioContext' in globalThis) {
  for (const press of PRESSES) addEventListener(press, wake, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) resume();
  });
  addEventListener('pageshow', resume);
}

export function play(sound: Sound): void {
  const sounding = context;
  if (!settings.sound || sounding?.state !== 'running') return;
  void import('./notes').then(({ ring }) => ring(sounding, sound, LOUDNESS[settings.volume]));
}
