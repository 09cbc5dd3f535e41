/** The circles of this browser's guest, for the start page: kept here, so that it asks the server for nothing. */
import type { CircleListed } from '../../gen/protocol';
import { device } from '../../storage';

const STORED = 'tilerummy.circles';

export function keptCircles(): readonly CircleListed[] {
  return device.recall<{ circles: readonly CircleListed[] }>(STORED)?.circles ?? [];
}

export function keepCircles(circles: readonly CircleListed[]): void {
  if (circles.length > 0) device.remember(STORED, JSON.stringify({ circles }));
  else device.forget(STORED);
}

/** The guest is in this circle, under this name. */
export function keepCircle({ id, name }: CircleListed): void {
  const known = keptCircles();
  if (known.some((one) => one.id === id && one.name === name)) return;
  keepCircles([...known.filter((one) => one.id !== id), { id, name }]);
}

/** The guest is not in this circle. */
export function dropCircle(id: string): void {
  const known = keptCircles();
  if (known.some((one) => one.id === id)) keepCircles(known.filter((one) => one.id !== id));
}
