"""Nobody can learn what they may not know: two deals that differ only in hidden tiles look the same, byte for byte."""

import random
from collections import Counter
from typing import get_args

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.bots.whole_games import Game, again, whole_game
from tilerummy.editions import load
from tilerummy.rules.game import events
from tilerummy.rules.game.events import Dealt, Drew, Ended, Event, Played, SeenEnded, SeenEvent, Started, TimedOut, seen
from tilerummy.rules.game.views import View, view
from tilerummy.rules.judge.table_diff import tiles_on
from tilerummy.rules.moves import Play
from tilerummy.rules.tiles import is_joker


class Slot:
    """A place of the deal that holds a tile; `known` once the viewer may have learned which."""

    def __init__(self, tile: str, *, known: bool = False) -> None:
        self.tile = tile
        self.known = known


class Tracker:
    """Where every dealt tile is, and which of them a viewer knows, as a game goes on."""

    def __init__(self, dealt: Dealt, viewer: int | None) -> None:
        self.racks = [
            [Slot(tile, known=seat == viewer) for tile in rack] for seat, rack in enumerate(dealt.secret.racks)
        ]
        self.pool = [Slot(tile) for tile in dealt.secret.pool]
        self.dealt_racks, self.dealt_pool = [list(rack) for rack in self.racks], list(self.pool)
        self.viewer = viewer

    def follow(self, event: Event, draft: Play | None) -> None:
        if isinstance(event, TimedOut) and draft is not None:
            # what lay open shaped the outcome, so its tiles may not be exchanged
            for slot in self._find(event.seat, tiles_on(draft.table) + tiles_on(draft.opening)):
                slot.known = True
        if isinstance(event, Played | TimedOut):
            for slot in self._find(event.seat, Counter(event.played)):
                slot.known = True
                self.racks[event.seat].remove(slot)
        if isinstance(event, TimedOut):
            self.racks[event.seat] += [Slot(tile, known=True) for tile in event.returned]
        if isinstance(event, Drew | TimedOut):
            for _ in range(event.drawn if isinstance(event, TimedOut) else 1):
                slot = self.pool.pop(0)
                slot.known = event.seat == self.viewer
                self.racks[event.seat].append(slot)

    def _find(self, seat: int, tiles: Counter[str]) -> list[Slot]:
        found = []
        for slot in sorted(self.racks[seat], key=lambda slot: not slot.known):
            if tiles[slot.tile] > 0:
                tiles[slot.tile] -= 1
                found.append(slot)
        return found

    def exchanged(self, stream: random.Random, *, jokers: bool) -> list[str]:
        """A deck that differs only in tiles the viewer does not know."""
        every = [slot for rack in [*self.dealt_racks, self.dealt_pool] for slot in rack]
        hidden = [slot for slot in every if not slot.known and (jokers or not is_joker(slot.tile))]
        tiles = [slot.tile for slot in hidden]
        stream.shuffle(tiles)
        for slot, tile in zip(hidden, tiles, strict=True):
            slot.tile = tile
        if jokers:
            return [slot.tile for slot in every]
        return ["J"] * len(self.racks) + [slot.tile for slot in every if not is_joker(slot.tile)]


def seen_bytes(game: Game, viewer: int | None) -> list[bytes]:
    """All that the viewer is ever sent before the end."""
    sent = [msgspec.json.encode(seen(event, viewer)) for event in game.events if not isinstance(event, Ended)]
    return sent + [msgspec.json.encode(view(state, viewer)) for state in game.states if state.over is None]


@pytest.mark.parametrize("edition", ["original", "twist", "suomi", "sabra", "belgian-tournament", "xp-160", "duel"])
@settings(max_examples=2, phases=[Phase.generate])
@given(seed=st.integers(0, 10_000), part=st.floats(0.1, 0.7))
def test_two_deals_that_differ_in_hidden_tiles_alone_look_the_same(edition: str, seed: int, part: float) -> None:
    rules = load(edition)
    game = whole_game(rules, seed, rules.players.most, hasty=True)
    count = max(1, int(part * (len(game.commands) - 1)))
    game = again(game, game.end.deck, "salt", count)
    dealt = game.events[1]
    assert isinstance(dealt, Dealt)
    for viewer in (None, *range(rules.players.most)):
        tracker = Tracker(dealt, viewer)
        for event, command in zip(game.events[2:], game.commands, strict=True):
            tracker.follow(event, command.move if isinstance(command.move, Play) else None)
        deck = tracker.exchanged(random.Random(seed), jokers=not rules.deal.joker_each)
        other = again(game, deck, "pepper", count)
        assert other.end.racks != game.end.racks or other.end.pool != game.end.pool
        assert seen_bytes(other, viewer) == seen_bytes(game, viewer)


def test_a_seat_does_see_its_own_tiles() -> None:
    game = whole_game(load("original"), 3, 2)
    dealt = game.events[1]
    assert isinstance(dealt, Dealt)
    shown = seen(dealt, 0)
    assert isinstance(shown, events.SeenDealt)
    assert shown.rack == dealt.secret.racks[0]
    drew = next(event for event in game.events if isinstance(event, Drew) and event.seat == 0)
    own, other = seen(drew, 0), seen(drew, 1)
    assert isinstance(own, events.SeenDrew)
    assert own.tile == drew.secret.tile
    assert isinstance(other, events.SeenDrew)
    assert other.tile is None


def test_no_type_that_leaves_can_hold_a_secret() -> None:
    """The wire's types have no secret part; racks, deck and salt are in the result of a finished game alone."""
    for kind in get_args(SeenEvent):
        fields = set(kind.__struct_fields__)
        assert "secret" not in fields
        if kind is not SeenEnded:
            assert not fields & {"racks", "deck", "salt", "draft"}
    assert not set(View.__struct_fields__) & {"racks", "deck", "salt", "fresh", "secret"}


def test_a_finished_game_lies_open_to_everyone() -> None:
    game = whole_game(load("original"), 3, 2)
    start = game.events[0]
    assert isinstance(start, Started)
    for viewer in (None, 0, 1):
        shown = view(game.end, viewer)
        assert shown.revealed is not None
        assert (shown.revealed.deck, shown.revealed.salt) == (start.secret.deck, start.secret.salt)
        assert shown.result == game.end.over
