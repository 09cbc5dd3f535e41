/** The facts of a game as one viewer sees them, inside `welcome` and `update`. */

export type GameEvent =
  | { t: 'started'; lots: { round: number; seat: number; tile: string }[]; starter: number }
  | { t: 'dealt'; tiles: number[]; pool: number }
  | { t: 'played'; seat: number; table: string[]; played: string[]; changed: number[]; points: number; opened: boolean; left: number }
  | { t: 'drew'; seat: number; pool: number; tile: string | null }
  | { t: 'passed'; seat: number }
  | { t: 'timed-out'; seat: number; outcome: string; played: string[]; returned: string[]; drawn: number; pool: number }
  | { t: 'resigned'; seat: number }
  | { t: 'ended'; result: { reason: string; winners: number[]; scores: number[] } };
