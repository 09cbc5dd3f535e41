"""The events of a game and the steps of a play as sentences, from the namespaces `event` and `step`."""

from collections.abc import Callable, Iterator

from tilerummy.cli.drawing import Pen
from tilerummy.editions.texts import counting
from tilerummy.messages import text
from tilerummy.rules.game.events import Dealt, Drew, Ended, Event, Passed, Played, Redealt, Resigned, Started, TimedOut
from tilerummy.rules.game.state import GameState
from tilerummy.rules.moves import Play
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.position import Position
from tilerummy.rules.tiles import is_joker
from tilerummy.solver.explain.steps import explain

Name = Callable[[int], str]


def sentences(event: Event, after: GameState, name: Name, lang: str) -> Iterator[str]:
    """One event in words, hidden tiles included; `name` names a seat, `after` is the state it led to."""

    def say(key: str, **params: object) -> str:
        return text(lang, f"event.{key}", **params)

    match event:
        case Started():
            yield say("started", edition=event.edition.name, count=event.seats)
            yield from _draw_for_start(event, name, lang)
        case Dealt():
            yield say("dealt", tiles=event.tiles[0], pool=event.pool)
        case Redealt():
            yield say("redealt", name=name(event.seat), tiles=format_tiles(event.doubles), pool=event.pool)
        case Played():
            key, tiles = ("opened" if event.opened else "played"), format_tiles(event.played)
            yield say(key, name=name(event.seat), count=len(event.played), tiles=tiles, points=event.points)
        case Drew():
            yield say("drew-tile", name=name(event.seat), tile=event.secret.tile)
        case Passed():
            yield say("passed-unproved" if event.proof == "unproved" else "passed", name=name(event.seat))
        case TimedOut():
            free = event.outcome == "stood" and not event.drawn
            key = event.outcome if free or event.outcome != "stood" else "stood-late"
            count, tiles = len(event.played) if free else event.drawn, format_tiles(event.played)
            yield say(f"timed-out-{key}", name=name(event.seat), count=count, tiles=tiles)
        case Resigned():
            yield say("resigned", name=name(event.seat))
        case Ended():
            result = event.result
            names = ", ".join(map(name, result.winners))
            yield say(f"ended-{result.reason if result.winners else 'drawn'}", names=names, name=names)
            for seat, points in enumerate(result.scores):
                yield say("score", name=name(seat), points=f"{points:+d}", rack=result.values[seat])
            if counted := counting(after.edition, lang):
                yield counted
            for bill in result.unopened:
                melds = ", ".join(bill.opening)
                yield say(f"unopened-{bill.proof}", name=name(bill.seat), points=bill.pays, melds=melds)
    if not after.pool and (isinstance(event, Drew) or (isinstance(event, TimedOut) and event.drawn)):
        yield say("pool-empty" if after.last_turns is None else "last-turns")


def _draw_for_start(event: Started, name: Name, lang: str) -> Iterator[str]:
    """The draw for the first turn, lot by lot."""
    time = 1
    for lot in event.lots:
        if lot.round > time:
            time = lot.round
            again = dict.fromkeys(other.seat for other in event.lots if other.round == time)
            yield text(lang, "event.lot-again", names=", ".join(map(name, again)))
        key = "lot-joker" if is_joker(lot.tile) else "lot"
        yield text(lang, f"event.{key}", name=name(lot.seat), tile=lot.tile)
    yield text(lang, "event.starter", name=name(event.starter))


def steps_told(position: Position, play: Play, drawn: Pen, lang: str) -> Iterator[str]:
    """The steps by which a person would make the play, after a heading."""
    yield text(lang, "cli.solve-steps")
    for number, step in enumerate(explain(position, play), 1):
        params = {name: drawn.tiles(tiles.split()) for name, tiles in step.params.items()}
        yield f"  {number}. {text(lang, f'step.{step.code}', **params)}"
