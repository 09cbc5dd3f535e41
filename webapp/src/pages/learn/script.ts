/** The line of a lesson: it answers the table as a room would, with a position of its own and the server's judge. */
import type { Accepted, ClientMessage, Hinted, Previewed, Refused, Snapshot } from '../../gen/protocol';
import type { Kind } from '../../board/tiles';
import { judge, Refusal } from '../../net/http';
import { randomId, type CommandBody, type Listener, type RoomLine } from '../../net/socket';
import { EDITION, positionText, reaches, type Stage } from './lessons';

/** Milliseconds until a question that found no server is asked again. */
const WAIT = 2_000;
const SEAT = {
  name: null,
  kind: 'person',
  level: null,
  resigned: false,
  total: 0,
  bank: null,
  stand_in: false,
} as const;

export class Script implements RoomLine {
  readonly #listener: Listener;
  readonly #stage: Stage;
  readonly #ondone: () => void;
  #seq = 1;
  #closed = false;

  constructor(stage: Stage, listener: Listener, ondone: () => void) {
    this.#stage = stage;
    this.#listener = listener;
    this.#ondone = ondone;
    queueMicrotask(() => {
      listener.line('open');
      this.#show(this.#stage.table, this.#stage.rack, 0);
    });
  }

  send(message: ClientMessage): boolean {
    if (message.t === 'preview') void this.#answer(message);
    return true;
  }

  async command(body: CommandBody): Promise<Accepted | Refused> {
    const id = randomId();
    const refused = (code: string, violations: Refused['violations'] = []): Refused => ({
      t: 'refused',
      id,
      code,
      params: {},
      violations,
    });
    if (body.t !== 'move') return refused('not-playing');
    const { move } = body;
    if (move.t !== 'play') return refused('lesson-draw');
    try {
      const word = await this.#ask({ t: 'preview', n: 0, on: this.#seq, opening: move.opening, table: move.table });
      if (!word.legal) return refused('illegal', word.violations);
      if (!reaches(this.#stage, word.played)) return refused('lesson-other');
      this.#seq += 1;
      this.#show(move.table, without(this.#stage.rack, word.played), null);
      this.#ondone();
      return { t: 'accepted', id, seq: this.#seq };
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return refused(problem.code);
    }
  }

  hint(): Promise<Hinted | Refused> {
    return Promise.resolve({ t: 'refused', id: randomId(), code: 'hints-off', params: {}, violations: [] });
  }

  retry(): void {
    if (!this.#closed) this.#listener.line('open');
  }

  close(): void {
    this.#closed = true;
  }

  #ask(preview: Extract<ClientMessage, { t: 'preview' }>): Promise<Previewed> {
    return judge({ edition: EDITION, position: positionText(this.#stage), preview });
  }

  async #answer(preview: Extract<ClientMessage, { t: 'preview' }>): Promise<void> {
    try {
      const word = await this.#ask(preview);
      if (!this.#closed) this.#listener.message(word);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.#closed) return;
      this.#listener.line('lost');
      setTimeout(() => this.retry(), WAIT);
    }
  }

  #show(table: readonly string[], rack: readonly Kind[], turn: number | null): void {
    const now = Date.now();
    const state = { ...this.#board(turn), table: [...table], rack: [...rack], seq: this.#seq };
    const since = turn === null ? this.#seq - 1 : 0;
    if (turn === null) this.#listener.state({ t: 'update', since, seq: this.#seq, now, events: [], state });
    else this.#listener.state({ t: 'welcome', v: 1, room: '', since, seq: this.#seq, now, events: [], state });
  }

  /** One seat, no clock, no hints; everything else as at a table of the edition. */
  #board(turn: number | null): Snapshot {
    return {
      phase: 'playing',
      edition: {
        id: EDITION,
        name: EDITION,
        revision: 1,
        changes: [],
        palette: ['black', 'red', 'blue', 'orange'],
        jokers: { J: 2 },
        frozen: false,
      },
      limit: null,
      hints: false,
      options: { chat: 'off', live: false, open: false, away: 'wait', away_seconds: 0 },
      owner: false,
      you: 0,
      seats: [{ ...SEAT, tiles: this.#stage.rack.length, opened: this.#stage.opened }],
      rack: [],
      drawn: [],
      table: [],
      pool: 60,
      turn,
      turn_number: 1,
      last_turn: false,
      opened: this.#stage.opened || turn === null,
      deadline: null,
      opening: { amount: 30, comparison: 'at-least', same_turn: false },
      last: null,
      result: null,
      round: null,
      match: null,
      fixture: null,
      next: null,
      commitment: null,
      word: null,
      called: false,
      revealed: null,
      seq: this.#seq,
    };
  }
}

/** The rack less the tiles that were laid. */
function without(rack: readonly Kind[], played: readonly Kind[]): Kind[] {
  const gone = [...played];
  return rack.filter((kind) => {
    const at = gone.indexOf(kind);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}
