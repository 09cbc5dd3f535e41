/** Whether this browser knows of a game with people that is over: then the start page offers to play with them again. */
import { device } from '../../storage';

const KEPT = 'tilerummy.people';

export const acquainted = (): boolean => device.text(KEPT) !== null;

export function meet(): void {
  if (!acquainted()) device.remember(KEPT, '1');
}
