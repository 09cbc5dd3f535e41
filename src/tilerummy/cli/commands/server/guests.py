"""`tilerummy guests`: who plays here, and ending the sessions of a guest whose cookie is in wrong hands; also while the
server runs."""

import argparse
import asyncio
import json
import time
from datetime import datetime

import msgspec

from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place, place
from tilerummy.messages import language, languages, text
from tilerummy.rooms.events import Created, SeatTaken, Sitter, decode
from tilerummy.store import DataError, Playing, StorageFailure, Store
from tilerummy.store.opening import open_beside
from tilerummy.web.revocations import EVERYBODY

EXAMPLES = ("tilerummy guests list", "tilerummy guests revoke --all")

SHOWN = 3
"""Rooms of a guest that are listed by id, the last ones; --json lists all."""


class Guest(msgspec.Struct, frozen=True):
    """One guest: the id, the name in the room they were seen in last, when that was (ms), the rooms by time."""

    player: str
    name: str
    seen: int | None
    rooms: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command: those of `list` and those of `revoke`."""
    lang = language()
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    shown = _action(actions.add_parser("list", help=text(lang, "cli.guests-list")))
    shown.add_argument("--room", metavar="ROOM", help=text(lang, "cli.guests-room"))
    shown.add_argument("--json", action="store_true", help=text(lang, "cli.guests-json"))
    revoked = _action(actions.add_parser("revoke", help=text(lang, "cli.guests-revoke")))
    revoked.add_argument("player", nargs="?", metavar="PLAYER", help=text(lang, "cli.guests-player"))
    revoked.add_argument("--all", action="store_true", help=text(lang, "cli.guests-all"))
    revoked.add_argument("--issued-before", metavar="DATE", help=text(lang, "cli.guests-issued-before"))


def _action(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    lang = language()
    add_place(parser)
    parser.add_argument("--lang", choices=languages(), default=argparse.SUPPRESS, help=text(lang, "cli.lang"))
    return parser


def run(args: argparse.Namespace) -> int:
    """Do what is asked. Raises CliError: `guests-arguments`, `guests-date`, `storage` and the codes of DataError."""
    if args.action == "revoke":
        _consider(args)
    try:
        asyncio.run(_carry_out(args))
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    except StorageFailure as failure:
        raise CliError("storage", detail=str(failure)) from None
    return 0


def _consider(args: argparse.Namespace) -> None:
    """One guest or all, never both, and never nobody. Raises CliError."""
    if (args.player and args.all) or not (args.player or args.all or args.issued_before):
        raise CliError("guests-arguments")


async def _carry_out(args: argparse.Namespace) -> None:
    store = open_beside(place(args))
    try:
        await (_list if args.action == "list" else _revoke)(store, args)
    finally:
        await store.close()


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


async def listed(store: Store, room: str | None) -> list[Guest]:
    """The guests who sat down in a room, or in any, those seen last first. Raises StorageFailure."""
    seats: dict[str, list[Playing]] = {}
    for seat in await store.playing_guests(room):
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
