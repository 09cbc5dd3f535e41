/** The score sheets of this device: each under a key of its own, with all that was entered and is not on the server yet. */
import type { EditionFault, SheetCommand } from '../../gen/protocol';
import { device } from '../../storage';
import type { Paper } from './paper';

/** A command on its way. `seq`: the server has it as this number, and a picture with it has not come yet. */
export interface Pending {
  readonly command: SheetCommand;
  readonly seq: number | null;
}

/** A command the server would not carry out, and why. */
export interface Refused {
  readonly command: SheetCommand;
  readonly faults: readonly EditionFault[];
}

export interface Kept {
  readonly id: string;
  /** Whether the server has it too; without, all that was entered is pending. */
  readonly shared: boolean;
  /** The key of the link for writing. */
  readonly key: string;
  readonly writes: boolean;
  /** The server's number of `paper`; 0: it is as it was begun. */
  readonly seq: number;
  readonly paper: Paper;
  readonly pending: readonly Pending[];
  readonly refused: readonly Refused[];
  /** When it was last changed here, in milliseconds. */
  readonly used: number;
}

/** What stood in the rules of older sheets. */
interface Older {
  readonly unopened?: number | null;
  readonly last_turns?: boolean;
}

const STORED = 'tilerummy.sheet.';
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A word nobody guesses, of 99 bits: for a sheet, whose link it is, and for each command. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(20));
  return Array.from(random, (number) => LETTERS[number % LETTERS.length]).join('');
}

export function recallSheet(id: string): Kept | null {
  const found = device.recall<Kept>(STORED + id);
  if (found?.paper === undefined) return null;
  const kept = found as Kept;
  return { ...kept, paper: { ...kept.paper, rules: modern(kept.paper.rules) } };
}

/** The rules of a sheet that this browser may have kept before some words were in them. */
export function modern(rules: Partial<Paper['rules']> & Older): Paper['rules'] {
  const end: Paper['rules']['end'] = {
    last_turns: rules.last_turns === true,
    exhausted: 'difference',
    tie: 'fewest-tiles-then-shared',
    unopened: rules.unopened ?? null,
    loss_cap: null,
    winner_bonus: null,
  };
  return { least: 2, end, ...rules } as Paper['rules'];
}

/** Keep a new sheet of this device alone. Its id. */
export function beginSheet(paper: Paper): string {
  const id = newId();
  const alone = { id, shared: false, key: '', writes: true, seq: 0, paper, pending: [], refused: [] };
  keepSheet({ ...alone, used: Date.now() });
  return id;
}

/** Whether it is kept: a browser may have no room, or forbid it. */
export function keepSheet(kept: Kept): boolean {
  return device.remember(STORED + kept.id, JSON.stringify(kept));
}

export function forget(id: string): void {
  device.forget(STORED + id);
}

/** All of them, the last used first. */
export function allKept(): Kept[] {
  return device
    .keys(STORED)
    .map((key) => recallSheet(key.slice(STORED.length)))
    .filter((kept) => kept !== null)
    .sort((a, b) => b.used - a.used);
}

/** Hears when another tab changes a sheet. Returns how to stop. */
export function elsewhere(id: string, changed: (kept: Kept) => void): () => void {
  const hear = (event: StorageEvent): void => {
    const kept = event.key === STORED + id ? recallSheet(id) : null;
    if (kept !== null) changed(kept);
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
