/** One open room: the server's state, the player's draft on it, and the commands. */
import type {
  Arrange,
  DoorShown,
  Fill,
  Hinted,
  Move,
  Presence,
  Previewed,
  Refused,
  Snapshot,
  Update,
  Welcome,
} from '../../../gen/protocol';
import { labelled, t } from '../../../i18n/i18n.svelte';
import { settings, type Speed } from '../../../settings.svelte';
import { arrangement, meldText, ownMelds } from '../../../board/wire';
import type { Draft, Meld } from '../../../board/draft';
import { parseMeld } from '../../../board/notation';
import { isJoker } from '../../../board/tiles';
import type { GameEvent } from '../../../net/events';
import { Faults } from '../../../net/faults.svelte';
import {
  RoomSocket,
  type CommandBody,
  type Heard,
  type Connection,
  type Listener,
  type RoomConnection,
} from '../../../net/socket';
import { Deal } from './deal';
import { Drafting } from './drafting.svelte';
import { Hinting } from './hint.svelte';
import { logLines } from './log';
import { hint, type Notice } from './notice';
import { playState, type PlayState } from './playstate';
import { Previews } from './previews.svelte';
import { recentTiles } from './tile_match';
import { Showing, tableBefore } from './live.svelte';
import { Talk, type Reaction } from '../chat/chat.svelte';
import { lineText } from '../chat/words';
import { Voice } from '../a11y/screen_reader.svelte';

/** A turn of one's own in which more could have been laid: what was met, what was laid, and the best play. */
export interface Missed {
  readonly met: Snapshot;
  readonly laid: readonly string[];
  readonly best: Hinted;
}

export type Connect = (listener: Listener) => RoomConnection;

export class Game {
  readonly room: string;
  readonly drafting: Drafting;
  readonly voice = new Voice();
  readonly showing = new Showing();
  readonly talk: Talk;
  readonly previews = new Previews((n, { on, arrangement: { opening, table } }, trials) =>
    this.#socket.send({ t: 'preview', n, on, opening, table, trials: [...trials] }),
  );
  readonly hinting = new Hinting(
    (on) => this.#socket.hint(on),
    ({ code, params }) => {
      this.notice = { code, own: false, params, fault: null, bad: true };
    },
  );
  state = $state.raw<Snapshot | null>(null);
  connection = $state<Connection>('connecting');
  presence = $state.raw<Presence | null>(null);
  readonly faults = new Faults();
  /** Who may come in and speak; nothing is said of an open door. */
  door = $state.raw<DoorShown | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  busy = $state(false);
  notice = $state.raw<Notice | null>(null);
  missed = $state.raw<Missed | null>(null);
  /** Server time minus the time of this machine, in milliseconds. */
  skew = $state(0);
  #laid: readonly string[] = [];
  #witness: Draft | null = null;
  #awaited = $state(0);
  /** An order of the rack that the server may not have got: nothing was heard since it was sent. */
  #unheard: Pick<Arrange, 'rack' | 'own'> | null = null;
  /** Whether the order that the server is about to tell is older than that. */
  #outdated = false;
  readonly #socket: RoomConnection;
  readonly #deal: Deal;

  readonly you = $derived(this.state?.you ?? null);
  readonly myTurn = $derived(
    this.state?.phase === 'playing' && this.state.turn !== null && this.state.turn === this.state.you,
  );
  readonly seated = $derived(this.state?.you !== null && this.state?.you !== undefined);
  /** Whether the table may not be touched yet: this edition lets nobody use it before the turn after the opening. */
  readonly locked = $derived(
    this.seated && this.state?.phase === 'playing' && !this.state.opened && !this.state.opening.same_turn,
  );
  readonly palette = $derived(this.state?.edition.palette ?? []);
  /** The log, a sentence for each turn. */
  readonly lines = $derived(logLines(this.events, this.you, (seat) => this.seatName(seat), this.palette, this.#laid));
  /** Whether the player may ask for a hint now. */
  readonly mayHint = $derived(this.myTurn && this.state?.hints === true);
  /** A command or a preview is under way, or its outcome has not arrived yet. */
  readonly pending = $derived(
    this.busy ||
      this.hinting.asking ||
      this.#awaited > (this.state?.seq ?? 0) ||
      (this.previews.pending && this.connection === 'open'),
  );

  constructor(room: string, connect: Connect = (listener) => new RoomSocket(room, listener)) {
    this.room = room;
    this.drafting = new Drafting(room);
    this.talk = new Talk(room);
    this.#deal = new Deal(room, (step) => void this.#socket.command(step));
    this.drafting.onchange = () => {
      this.showing.decline();
      this.notice = null;
      this.missed = null;
    };
    this.drafting.onarrange = (rack, own) => this.#keep({ rack: [...rack], own: [...own] });
    this.#socket = connect({
      state: (message) => this.#follow(message),
      message: (message) => this.#hear(message),
      connection: (connection) => {
        this.connection = connection;
        if (connection === 'connecting') this.door = null;
        if (connection === 'open') queueMicrotask(() => this.#resend());
      },
    });
  }

  close(): void {
    this.showing.stop();
    this.#socket.close();
  }

  /** Try to reach the server now. */
  retry(): void {
    this.#socket.retry();
  }

  seatName(seat: number): string {
    return this.state?.seats[seat]?.name ?? String(seat + 1);
  }

  play(waitingFor: string): PlayState | null {
    if (this.state === null) return null;
    return playState(this.state, this.drafting.placed.length, this.previews.answer ?? this.previews.last, waitingFor);
  }

  // --- from the server ---

  #follow(message: Welcome | Update): void {
    const before = this.state;
    const { state, events } = message;
    this.skew = message.now - Date.now();
    this.state = state;
    this.faults.passed();
    this.#deal.follow(state, message.t === 'welcome');
    this.hinting.follow(state.seq);
    if (state.phase === 'over') this.missed = null;
    // an exercise begins with a table that no event has laid
    if (before === null && events.length === 0) this.#laid = state.table;
    this.events = message.t === 'welcome' && message.since === 0 ? events : [...this.events, ...events];
    this.showing.changed();
    const again = message.since > 0 && events.some((event) => event.t === 'redealt');
    const lost = this.drafting.follow(state.rack, state.table, state.drawn, settings.joins, again);
    const turn = events.findLast((event) => event.t === 'played' || event.t === 'timed-out');
    if (before !== null && message.t === 'update' && turn !== undefined && turn.seat !== state.you) this.#show();
    // what lay there when the own time ran out went back to the rack: undo brings it back as a plan
    const late = events.some((event) => event.t === 'timed-out' && event.seat === state.you);
    if (late && before !== null && this.drafting.dirty) this.drafting.reset();
    if (before !== null && (before.turn_number !== state.turn_number || before.phase !== state.phase)) {
      this.#witness = null;
      // tiles that lie on the table since the own turn are not lost
      const own = events.some((event) => event.t === 'played' && event.seat === state.you);
      this.notice = lost && !own && !late ? hint('draft-lost') : null;
    }
  }

  #hear(message: Heard): void {
    switch (message.t) {
      case 'presence':
        this.presence = message;
        break;
      case 'door':
        this.door = message;
        break;
      case 'drafted':
        if (message.on === this.state?.seq) this.showing.follow(this.drafting.base, message, this.drafting.dirty);
        break;
      case 'chatted':
        for (const line of this.talk.hear(message, this.skew))
          if (this.you === null || line.name !== this.seatName(this.you))
            this.voice.say(labelled(line.name, lineText(line)));
        break;
      case 'reacted': {
        const name = this.seatName(message.seat);
        if (this.talk.react(message, name) && message.seat !== this.you)
          this.voice.say(labelled(name, t(`reaction-${message.reaction}`)));
        break;
      }
      case 'arranged':
        if (!this.#outdated) {
          this.#unheard = null;
          this.drafting.adopt(message.rack, message.own);
        }
        this.#outdated = false;
        break;
      case 'pong':
        this.#kept();
        this.skew = message.now - Date.now();
        break;
      case 'previewed':
        this.#kept();
        if (this.previews.receive(message)) this.#learn(message);
        break;
      case 'error':
        if (message.code === 'internal') this.faults.met();
        else this.notice = { code: message.code, own: false, params: message.params, fault: null, bad: true };
    }
  }

  /** Show how the last play came about, unless the reader arranges something or wants no animation. */
  #show(): void {
    const lay = tableBefore(this.events);
    if (lay !== null) this.showing.mark(this.drafting.base, lay);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!calm && settings.speed !== 'off' && !document.hidden && !this.drafting.dirty) this.showAgain(settings.speed);
  }

  /** Whether there is a play to show again. */
  get mayShowAgain(): boolean {
    return (this.state?.last?.played.length ?? 0) > 0 && tableBefore(this.events) !== null;
  }

  showAgain(speed: Exclude<Speed, 'off'>): void {
    const before = tableBefore(this.events);
    const { base } = this.drafting;
    if (before !== null && this.mayShowAgain)
      this.showing.replay(base, before, recentTiles(this.state?.last ?? null, base), speed);
  }

  /** Lay melds in the legal order where only the order is wrong, and remember an opening that reached its amount. */
  #learn(answer: Previewed): void {
    const { base, draft } = this.drafting;
    draft.forEach((meld, at) => {
      const shown = answer.melds[at];
      if (shown?.legal === false && shown.relaid !== null) this.drafting.relay(meld.id, parseMeld(shown.relaid).tiles);
    });
    const own = ownMelds(base, draft);
    const good = own.length > 0 && own.every((meld) => answer.melds[draft.indexOf(meld)]?.legal === true);
    if (this.#witness === null && good && answer.needed !== null && answer.points >= answer.needed) this.#witness = own;
  }

  /** Lay the table as `draft` has it; `opening` are the melds that open, where the turn does. */
  lay(draft: Draft, opening: Draft): void {
    this.#witness = opening.length > 0 ? opening : null;
    this.drafting.lay(draft);
  }

  /** Ask the judge about the draft as it lies now; called whenever draft or state changed. */
  consult(): void {
    const state = this.state;
    if (state === null || state.phase !== 'playing' || !this.seated) {
      this.previews.rest();
      return;
    }
    this.previews.ask(state.seq, arrangement(this.drafting.base, this.drafting.draft, state.opened, this.#witness));
  }

  /** Whether a meld of the table holds a joker in an edition where such melds can only grow. */
  isFrozen(meld: Meld): boolean {
    const jokers = this.state?.edition.frozen === true && meld.tiles.some((id) => isJoker(this.drafting.kindOf(id)));
    return this.seated && jokers && this.drafting.base.melds.includes(meld);
  }

  /** What the server would hear again: the draft, and an order of the rack made without it. */
  #resend(): void {
    this.previews.again();
    if (this.#unheard === null) return;
    this.#outdated = true;
    this.#keep(this.#unheard);
  }

  #keep(order: Pick<Arrange, 'rack' | 'own'>): void {
    this.#unheard = order;
    this.#socket.send({ t: 'arrange', ...order });
  }

  /** The server answered what was sent later. */
  #kept(): void {
    this.#unheard = null;
    this.#outdated = false;
  }

  verdict(meld: Meld): ReturnType<Previews['meld']> {
    void this.previews.last;
    return this.previews.meld(meldText(this.drafting.base, meld));
  }

  // --- to the server ---

  async #command(body: CommandBody): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const answer = await this.#socket.command(body);
    this.busy = false;
    if (answer.t === 'accepted') {
      this.notice = null;
      this.#awaited = answer.seq;
      return true;
    }
    this.notice = {
      code: answer.code,
      own: false,
      params: answer.params,
      fault: answer.violations[0] ?? null,
      bad: true,
    };
    return false;
  }

  async submit(): Promise<void> {
    const { base, draft, placed } = this.drafting;
    const opened = this.state?.opened ?? false;
    const laid = placed.map((id) => this.drafting.kindOf(id));
    await this.#move({ t: 'play', ...arrangement(base, draft, opened, this.#witness) }, laid);
  }

  async draw(): Promise<void> {
    this.drafting.reset();
    await this.#move({ t: 'draw' });
  }

  async pass(): Promise<void> {
    this.drafting.reset();
    await this.#move({ t: 'pass' });
  }

  /** Make a move; then, where the table helps and the player wants it, look whether more could have been laid. */
  async #move(move: Move['move'], laid: readonly string[] = []): Promise<void> {
    const met = this.state;
    this.missed = null;
    if (!(await this.#command({ t: 'move', on: met?.seq ?? 0, move })) || !met?.hints || !settings.missed) return;
    const best = await this.#socket.hint(met.seq);
    if (best.t === 'hinted' && best.tiles > laid.length && this.state?.phase === 'playing')
      this.missed = { met, laid, best };
  }

  sit(name: string, seat: number | null, zone: string | null): Promise<boolean> {
    return this.#command({ t: 'sit', name, seat, zone });
  }

  leave(): Promise<boolean> {
    return this.#command({ t: 'leave' });
  }

  fill(seat: number, level: Fill['level']): Promise<boolean> {
    return this.#command({ t: 'fill', seat, level });
  }

  empty(seat: number): Promise<boolean> {
    return this.#command({ t: 'empty', seat });
  }

  start(): Promise<boolean> {
    return this.#command({ t: 'start' });
  }

  resign(): Promise<boolean> {
    return this.#command({ t: 'resign' });
  }

  takeBack(): Promise<boolean> {
    return this.#command({ t: 'take-back' });
  }

  /** Whether this viewer may write in the chat, and at the table also react. */
  get maySpeak(): boolean {
    const chat = this.state?.options.chat ?? 'off';
    return chat === 'everyone' || (chat === 'players' && this.seated);
  }

  /** Ask for something that lies beside the game: a line of the chat, the door; the refusal, or null. */
  async ask(body: CommandBody): Promise<Refused | null> {
    const answer = await this.#socket.command(body);
    return answer.t === 'refused' ? answer : null;
  }

  react(reaction: Reaction): void {
    this.#socket.send({ t: 'react', reaction });
  }

  rematch(): Promise<boolean> {
    return this.#command({ t: 'rematch', invite: true });
  }
}
