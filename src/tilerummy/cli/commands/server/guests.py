"""`tilerummy guests`: who plays here, ending the sessions of a guest whose cookie is in wrong hands, and keeping one
or an address out for a time; also while the server runs."""

import argparse
import json
import time
from datetime import datetime
from typing import Final

import msgspec

from tilerummy.cli.beside import with_store
from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place
from tilerummy.cli.typed import typed_duration
from tilerummy.cli.verbs import add_verb, add_verbs
from tilerummy.messages import language, text
from tilerummy.rooms.events import Created, SeatTaken, Sitter, decode
from tilerummy.store import Closing, Playing, Store
from tilerummy.store.statements import is_room
from tilerummy.web.addresses import SITE, counted, parse
from tilerummy.web.revocations import EVERYBODY

EXAMPLES = (
    "tilerummy guests list",
    "tilerummy guests revoke --all",
    "tilerummy guests close --address 203.0.113.7 --for 1h",
)

SHOWN = 3
"""Rooms of a guest that are listed by id, the last ones; --json lists all."""


class Guest(msgspec.Struct, frozen=True):
    """One guest: the id, the name in the room they were seen in last, when that was (ms), the rooms by time."""

    player: str
    name: str
    seen: int | None
    rooms: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command: those of each action."""
    lang, verbs = language(), add_verbs(parser)
    shown, revoked, closed, reopened, closings = (
        add_verb(verbs, name, text(lang, f"cli.guests-{name}")) for name in _ACTIONS
    )
    for verb in (shown, revoked, closed, reopened, closings):
        add_place(verb)
    for verb in (closed, reopened):
        verb.add_argument("player", nargs="?", metavar="PLAYER", help=text(lang, "cli.guests-player"))
        verb.add_argument("--address", metavar="ADDRESS", help=text(lang, "cli.guests-address"))
    shown.add_argument("--room", metavar="ROOM", help=text(lang, "cli.guests-room"))
    shown.add_argument("--json", action="store_true", help=text(lang, "cli.guests-json"))
    revoked.add_argument("player", nargs="?", metavar="PLAYER", help=text(lang, "cli.guests-player"))
    revoked.add_argument("--all", action="store_true", help=text(lang, "cli.guests-all"))
    revoked.add_argument("--issued-before", metavar="DATE", help=text(lang, "cli.guests-issued-before"))
    closed.add_argument("--for", dest="duration", metavar="TIME", required=True, help=text(lang, "cli.guests-for"))
    closings.add_argument("--json", action="store_true", help=text(lang, "cli.guests-json"))


def run(args: argparse.Namespace) -> int:
    """Do what is asked. Raises CliError: `guests-arguments`, `guests-date`, `guests-one`, `guests-address`, `duration`,
    `guests-not-closed`, `storage` and the codes of DataError."""
    if args.action == "revoke":
        _consider(args)
    with_store(args, lambda store: _ACTIONS[args.action](store, args))
    return 0


def _consider(args: argparse.Namespace) -> None:
    """One guest or all, never both, and never nobody. Raises CliError."""
    if (args.player and args.all) or not (args.player or args.all or args.issued_before):
        raise CliError("guests-arguments")


async def _list(store: Store, args: argparse.Namespace) -> None:
    guests = await listed(store, args.room)
    if args.json:
        print(json.dumps([msgspec.to_builtins(guest) for guest in guests]))
    else:
        for guest in guests:
            print(_line(guest))


async def _revoke(store: Store, args: argparse.Namespace) -> None:
    if args.issued_before is not None:
        before = min(time.time_ns() // 1_000_000, _moment(args.issued_before))
        await store.revoke(args.player or EVERYBODY, before)
        said = "cli.guests-revoked" if args.player else "cli.guests-all-revoked"
        print(text(args.lang, said, player=args.player, moment=_told(before)))
    elif args.player:
        await store.revoke(args.player)
        print(text(args.lang, "cli.guests-ended", player=args.player))
    else:
        await store.end_era()
        print(text(args.lang, "cli.guests-all-ended"))


async def _close(store: Store, args: argparse.Namespace) -> None:
    name, now = _named(args), time.time_ns() // 1_000_000
    until = now + typed_duration("--for", args.duration) * 1000
    await store.keep_closing(Closing(name, now, until))
    print(text(args.lang, "cli.guests-close-done", name=name, moment=_told(until)))


async def _reopen(store: Store, args: argparse.Namespace) -> None:
    name = _named(args)
    if not await store.lift_closing(name):
        raise CliError("guests-not-closed", name=name)
    print(text(args.lang, "cli.guests-reopen-done", name=name))


async def _closed(store: Store, args: argparse.Namespace) -> None:
    closings = await store.closings(time.time_ns() // 1_000_000)
    if args.json:
        print(json.dumps([msgspec.to_builtins(closing) for closing in closings]))
    else:
        for closing in closings:
            print(f"{closing.name:32}  {_told(closing.made)}  {_told(closing.until)}")


def _named(args: argparse.Namespace) -> str:
    """The guest, or the address as the server counts it. Raises CliError."""
    if (args.player is None) == (args.address is None) or (args.player and parse(args.player)):
        raise CliError("guests-one")
    if args.address is None:
        return str(args.player)
    # as the list shows a network
    host = args.address.removesuffix(f"/{SITE}")
    if parse(host) is None:
        raise CliError("guests-address", given=args.address)
    return counted(host)


_ACTIONS: Final = {"list": _list, "revoke": _revoke, "close": _close, "reopen": _reopen, "closed": _closed}


async def listed(store: Store, room: str | None) -> list[Guest]:
    """The guests who sat down in a room, or in any, those seen last first. Raises StorageFailure."""
    seats: dict[str, list[Playing]] = {}
    for seat in filter(lambda seat: is_room(seat.game), await store.playing_guests(room)):
        seats.setdefault(seat.player, []).append(seat)
    guests = [await _guest(store, player, theirs) for player, theirs in seats.items()]
    return sorted(guests, key=lambda guest: guest.seen or 0, reverse=True)


async def _guest(store: Store, player: str, seats: list[Playing]) -> Guest:
    seats = sorted(seats, key=lambda seat: seat.seen or 0)
    return Guest(player, await _name(store, player, seats[-1].game), seats[-1].seen, tuple(s.game for s in seats))


async def _name(store: Store, player: str, game: str) -> str:
    """What the guest was called there, last; empty where that cannot be read."""
    name = ""
    for row in (await store.log(game))[1]:
        for sitter in _sitters(row.body):
            if sitter is not None and sitter.player == player:
                name = sitter.name
    return name


def _sitters(body: bytes) -> tuple[Sitter | None, ...]:
    try:
        events = decode(body)
    except msgspec.ValidationError:
        return ()
    taken = tuple(event.sitter for event in events if isinstance(event, SeatTaken))
    return sum((event.sitters for event in events if isinstance(event, Created)), ()) + taken


def _line(guest: Guest) -> str:
    more = len(guest.rooms) - SHOWN
    rooms = " ".join(reversed(guest.rooms[-SHOWN:])) + (f" +{more}" if more > 0 else "")
    return f"{guest.player:32}  {_told(guest.seen) if guest.seen else '-':16}  {guest.name:24}  {rooms}"


def _told(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000).strftime("%Y-%m-%d %H:%M")


def _moment(given: str) -> int:
    """Milliseconds since the epoch of a date, or of a date and time; of this machine's zone where it names none."""
    try:
        return round(datetime.fromisoformat(given).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise CliError("guests-date", given=given) from None
