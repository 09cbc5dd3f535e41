"""What many rooms have in common is kept in memory once: their editions, and the names of tiles."""

import sys
from functools import lru_cache
from typing import Final

import msgspec

from tilerummy.rooms.events import Created, Promised, RoomEvent
from tilerummy.rules.edition.edition import Edition, Examples
from tilerummy.rules.game.events import Dealt, DealtSecret, Ended, Redealt, Started
from tilerummy.rules.game.promise import Shuffle
from tilerummy.rules.tiles import Tile

EDITIONS: Final = 256
"""Editions that are remembered: the official ones, and the last house rules."""
_replace = msgspec.structs.replace


def shared(event: RoomEvent) -> RoomEvent:
    """The same event, made of what other rooms have already."""
    match event:
        case Created():
            return _replace(event, edition=_edition(_replace(event.edition, examples=_NONE)))
        case Promised():
            return _replace(event, shuffle=_shuffle(event.shuffle))
        case Started():
            secret = _replace(
                event.secret,
                deck=_tiles(event.secret.deck),
                shuffle=None if event.secret.shuffle is None else _shuffle(event.secret.shuffle),
            )
            # what is told of an old game is told as it was stored
            edition = _edition(event.edition) if event.edition.examples == _NONE else event.edition
            return _replace(event, edition=edition, secret=secret)
        case Dealt() | Redealt():
            racks = tuple(map(_tiles, event.secret.racks))
            return _replace(event, secret=DealtSecret(racks=racks, pool=_tiles(event.secret.pool)))
        case Ended():
            return _replace(
                event, deck=_tiles(event.deck), shuffle=None if event.shuffle is None else _shuffle(event.shuffle)
            )
        case _:
            return event


_NONE: Final = Examples()


@lru_cache(maxsize=EDITIONS)
def _edition(edition: Edition) -> Edition:
    """The first of this content (editions are equal by their hash), without examples: games need none."""
    return edition


def _shuffle(shuffle: Shuffle) -> Shuffle:
    return _replace(shuffle, deck=_tiles(shuffle.deck), draws=_tiles(shuffle.draws))


def _tiles(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(map(sys.intern, tiles))
