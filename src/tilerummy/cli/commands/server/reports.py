"""`tilerummy reports`: what people at tables report to the owner of the server; also while it runs."""

import argparse
import json
from datetime import datetime

import msgspec

from tilerummy.cli.beside import with_store
from tilerummy.cli.errors import CliError
from tilerummy.cli.places import add_place
from tilerummy.messages import language, text
from tilerummy.store import Report, Store

EXAMPLES = ("tilerummy reports", "tilerummy reports done 1f3a9c20")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    add_place(parser)
    parser.add_argument("action", nargs="?", choices=("done",), help=text(lang, "cli.reports-done"))
    parser.add_argument("id", nargs="?", metavar="ID", help=text(lang, "cli.reports-id"))
    parser.add_argument("--json", action="store_true", help=text(lang, "cli.guests-json"))


def run(args: argparse.Namespace) -> int:
    """List, or put one away. Raises CliError: `reports-id`, `reports-unknown`, `storage` and the codes of DataError."""
    if args.action and not args.id:
        raise CliError("reports-id")
    work = _done if args.action else _list
    with_store(args, lambda store: work(store, args))
    return 0


async def _list(store: Store, args: argparse.Namespace) -> None:
    reports = await store.reports()
    if args.json:
        print(json.dumps([msgspec.to_builtins(report) for report in reports]))
    else:
        for report in reports:
            print(_told(report, args.lang))


async def _done(store: Store, args: argparse.Namespace) -> None:
    if not await store.end_report(args.id):
        raise CliError("reports-unknown", id=args.id)
    print(json.dumps({"ended": args.id}) if args.json else text(args.lang, "cli.reports-ended", id=args.id))


def _told(report: Report, lang: str) -> str:
    """The report on one line, and below it the line of the chat and what the reporter says."""
    at = datetime.fromtimestamp(report.at / 1000).strftime("%Y-%m-%d %H:%M")
    reason = text(lang, f"cli.report-{report.reason}")
    head = f"{report.id}  {at}  {report.room}  {report.reported}  {report.name}  {reason}"
    return "\n".join([head, *(f"    {mark} {said}" for mark, said in ((">", report.line), ("-", report.text)) if said)])
