/** Short sounds, made here from a few notes; quiet ones, since they come often. */
export type Sound = keyof typeof SOUNDS;

interface Note {
  /** Seconds after the sound begins, and how long it rings. */
  readonly at: number;
  readonly rings: number;
  /** Hertz, and loudness between 0 and 1. */
  readonly pitch: number;
  readonly loud: number;
  readonly shape: OscillatorType;
}

function note(at: number, pitch: number, loud: number, rings = 0.4, shape: OscillatorType = 'triangle'): Note {
  return { at, rings, pitch, loud, shape };
}

export const SOUNDS = {
  /** A tile set down on wood: two knocks so short that they have no melody. */
  lay: [note(0, 330, 0.12, 0.05), note(0.012, 1420, 0.05, 0.03, 'sine')],
  /** Taken up: the small click of a tile that leaves the wood. */
  lift: [note(0, 1180, 0.04, 0.025, 'sine')],
  turn: [note(0, 587, 0.16), note(0.14, 784, 0.16)],
  refused: [note(0, 233, 0.14, 0.22), note(0.11, 196, 0.14, 0.3)],
  won: [note(0, 523, 0.14), note(0.12, 659, 0.14), note(0.24, 784, 0.14), note(0.36, 1047, 0.16, 0.9)],
  hurry: [note(0, 880, 0.09, 0.12, 'sine')],
  /** The time of a turn with tiles is up. */
  up: [note(0, 440, 0.2, 0.8, 'sine')],
} as const satisfies Record<string, readonly Note[]>;

/** Let it sound now; `times` louder. */
export function ring(context: AudioContext, sound: Sound, times: number): void {
  for (const { at, rings, pitch, loud, shape } of SOUNDS[sound]) {
    const begin = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(Math.min(1, loud * times), begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + rings);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + rings + 0.05);
  }
}
