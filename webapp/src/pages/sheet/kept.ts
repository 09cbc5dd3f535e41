/** The score sheets of this device: each under a key of its own, with all that was entered and is not on the server yet. */
import type { EditionFault, SheetCommand } from '../../gen/protocol';
import { device } from '../../storage';
import { day } from './evening/about';
import { after, knows, type Paper } from './paper';

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
  /** Whether the server was told that this guest finds it among theirs, on other devices too. */
  readonly told?: boolean;
  /** The server's number of `paper`; 0: it is as it was begun. */
  readonly seq: number;
  readonly paper: Paper;
  readonly pending: readonly Pending[];
  readonly refused: readonly Refused[];
  /** When it was last changed here, in milliseconds. */
  readonly used: number;
}

type Later = 'about' | 'came' | 'home' | 'arrived';
/** What older sheets do not have. */
type Older = Omit<Paper, Later> & Partial<Pick<Paper, Later>>;
/** What stood in the rules of older sheets. */
interface OlderRules {
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
  return { ...kept, paper: modern(kept.paper, kept.used) };
}

/** A sheet that this browser may have kept before there were evenings: its day is the one on which it was last used. */
function modern(paper: Older, used: number): Paper {
  const about = { date: day(used), place: '', note: '' };
  return { about, came: [], home: [], arrived: [], ...paper, rules: modernRules(paper.rules, paper.players.length) };
}

/** The rules of a sheet that this browser may have kept before some words were in them. */
export function modernRules(rules: Partial<Paper['rules']> & OlderRules, players = 2): Paper['rules'] {
  const end: Paper['rules']['end'] = {
    last_turns: rules.last_turns === true,
    exhausted: 'difference',
    tie: 'fewest-tiles-then-shared',
    unopened: rules.unopened ?? null,
    loss_cap: null,
    winner_bonus: null,
  };
  // most editions are for four, and what was counted in rounds of as many games as players was the one by games
  const [per_player, most] = [rules.by_games === true, Math.max(4, players)];
  return { least: 2, most, per_player, end, ...rules } as Paper['rules'];
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

/** The sheet with all that was entered here. */
export function now({ paper, pending }: Kept): Paper {
  return pending.reduce((one, { command }) => (knows(one, command.id) ? one : after(one, command)), paper);
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
