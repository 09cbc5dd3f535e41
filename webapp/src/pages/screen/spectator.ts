/** A line to a room that sees only what a spectator sees, even for a player: a big screen is for everyone's eyes. */
import type { Update, Welcome } from '../../gen/protocol';
import { RoomSocket } from '../../net/socket';
import type { Connect } from '../table/game/game.svelte';

export function spectated<M extends Welcome | Update>(message: M): M {
  return {
    ...message,
    events: message.events.map((event) => {
      if (event.t === 'drew') return { ...event, tile: null };
      return event.t === 'dealt' || event.t === 'redealt' ? { ...event, rack: [] } : event;
    }),
    state: { ...message.state, you: null, owner: false, opened: false, hints: false, rack: [], drawn: [] },
  };
}

export function asSpectator(room: string): Connect {
  return (listener) =>
    new RoomSocket(room, {
      state: (message) => listener.state(spectated(message)),
      message: (message) => {
        if (message.t !== 'arranged') listener.message(message);
      },
      connection: (connection) => listener.connection(connection),
    });
}
