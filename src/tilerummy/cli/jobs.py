"""How many processes share the work of a command: `--jobs`."""

import argparse
import os
from typing import Final

from tilerummy.cli.typed import in_range
from tilerummy.messages import text

MOST_JOBS: Final = 256


def add_jobs(parser: argparse.ArgumentParser, lang: str) -> None:
    """Add the option; without a number there is one for each core."""
    cores, words = os.cpu_count() or 1, text(lang, "cli.jobs")
    parser.add_argument("--jobs", type=int, nargs="?", const=cores, default=1, metavar="N", help=words)


def check_jobs(args: argparse.Namespace) -> None:
    """Raises CliError, `number`, where there are too many or none."""
    in_range("--jobs", args.jobs, MOST_JOBS)
