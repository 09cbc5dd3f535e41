/**
 * The connection to a room: joins by number, reconnects by itself, stays alive, and sends the commands that were
 * not answered again under the same id, so that the server can answer instead of repeating them.
 */
import { wait } from './again';
import { closing } from './closing.svelte';
import type { Accepted, ClientMessage, Hint, Hinted, Refused, ServerMessage, Update, Welcome } from '../gen/protocol';

export type Connection = 'connecting' | 'open' | 'lost' | 'refused' | 'gone';
type Asked = Extract<ClientMessage, { id: string }>;
export type Command = Exclude<Asked, Hint>;
/** What comes without a command or a question of this page. */
export type Heard = Exclude<ServerMessage, Welcome | Update | Accepted | Refused | Hinted>;
type WithoutId<C> = C extends { id: string } ? Omit<C, 'id'> : never;
export type CommandBody = WithoutId<Command>;

/** What a room is spoken with: the server's socket, or a lesson's script in its place. */
export interface RoomConnection {
  /** Send a command and wait for its answer, across any number of reconnects. */
  command(body: CommandBody): Promise<Accepted | Refused>;
  /** Ask what can be laid on the table numbered `on`; like a command, it waits across reconnects. */
  hint(on: number): Promise<Hinted | Refused>;
  /** Send now, if the connection is up; what is not a command is not worth sending late. */
  send(message: ClientMessage): boolean;
  /** Try to reconnect now instead of after the wait. */
  retry(): void;
  close(): void;
}

export interface Listener {
  state(message: Welcome | Update): void;
  message(message: Heard): void;
  connection(connection: Connection): void;
}

const VERSION = 1;
/** Milliseconds: between signs of life we ask for, and until silence counts as a lost connection. */
const PING = 10_000;
const SILENCE = 8_000;
/** Milliseconds until a connection must be made and the room have answered. */
const ENTRY = 15_000;
/** Close codes after which trying again cannot help: abuse, a room that does not exist, or no longer, a closed door. */
const FINAL = [1008, 4403, 4404, 4423];
const GONE = 4410;

/** A random id; crypto.randomUUID is missing on plain-HTTP pages, which a home network uses. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface Waiting {
  readonly asked: Asked;
  readonly done: (answer: Accepted | Refused | Hinted) => void;
}

export class RoomSocket implements RoomConnection {
  readonly #url: string;
  readonly #listener: Listener;
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | undefined;
  #joined = false;
  #closed = false;
  #since = 0;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #wake = (): void => {
    if (!document.hidden) this.retry();
  };

  constructor(room: string, listener: Listener) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#url = `${scheme}://${location.host}/api/rooms/${encodeURIComponent(room)}/socket`;
    this.#listener = listener;
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    this.#quiet();
    this.#socket?.close(1000);
  }

  command(body: CommandBody): Promise<Accepted | Refused> {
    return this.#ask({ ...body, id: randomId() } as Command) as Promise<Accepted | Refused>;
  }

  hint(on: number): Promise<Hinted | Refused> {
    return this.#ask({ t: 'hint', id: randomId(), on }) as Promise<Hinted | Refused>;
  }

  #ask(asked: Asked): Promise<Accepted | Refused | Hinted> {
    return new Promise((done) => {
      this.#waiting.set(asked.id, { asked, done });
      this.send(asked);
    });
  }

  retry(): void {
    if (this.#socket === undefined && !this.#closed) this.#connect();
  }

  send(message: ClientMessage): boolean {
    if (!this.#joined || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#listener.connection('connecting');
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#quiet();
    this.#silence = setTimeout(() => this.#giveUp(), ENTRY);
    socket.onopen = () => socket.send(JSON.stringify({ t: 'join', v: VERSION, since: this.#since }));
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    };
  }

  #receive(message: ServerMessage): void {
    this.#listen();
    switch (message.t) {
      case 'welcome':
        this.#joined = true;
        this.#tries = 0;
        this.#since = message.seq;
        this.#listener.connection('open');
        // before the state, which may give reason for a new command
        for (const { asked } of this.#waiting.values()) this.send(asked);
        this.#listener.state(message);
        break;
      case 'update':
        if (message.seq <= this.#since) return;
        this.#since = message.seq;
        this.#listener.state(message);
        break;
      case 'accepted':
      case 'refused':
      case 'hinted':
        this.#waiting.get(message.id)?.done(message);
        this.#waiting.delete(message.id);
        break;
      case 'error':
        closing.hear(message.code, message.params);
        this.#listener.message(message);
        break;
      default:
        this.#listener.message(message);
    }
  }

  #lost(code: number): void {
    this.#socket = undefined;
    this.#joined = false;
    this.#quiet();
    if (this.#closed) return;
    if (code === GONE || FINAL.includes(code)) {
      this.#closed = true;
      this.#listener.connection(code === GONE ? 'gone' : 'refused');
      return;
    }
    this.#listener.connection('lost');
    this.#retry = setTimeout(() => this.#connect(), wait(this.#tries, code));
    this.#tries += 1;
  }

  /** Something was heard: ask again later, and take the connection for lost if nothing comes back. */
  #listen(): void {
    this.#quiet();
    this.#ping = setTimeout(() => {
      this.send({ t: 'ping' });
      this.#silence = setTimeout(() => this.#giveUp(), SILENCE);
    }, PING);
  }

  /** Nothing comes: the connection is dead, whatever the socket believes. */
  #giveUp(): void {
    const socket = this.#socket;
    this.#lost(1006);
    socket?.close();
  }

  #quiet(): void {
    clearTimeout(this.#ping);
    clearTimeout(this.#silence);
  }
}
