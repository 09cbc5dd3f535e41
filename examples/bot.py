"""A computer player as a program in Python: lays what the library finds in the position that it is told.

Try it with `tilerummy bot check "python3 examples/bot.py"`; docs/players.md has the protocol.
"""

import json
import sys

import tilerummy as tr


def move(line: str, edition: tr.Edition) -> str:
    """The move in a position line: the best play; else a draw, or a pass once the pool is empty."""
    position = tr.from_layout(tr.parse_position(line), edition)
    play = tr.solve(position).play
    return str(play) if play is not None else "draw" if position.pool else "pass"


def main() -> None:
    """Answer lines until the end."""
    edition = tr.load_edition("original")
    position = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        match word:
            case "tilerummy":
                print("hello 1 Best play", flush=True)
            case "edition":
                edition = tr.from_json(rest, tr.Edition)
            case "view":
                position = json.loads(rest)["position"]
            case "go":
                print(move(position, edition), flush=True)
            case "refused":
                print(f"refused: {rest}", file=sys.stderr)
            case "quit":
                return


if __name__ == "__main__":
    main()
