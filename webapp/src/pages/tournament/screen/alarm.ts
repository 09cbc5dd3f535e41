/** The bell for the last turn. */
import type { ClockSet } from '../../../gen/protocol';

/** Rings once when a clock that was seen running has run out; one that had run out before is silent. */
export class Alarm {
  #seen = 0;

  hear(clock: ClockSet | undefined, left: number | null): void {
    if (clock?.running !== true || left === null) return;
    if (left > 0) this.#seen = clock.at;
    else if (this.#seen === clock.at) {
      this.#seen = 0;
      ring();
    }
  }
}

/** Three strokes. */
function ring(): void {
  const audio = new AudioContext();
  for (const at of [0, 0.6, 1.2]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = 880;
    gain.gain.setValueAtTime(0.25, audio.currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.5);
    tone.connect(gain).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.55);
  }
}
