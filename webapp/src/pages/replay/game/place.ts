/** A place in a replay, and the part of an address that says it: `#12`, after turn 12, or `#12.2`, within it. */

export interface Place {
  /** Index of the moment. */
  readonly turn: number;
  /** Steps of the turn that are done; null: all. */
  readonly step: number | null;
}

export function fragmentOf({ turn, step }: Place): string {
  return step === null ? `#${turn}` : `#${turn}.${step}`;
}

/** The place a fragment names; null where it names none. */
export function placeIn(fragment: string): Place | null {
  const [, turn, step] = /^#(\d{1,6})(?:\.(\d{1,4}))?$/.exec(fragment) ?? [];
  return turn === undefined ? null : { turn: Number(turn), step: step === undefined ? null : Number(step) };
}
