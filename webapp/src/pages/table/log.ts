/** One sentence for each fact of the game; the sentences are shared with the written-out record. */
import { locale } from '../../i18n/i18n.svelte';
import type { Params } from '../../i18n/format';
import type { GameEvent } from '../../net/events';
import { tileName, tileNames } from './names';

export interface LogLine {
  readonly text: string;
  readonly seat: number | null;
}

export function logLine(event: GameEvent, name: (seat: number) => string, palette: readonly string[]): LogLine | null {
  const say = (seat: number | null, key: string, params: Params = {}): LogLine => ({
    seat,
    text: locale.code('event', key, seat === null ? params : { name: name(seat), ...params }),
  });
  switch (event.t) {
    case 'started':
      return say(event.starter, 'starter');
    case 'played':
      return say(event.seat, event.opened ? 'opened' : 'played', {
        count: event.played.length,
        tiles: tileNames(event.played, palette),
        points: event.points,
      });
    case 'drew':
      return event.tile === null
        ? say(event.seat, 'drew')
        : say(event.seat, 'drew-tile', { tile: tileName(event.tile, palette) });
    case 'passed':
      return say(event.seat, 'passed');
    case 'timed-out': {
      const count = event.outcome === 'stood' ? event.played.length : event.drawn;
      return say(event.seat, `timed-out-${event.outcome}`, { count, tiles: tileNames(event.played, palette) });
    }
    case 'resigned':
      return say(event.seat, 'resigned');
    case 'ended': {
      const names = event.result.winners.map(name).join(', ');
      return say(null, event.result.winners.length === 0 ? 'ended-drawn' : `ended-${event.result.reason}`, { names });
    }
    default:
      return null;
  }
}
