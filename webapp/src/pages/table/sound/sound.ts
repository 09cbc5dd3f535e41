/** Sounds, where the reader wants them; browsers allow them only after the first press on the page. */
import { settings } from '../../../settings.svelte';
import type { Sound } from './notes';

let context: AudioContext | undefined;

function wake(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}
addEventListener('pointerdown', wake, { once: true });
addEventListener('keydown', wake, { once: true });

export function play(sound: Sound): void {
  const sounding = context;
  if (!settings.sound || sounding?.state !== 'running') return;
  void import('./notes').then(({ ring }) => ring(sounding, sound));
}
