/** The line of an exercise: it answers the table as a room would, with positions of its own and the server's judge. */
import type {
  Accepted,
  ClientMessage,
  Hinted,
  LastMove,
  Played,
  Previewed,
  Refused,
  Snapshot,
} from '../../gen/protocol';
import type { Kind } from '../../board/tiles';
import { judge } from '../../net/api';
import { Refusal } from '../../net/http';
import { randomId, type CommandBody, type Listener, type RoomConnection } from '../../net/socket';
import { without, type Exercise, type Turn, type Wrong } from './turns';

type Preview = Extract<ClientMessage, { t: 'preview' }>;
type Move = Extract<CommandBody, { t: 'move' }>['move'];
type Play = Extract<Move, { t: 'play' }>;

/** Milliseconds until a question that found no server is asked again. */
const WAIT = 2_000;
/** Tiles left to draw at first; what else is not to be seen would be on the racks of others. */
const POOL = 60;
const OPENING = 30;
const SEAT = {
  name: null,
  kind: 'person',
  level: null,
  resigned: false,
  total: 0,
  bank: null,
  stand_in: false,
  holiday: null,
  holidays: null,
  missed: 0,
  invited: null,
} as const;

export class Script implements RoomConnection {
  readonly #exercise: Exercise;
  readonly #listener: Listener;
  readonly #onturn: (at: number) => void;
  #at = 0;
  #seq = 1;
  #closed = false;

  /** `onturn` hears which turn has come; after the last one the number of all turns. */
  constructor(exercise: Exercise, listener: Listener, onturn: (at: number) => void) {
    this.#exercise = exercise;
    this.#listener = listener;
    this.#onturn = onturn;
    queueMicrotask(() => {
      listener.connection('open');
      this.#listener.state({ t: 'welcome', v: 1, room: '', since: 0, ...this.#now(this.#board(this.#turn)) });
    });
  }

  send(message: ClientMessage): boolean {
    if (message.t === 'preview') void this.#answer(message);
    return true;
  }

  async command(body: CommandBody): Promise<Accepted | Refused> {
    const id = randomId();
    const refusal = body.t === 'move' ? await this.#move(body.move) : { code: 'not-playing' };
    if (refusal === null) return { t: 'accepted', id, seq: this.#seq };
    return { t: 'refused', id, params: {}, violations: [], ...refusal };
  }

  async hint(on: number): Promise<Hinted | Refused> {
    const id = randomId();
    const refused = (code: string): Refused => ({ t: 'refused', id, code, params: {}, violations: [] });
    try {
      const found = await this.#exercise.hint?.ask(this.#turn);
      return found === undefined ? refused('hints-off') : { t: 'hinted', id, on, ...found };
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return refused(problem.code);
    }
  }

  retry(): void {
    if (!this.#closed) this.#listener.connection('open');
  }

  close(): void {
    this.#closed = true;
  }

  /** The turn of the learner; after the last one the last, for the judge is still asked about its table. */
  get #turn(): Turn {
    return this.#exercise.turns.at(this.#at) ?? this.#exercise.turns.at(-1)!;
  }

  /** Make the move, if it is the one that the exercise wants; else say what is wrong with it. */
  async #move(move: Move): Promise<Wrong | null> {
    const turn = this.#turn;
    if (move.t === 'play') return this.#play(turn, move);
    if (turn.draw === null) return this.#exercise.noDraw;
    this.#end(turn.table, [...turn.rack, turn.draw]);
    return null;
  }

  async #play(turn: Turn, { opening, table }: Play): Promise<Wrong | null> {
    try {
      const word = await this.#ask({ t: 'preview', n: 0, on: this.#seq, opening, table });
      if (!word.legal) return { code: 'illegal', violations: word.violations };
      const wrong = this.#exercise.wrong(turn, word.played);
      if (wrong !== null) return wrong;
      this.#end(table, without(turn.rack, word.played), word.points);
      return null;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return { code: problem.code };
    }
  }

  #ask(preview: Preview): Promise<Previewed> {
    return judge({ edition: this.#exercise.edition.id, position: this.#turn.position, preview });
  }

  async #answer(preview: Preview): Promise<void> {
    try {
      const word = await this.#ask(preview);
      if (!this.#closed) this.#listener.message(word);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.#closed) return;
      if (untouched(this.#turn, preview)) return this.#listener.message(silence(this.#turn, preview));
      this.#listener.connection('lost');
      setTimeout(() => this.retry(), WAIT);
    }
  }

  /** The learner's turn is over: the table as they leave it, then the next turn, if there is one. `points`: see Played. */
  #end(table: readonly string[], rack: readonly Kind[], points = 0): void {
    const ended = this.#turn;
    this.#at += 1;
    const laid = without(ended.rack, rack);
    const left = { ...this.#board(ended), opened: true, table: [...table], rack: [...rack], turn: null };
    this.#update(left, laid.length === 0 ? [] : [played(table, laid, rack.length, points, !ended.opened)]);
    const next = this.#exercise.turns[this.#at];
    if (next !== undefined)
      this.#update({ ...this.#board(next), drawn: without(next.rack, rack), last: others(table, next.table) });
    this.#onturn(this.#at);
  }

  #update(state: Snapshot, events: Played[] = []): void {
    this.#seq += 1;
    this.#listener.state({ t: 'update', since: this.#seq - 1, ...this.#now({ ...state, seq: this.#seq }), events });
  }

  #now(state: Snapshot): { seq: number; now: number; events: []; state: Snapshot } {
    return { seq: state.seq, now: Date.now(), events: [], state };
  }

  /** One seat, no clock; everything else as at a table of the edition. */
  #board({ table, rack, opened }: Turn): Snapshot {
    return {
      phase: 'playing',
      edition: { ...this.#exercise.edition, name: this.#exercise.edition.id, revision: 1, changes: [], frozen: false },
      limit: null,
      hints: this.#exercise.hint !== undefined,
      options: { chat: 'off', live: false, open: false, away: 'wait', away_seconds: 0 },
      owner: false,
      host: null,
      you: 0,
      kept: null,
      seats: [{ ...SEAT, tiles: rack.length, opened }],
      rack: [...rack],
      drawn: [],
      table: [...table],
      pool: POOL - this.#exercise.turns.slice(0, this.#at).filter((turn) => turn.draw !== null).length,
      turn: 0,
      turn_number: this.#at + 1,
      last_turn: false,
      opened,
      deadline: null,
      opening: { amount: OPENING, comparison: 'at-least', same_turn: false },
      last: null,
      result: null,
      round: null,
      match: null,
      fixture: null,
      dropped: null,
      next: null,
      commitment: null,
      seals: [],
      word: null,
      called: false,
      asked: false,
      asking: false,
      may_redeal: false,
      keep: null,
      request: null,
      pause: null,
      revealed: null,
      seq: this.#seq,
      missing: [],
    };
  }
}

/** Whether nothing was laid or moved yet: then there is nothing to judge. */
function untouched({ table }: Turn, asked: Preview): boolean {
  return asked.table.length === table.length && asked.table.every((meld, at) => meld === table[at]);
}

/** What the judge would say of a table that is as it was: it is no play, and its melds are right. */
function silence({ table, opened }: Turn, { n, on }: Preview): Previewed {
  const melds = table.map(() => ({ legal: true, kind: null, value: 0, readings: [], relaid: null, violations: [] }));
  const needed = opened ? null : OPENING;
  return { t: 'previewed', n, on, legal: false, violations: [], points: 0, needed, played: [], melds, trials: [] };
}

/** What the learner has laid: nobody plays against them. */
function played(table: readonly string[], laid: Kind[], left: number, points: number, opened: boolean): Played {
  return {
    t: 'played',
    seat: 0,
    opening: [],
    table: [...table],
    played: laid,
    changed: [],
    points,
    opened,
    left,
  };
}

/** What the others have laid between two turns: all that is new on the table, where nothing of it is gone. */
function others(before: readonly string[], table: readonly string[]): LastMove | null {
  const played = without(tilesOf(table), tilesOf(before));
  if (played.length === 0 || without(tilesOf(before), tilesOf(table)).length > 0) return null;
  return { seat: 1, kind: 'played', outcome: null, played, melds: [...table.keys()], drawn: 0 };
}

function tilesOf(table: readonly string[]): Kind[] {
  return table.flatMap((meld) => meld.split(' '));
}
