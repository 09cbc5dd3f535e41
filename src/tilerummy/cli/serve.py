"""`tilerummy serve`: the server, until Ctrl-C."""

import argparse
import errno
import ipaddress
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from tilerummy.cli.errors import CliError
from tilerummy.messages import language, text

DATA = "TILERUMMY_DATA"
"""The environment variable that names the data folder where no option does."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    lang = language()
    parser.add_argument("--host", default="127.0.0.1", help=text(lang, "cli.serve-host"))
    parser.add_argument("--port", type=int, default=8000, help=text(lang, "cli.serve-port"))
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help=text(lang, "cli.serve-data"))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    return serve(args, lambda _: None)


def serve(args: argparse.Namespace, ready: Callable[[str], None]) -> int:
    """Serve until told to stop; `ready` is called with the page's address once it answers.

    Raises CliError: `port-in-use`, `cannot-listen`, `bad-setting` and the codes of DataError.
    """
    from tilerummy.rooms.settings import from_environment
    from tilerummy.store import DataError
    from tilerummy.web import logs
    from tilerummy.web.server import addresses, listen, make_server

    logs.configure()
    try:
        settings = from_environment(alone=_is_loopback(args.host))
    except ValueError as error:
        raise CliError("bad-setting", reason=str(error)) from None
    try:
        listener = listen(args.host, args.port)
    except (OSError, OverflowError) as error:
        code = "port-in-use" if getattr(error, "errno", None) == errno.EADDRINUSE else "cannot-listen"
        raise CliError(code, host=args.host, port=args.port, reason=str(error)) from None
    port = listener.getsockname()[1]
    everywhere = args.host in ("0.0.0.0", "::")
    own = f"http://{'127.0.0.1' if everywhere else _bracketed(args.host)}:{port}/"

    def told() -> None:
        print(text(args.lang, "cli.serve-ready", address=own), flush=True)
        if everywhere:
            for address in addresses():
                print(text(args.lang, "cli.serve-share", address=f"http://{address}:{port}/"), flush=True)
        if not settings.restore:
            print(text(args.lang, "cli.serve-no-restore"), flush=True)
        ready(own)

    try:
        server = make_server(args.data or default_data(), settings, told)
    except DataError as error:
        listener.close()
        raise CliError(error.code, **error.params) from None
    # The server closes every room first and then raises the signal again: an orderly end, and nothing left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server.run(sockets=[listener])
    return 0 if server.started else 1


def default_data() -> Path:
    """Where games are kept when nobody says where: $TILERUMMY_DATA, else the user's data folder of the platform."""
    if named := os.environ.get(DATA):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilerummy"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tilerummy"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tilerummy"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
