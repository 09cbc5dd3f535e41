/** Pushes: messages that come while the page is closed. Some browsers have none, some have no service for them. */
import type { PushTarget } from '../gen/protocol';
import { registered } from './registered';

/** Whether the browser takes pushes for this page at all. */
export const there = (): boolean => isSecureContext && 'PushManager' in globalThis;

/** This browser's subscription with the server's public `key`, made where there is none; null where no service takes it. */
export async function subscribe(key: string): Promise<PushTarget | null> {
  try {
    const manager = (await registered())?.pushManager;
    if (manager === undefined) return null;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const made = manager.subscribe(options).catch(async () => {
      // it is subscribed with another key, of a server that was here before
      await unsubscribe();
      return manager.subscribe(options);
    });
    const { endpoint = '', keys = {} } = (await made).toJSON();
    return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
  } catch {
    return null;
  }
}

/** This browser takes no pushes any more. */
export async function unsubscribe(): Promise<void> {
  try {
    await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // the server sends none either
  }
}
