"""What the link of a puzzle shows: its table and its rack, which everybody who solves it sees."""

from tilerummy.editions.texts import name
from tilerummy.messages import text
from tilerummy.previews.preview import Preview, Scene
from tilerummy.puzzles.puzzle import Puzzle
from tilerummy.rules.edition.edition import Edition
from tilerummy.rules.notation import parse_position


def of_puzzle(puzzle: Puzzle, edition: Edition, lang: str, *, day: bool = False) -> Preview:
    """The position to solve; `day`: it is today's."""
    title = text(lang, "page.puzzle-ask", count=len(puzzle.laid.split()))
    what = text(lang, "page.puzzles-today" if day else "link.puzzle")
    layout = parse_position(puzzle.position)
    line = f"{what} · {name(edition, lang)}"
    scene = Scene(
        heading=title,
        line=line,
        palette=edition.tiles.palette,
        melds=[meld.tiles for meld in layout.table],
        rack=layout.rack,
    )
    return Preview(title, f"{line}. {text(lang, 'page.puzzle-text')}", scene, puzzle.id)
