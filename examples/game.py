"""A whole game: dealt, asked, played, drawn, written as text and read back. `python game.py [FOLDER]`."""

import sys
from pathlib import Path

import tilerummy as tr
from tilerummy import svg


def played(seed: int) -> tr.Game:
    """A game of two in which seat 0 lays what the solver finds and seat 1 is a computer player."""
    game = tr.Game.new("original", ["Solver", "Steady"], seed=seed)
    while game.turn is not None:
        if game.turn == 1:
            game.move(game.choose("steady"))
            continue
        answer = tr.solve(game.position)
        if answer.play is not None:
            game.play(answer.play)
        elif game.position.pool:
            game.draw()
        else:
            game.pass_()
    return game


def main(folder: Path) -> None:
    """Play one, leave its text and a drawing of its end in the folder."""
    game = played(seed=7)
    assert game.result is not None
    print(", ".join(f"{name} {score}" for name, score in zip(game.players, game.result.scores, strict=True)))
    text = folder / "game.txt"
    text.write_text(str(game), encoding="utf-8")
    again = tr.Game.parse(text.read_text(encoding="utf-8"))
    assert again == game
    last = again.undo()
    print(f"The last turn was {type(last[0]).__name__.lower()}; before it: {again.position}")
    (folder / "end.svg").write_text(svg.table(game.table, game.edition), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
