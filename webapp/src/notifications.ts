/** Messages of the browser: some browsers have none, and some fail where they are only asked for. */
import { registered } from './worker/registered';

/** Whether the browser has them for this page at all. */
export const there = (): boolean => isSecureContext && 'Notification' in globalThis;

/** Whether the reader allows them. */
export function allowed(): boolean {
  try {
    return there() && Notification.permission === 'granted';
  } catch {
    return false;
  }
}

/** Ask the reader, unless they allow them already. */
export async function allow(): Promise<boolean> {
  try {
    return allowed() || (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

/** Tell the reader, where that is allowed; a press leads to `path`. */
export async function notify([title, body]: readonly [string, string], path: string): Promise<void> {
  if (!allowed()) return;
  // one message for a table, which rings and shakes again for each turn: a locked phone shows it, and some let it ring
  const again = { renotify: true, vibrate: [200, 100, 200] };
  const options = { body, tag: path, data: path, icon: '/icon-192.png', ...again };
  const worker = await registered();
  try {
    // Phones allow messages only through the service worker.
    if (worker === undefined) new Notification(title, options);
    else await worker.showNotification(title, options);
  } catch {
    // the page still says whose turn it is
  }
}
