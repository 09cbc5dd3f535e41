"""`tilerummy serve`: the server, until Ctrl-C."""

import argparse
import errno
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace

from tilerummy import extras
from tilerummy.cli.additions import programs_of, tell_broken
from tilerummy.cli.errors import CliError
from tilerummy.cli.places import SESSION_KEYS, add_place, place
from tilerummy.coded import SettingError
from tilerummy.messages import language, text

EXAMPLES = ("tilerummy serve --host 0.0.0.0 --port 8000",)

BUS = "TILERUMMY_BUS"
"""The environment variable with the address of the bus where no option names one."""
TRUSTED_PROXY = "TILERUMMY_TRUSTED_PROXY"
"""The environment variable with the trusted proxies, commas between them, where no option names one."""
BOT = "TILERUMMY_BOT"
"""The environment variable with the programs that play, commas between them, where no option names one."""
PUBLIC_HOST = "TILERUMMY_PUBLIC_HOST"
"""The environment variable with the host names of the page, commas between them, where no option names one."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--host", default="127.0.0.1", help=text(lang, "cli.serve-host"))
    parser.add_argument("--port", type=int, default=8000, help=text(lang, "cli.serve-port"))
    add_place(parser)
    parser.add_argument("--bus", default=None, metavar="URL", help=text(lang, "cli.serve-bus"))
    proxy, name = text(lang, "cli.serve-trusted-proxy"), text(lang, "cli.serve-public-host")
    parser.add_argument("--trusted-proxy", action="append", metavar="ADDR", help=proxy)
    parser.add_argument("--public-host", action="append", metavar="NAME", help=name)
    parser.add_argument("--bot", action="append", metavar="NAME=PROGRAM", help=text(lang, "cli.serve-bot"))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    return serve(args, lambda _: None)


def serve(args: argparse.Namespace, ready: Callable[[str], None]) -> int:
    """Serve until told to stop; `ready` is called with the page's address once it answers.

    Raises CliError: those of `programs_of`, `port-in-use`, `cannot-listen`, the codes of SettingError,
    DataError and BusError.
    """
    from tilerummy.bus.base import BusError
    from tilerummy.outside.sandbox import dumps
    from tilerummy.rooms.settings import from_environment
    from tilerummy.solver import kernel
    from tilerummy.store import DataError
    from tilerummy.store.opening import folder_of, is_shared
    from tilerummy.web import logs
    from tilerummy.web.notices.mail.settings import SMTP
    from tilerummy.web.server import addresses, listen, make_server
    from tilerummy.web.settings import web_settings

    logs.configure()
    dumps.forbid()
    where = place(args)
    try:
        private = () if is_shared(where) else (folder_of(where),)
    except DataError as error:
        raise CliError(error.code, **error.params) from None
    programs = programs_of(args.bot or _listed(BOT), args.lang, private)
    tell_broken(args.lang)
    try:
        settings = replace(from_environment(), programs=programs, private=private)
    except SettingError as error:
        raise CliError(error.code, **error.params) from None
    try:
        listener = listen(args.host, args.port)
    except (OSError, OverflowError) as error:
        code = "port-in-use" if getattr(error, "errno", None) == errno.EADDRINUSE else "cannot-listen"
        raise CliError(code, host=args.host, port=args.port, reason=str(error)) from None
    address, port = listener.getsockname()[:2]
    everywhere = args.host in ("0.0.0.0", "::")
    own = f"http://{'127.0.0.1' if everywhere else _bracketed(args.host)}:{port}/"

    def told() -> None:
        print(text(args.lang, "cli.serve-ready", address=own), flush=True)
        if everywhere and not web.names:
            for friendly in addresses():
                print(text(args.lang, "cli.serve-share", address=f"http://{friendly}:{port}/"), flush=True)
        if not web.restore:
            print(text(args.lang, "cli.serve-no-restore"), flush=True)
        if kernel.found().kind == "none":
            get = text(args.lang, "cli.doctor-get-kernel", command=extras.command("wasm"))
            print(text(args.lang, "cli.serve-no-kernel", get=get), flush=True)
        ready(own)

    try:
        web = web_settings(
            args.trusted_proxy or _listed(TRUSTED_PROXY), args.public_host or _listed(PUBLIC_HOST), address, os.environ
        )
        # what workers are started with, others of this user can read until they forbid it
        for secret in (SESSION_KEYS, SMTP):
            os.environ.pop(secret, None)
        server = make_server(where, args.bus or os.environ.get(BUS), settings, web, told)
    except (SettingError, DataError, BusError) as error:
        listener.close()
        raise CliError(error.code, **error.params) from None
    # The server closes every room first and then raises the signal again: an orderly end, and nothing left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server.run(sockets=[listener])
    return 0 if server.started else 1


def _listed(variable: str) -> list[str]:
    return [word.strip() for word in os.environ.get(variable, "").split(",") if word.strip()]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
