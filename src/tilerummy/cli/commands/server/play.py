"""`tilerummy play`: the server, and the table open in the browser."""

import argparse
import threading
import webbrowser

from tilerummy.cli.commands.server import serve
from tilerummy.messages import language, text

EXAMPLES = ("tilerummy play",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    serve.configure(parser)
    parser.add_argument("--no-browser", action="store_true", help=text(language(), "cli.play-no-browser"))


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop, with the page opened once it answers."""

    def ready(address: str) -> None:
        if not args.no_browser:
            # Finding a browser may take seconds; the server has better things to do.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    return serve.serve(args, ready)
