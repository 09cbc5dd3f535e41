/** Two soft notes when the turn comes, made here; browsers allow sound only after the first press on the page. */
let context: AudioContext | undefined;

function wake(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}
addEventListener('pointerdown', wake, { once: true });
addEventListener('keydown', wake, { once: true });

function note(at: number, frequency: number): void {
  if (context === undefined) return;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.16, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.45);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}

export function turnSound(): void {
  if (context?.state !== 'running') return;
  note(context.currentTime, 587);
  note(context.currentTime + 0.14, 784);
}
