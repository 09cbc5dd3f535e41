// A computer player that comes to a table of a server: `node client.ts ADDRESS ROOM NAME`, with its key in BOT_KEY (made
// as docs/protocol.md says). Node 22.18 runs it as it is. It lays runs and groups of its own rack, and what a hint says
// where it has to lay and finds nothing.
export {};
type Move = { t: 'draw' | 'pass' } | { t: 'play'; opening: string[]; table: string[] };
interface State {
  phase: 'lobby' | 'playing' | 'over';
  you: number | null;
  seals: (string | null)[];
  asked: boolean;
  word: string | null;
  turn: number | null;
  rack: string[];
  table: string[];
  pool: number;
  opened: boolean;
  opening: { amount: number };
  result: unknown;
}
type Message =
  | { t: 'welcome' | 'update'; seq: number; state: State }
  | { t: 'refused'; code: string; violations: { code: string }[] }
  | { t: 'hinted'; on: number; opening: string[]; table: string[] }
  | { t: 'other' };

declare const process: { argv: string[]; env: Record<string, string | undefined>; exit(code: number): never };
const [address, room, called] = process.argv.slice(2) as [string, string, string];
const number = (tile: string): number => Number(tile.slice(1));

/** The longest run or group of three tiles and more; none where there is none. */
function best(tiles: string[]): string[] {
  const kinds = [...new Set(tiles)];
  const found = Array.from({ length: 13 }, (_, at) => kinds.filter((tile) => number(tile) === at + 1));
  for (const colour of 'krby') {
    for (let first = 1, last = 1; first <= 13; first = ++last) {
      while (kinds.includes(`${colour}${last}`)) last++;
      found.push(kinds.filter((tile) => tile[0] === colour && number(tile) >= first && number(tile) < last));
    }
  }
  const longest = found.sort((one, other) => other.length - one.length)[0] ?? [];
  return longest.length < 3 ? [] : longest.sort((one, other) => number(one) - number(other));
}

function move(state: State): Move {
  const left = state.rack.filter((tile) => tile.length > 1);
  const melds: string[][] = [];
  for (let meld = best(left); meld.length > 0; meld = best(left)) {
    for (const tile of meld) left.splice(left.indexOf(tile), 1);
    melds.push(meld);
  }
  const points = melds.flat().reduce((sum, tile) => sum + number(tile), 0);
  const texts = melds.map((meld) => meld.join(' '));
  if (melds.length === 0 || (!state.opened && points <= state.opening.amount))
    return { t: state.pool ? 'draw' : 'pass' };
  return { t: 'play', opening: state.opened ? [] : texts, table: [...state.table, ...texts] };
}

const word = crypto.randomUUID();
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word)));
const seal = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** What there is to do in a state; null where others are to do something. */
function wanted(state: State, seq: number): { t: string; [field: string]: unknown } | null {
  if (state.you === null) return { t: 'sit', name: called };
  if (state.phase === 'lobby' && !state.asked) return state.seals[state.you] === null ? { t: 'seal', seal } : null;
  if (state.phase === 'lobby') return state.word === null ? { t: 'word', word } : null;
  const mine = state.phase === 'playing' && state.turn === state.you;
  return mine ? { t: 'move', on: seq, move: move(state) } : null;
}

const headers = { Authorization: `Bearer ${process.env['BOT_KEY'] ?? ''}` };
const url = `${address.replace('http', 'ws')}/api/rooms/${room}/socket`;
const socket = new WebSocket(url, { headers } as unknown as string[]);
const say = (message: object): void => socket.send(JSON.stringify(message));
socket.onopen = () => say({ t: 'join', v: 1, since: null });
socket.onclose = (event) => process.exit(event.code === 1000 ? 0 : 1);
let seen = 0;
socket.onmessage = (event: MessageEvent<string>) => {
  const message = JSON.parse(event.data) as Message;
  if (message.t === 'refused' && message.violations.some(({ code }) => code === 'pass-while-able')) {
    say({ id: `hint-${seen}`, t: 'hint', on: seen });
  } else if (message.t === 'refused' && message.code !== 'stale') {
    // what this client cannot answer ends the game for it, since nobody else moves for it
    console.error(event.data);
    say({ id: 'resign', t: 'resign' });
  } else if (message.t === 'hinted') {
    const { on, opening, table } = message;
    say({ id: `hinted-${on}`, t: 'move', on, move: { t: 'play', opening, table } });
  } else if ('state' in message) {
    const { state, seq } = message;
    seen = seq;
    const command = wanted(state, seq);
    // what is sent again with the same id is never done twice
    if (command !== null) say({ id: command.t === 'move' ? `move-${seq}` : command.t, ...command });
    if (state.phase === 'over') {
      console.log(JSON.stringify(state.result));
      socket.close(1000);
    }
  }
};
