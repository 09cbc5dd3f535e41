import type { Update } from '../gen/protocol';

/** One fact of a room as its viewer may know it. */
export type GameEvent = Update['events'][number];
