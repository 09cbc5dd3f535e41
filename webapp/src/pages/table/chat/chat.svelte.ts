/** What people at the table say and show: lines of the chat, phrases, reactions, and whom this reader does not want to hear. */
import type { ChatLine, Chatted, Reacted, Say } from '../../../gen/protocol';
import { device } from '../../../storage';

export const PHRASES = [
  'hello',
  'good-luck',
  'well-played',
  'thanks',
  'sorry',
  'one-moment',
  'i-am-back',
  'again',
  'goodbye',
] as const satisfies readonly NonNullable<Say['phrase']>[];
export const REACTIONS = ['thumb', 'star', 'laugh', 'wow', 'heart', 'think'] as const satisfies readonly Reaction[];
export type Reaction = Reacted['reaction'];
/** Characters in a line; the server takes no more. */
export const LONGEST = 200;
/** Milliseconds for which a reaction is seen, and a new line while the chat is closed. */
const SHOWN = 3500;

export interface Shown {
  readonly id: number;
  readonly seat: number;
  readonly reaction: Reaction;
}

export class Talk {
  /** Everything that is kept, the oldest first. */
  lines = $state.raw<readonly ChatLine[]>([]);
  /** Names whose lines and reactions this reader does not see at this table. */
  hidden = $state.raw<readonly string[]>([]);
  /** Reactions now to be seen. */
  reactions = $state.raw<readonly Shown[]>([]);
  /** The line that has just come, for readers who have the chat closed. */
  news = $state.raw<ChatLine | null>(null);
  /** Whether the chat lies open over the table. */
  open = $state(false);
  /** Whether the lines can be seen now. */
  visible = $state(false);
  readonly heard = $derived(this.lines.filter((line) => !this.hidden.includes(line.name)));
  readonly unread = $derived(this.heard.filter((line) => line.number > this.#read).length);
  #read = $state(0);
  #shown = 0;
  readonly #stored: string;
  readonly #opened = Date.now();

  constructor(room: string) {
    this.#stored = `tilerummy.muted.${room}`;
    const kept = device.recall<readonly string[]>(this.#stored);
    if (Array.isArray(kept)) this.hidden = kept as readonly string[];
  }

  /** New lines, or after a reconnect all of them again. `skew`: the server's clock minus ours. */
  hear(message: Chatted, skew: number): readonly ChatLine[] {
    const last = this.lines.at(-1)?.number ?? 0;
    const fresh = message.lines.filter((line) => line.number > last);
    this.lines = [...this.lines, ...fresh];
    const now = fresh.filter((line) => line.at - skew >= this.#opened && !this.hidden.includes(line.name));
    if (this.visible || now.length < fresh.length) this.#read = Math.max(this.#read, this.#before(now));
    if (!this.visible) this.#tell(now.at(-1) ?? null);
    return now;
  }

  /** The number of the last line that is not new. */
  #before(now: readonly ChatLine[]): number {
    const first = now[0]?.number;
    return this.visible || first === undefined ? (this.lines.at(-1)?.number ?? 0) : first - 1;
  }

  #tell(line: ChatLine | null): void {
    if (line === null) return;
    this.news = line;
    setTimeout(() => {
      if (this.news === line) this.news = null;
    }, SHOWN);
  }

  /** The reader looks at the lines, or no longer. */
  look(visible: boolean): void {
    this.visible = visible;
    if (!visible) return;
    this.news = null;
    this.#read = this.lines.at(-1)?.number ?? 0;
  }

  react(message: Reacted, name: string): boolean {
    if (this.hidden.includes(name)) return false;
    this.#shown += 1;
    const shown = { id: this.#shown, seat: message.seat, reaction: message.reaction };
    this.reactions = [...this.reactions.filter((other) => other.seat !== shown.seat), shown];
    setTimeout(() => {
      this.reactions = this.reactions.filter((other) => other.id !== shown.id);
    }, SHOWN);
    return true;
  }

  hide(name: string, off: boolean): void {
    const others = this.hidden.filter((other) => other !== name);
    this.hidden = off ? [...others, name] : others;
    device.remember(this.#stored, JSON.stringify(this.hidden));
  }
}
