/** Pictures of a tournament or a sheet, as the server sends them at once and after every change, or their parts. */
import type { Error as ErrorMessage } from '../../gen/protocol';
import { wait } from '../../net/again';
import { closing } from '../../net/closing.svelte';

/** Milliseconds until silence counts as a lost connection; the server sends its time more often. */
const SILENCE = 40_000;

/** The code with which the server closes the line of a key that was renewed. */
const KEY_RENEWED = 4403;
/** The code with which the server closes the line of a guest whom its owner keeps out. */
const CLOSED = 4423;

/** What is sent with the server's time, in milliseconds: a picture as `shown`, or the `parts` of one. */
type Sent<T> = T & { readonly now: number };

/**
 * Hears every picture of an address; when the connection is lost, tries again until it is there, unless the key was `renewed`.
 * Returns how to stop.
 */
export function watch<T extends object>(
  address: string,
  heard: (picture: Sent<T>) => void,
  lost: () => void,
  renewed: () => void = lost,
): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  function open(): void {
    clearTimeout(timer);
    const mine = new WebSocket(`${location.origin.replace('http', 'ws')}${address}`);
    socket = mine;
    timer = setTimeout(gone, SILENCE);
    mine.onmessage = (event: MessageEvent<string>) => {
      tries = 0;
      clearTimeout(timer);
      timer = setTimeout(gone, SILENCE);
      const said = JSON.parse(event.data) as Sent<T> | { now: number } | ErrorMessage;
      if ('code' in said) {
        closing.hear(said.code, said.params);
        return;
      }
      if ('shown' in said || 'parts' in said) heard(said as Sent<T>);
    };
    mine.onclose = ({ code }) => {
      if (code === KEY_RENEWED) over(renewed);
      else if (code === CLOSED) over(lost);
      else gone(code);
    };
  }

  function over(told: () => void): void {
    stop();
    told();
  }

  function gone(code?: number): void {
    drop();
    lost();
    timer = setTimeout(open, wait(tries, code));
    tries += 1;
  }

  function drop(): void {
    clearTimeout(timer);
    if (socket === undefined) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    socket = undefined;
  }

  /** The page is in view again, or the network is back: no need to wait. */
  function wake(): void {
    if (!document.hidden && socket === undefined) open();
  }

  function stop(): void {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
    drop();
  }

  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  open();
  return stop;
}
