/** The computer players of *Play now*: their level follows the reader's results in this browser, unless told to stay. */
import type { Snapshot } from '../../gen/protocol';
import { t } from '../../i18n/i18n.svelte';
import { levels, makeRoom } from '../../net/api';
import { ensureSession } from '../../net/http';
import { fetchAhead } from '../../pages';
import { router } from '../../router.svelte';
import { settings } from '../../settings.svelte';

const OPPONENTS = 2;

/** Fetch what such a game begins with. */
export function prepare(): void {
  fetchAhead('table');
  import('../table/game/part_in_deal').catch(() => undefined);
}

/** A game against computer players of the reader's level, begun at once. Raises Refusal. */
export async function playNow(): Promise<void> {
  await ensureSession();
  const { room } = await makeRoom({
    edition: 'original',
    seats: OPPONENTS + 1,
    computers: Array.from({ length: OPPONENTS }, () => settings.level),
    limit: null,
    name: settings.name === '' ? t('guest') : settings.name,
    start: true,
  });
  router.go(`/t/${room}`);
}

/** Whether the reader won this game against computer players of their level alone; null for any other game. */
export function won({ you, seats, result }: Snapshot, level: string): boolean | null {
  const others = seats.filter((_, at) => at !== you);
  if (you === null || result === null || result.winners.length === 0) return null;
  return others.every((seat) => seat.level === level) ? result.winners.includes(you) : null;
}

/** The level above `level` among all, the easiest first, or the one below; itself at either end. */
export function beside(all: readonly string[], level: string, above: boolean): string {
  return all[all.indexOf(level) + (above ? 1 : -1)] ?? level;
}

/** Let the level follow a game that has just ended; whether it goes up, null where it stays. */
export async function follow(game: Snapshot): Promise<boolean | null> {
  const above = settings.follows ? won(game, settings.level) : null;
  if (above === null) return null;
  const { levels: all, strengths } = await levels();
  const measured = all.filter((_, at) => strengths[at] !== null);
  const next = beside(measured, settings.level, above);
  if (next === settings.level || !measured.includes(settings.level)) return null;
  settings.level = next;
  return above;
}
