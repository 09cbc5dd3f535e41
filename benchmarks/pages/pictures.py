"""How long a link's picture takes: `python -m benchmarks.pages.pictures` draws an invitation, a puzzle and a table with
the whole box but its jokers, of every edition and three times each, and prints the least processor time and the bytes.

Processor time, since a server makes pictures one after the other in a process of its own.
"""

from collections.abc import Iterator
from time import process_time

from tilerummy import editions
from tilerummy.previews.drawing import drawn
from tilerummy.previews.drawings import Drawings
from tilerummy.previews.preview import Plate, Scene, jokers_of, sample
from tilerummy.previews.puzzles import of_puzzle
from tilerummy.previews.raster import png
from tilerummy.puzzles.book import packaged
from tilerummy.rooms.views.projection import edition_shown
from tilerummy.web.static_files import BUNDLE

TRIES = 3


def scenes(name: str) -> Iterator[tuple[str, Scene]]:
    """What is drawn of an edition."""
    edition = editions.load(name)
    shown, book = edition_shown(edition), packaged(edition)
    seats = [Plate("Anna", lit=True), Plate("Bram"), Plate(None), Plate(None)]
    yield (
        "invitation",
        Scene("Anna invites you", name, shown.palette, sample(jokers_of(shown.jokers)), seats, (), "free"),
    )
    if book is not None:
        yield "puzzle", of_puzzle(book.puzzles[0], edition, "en").scene
    runs = [[f"{colour}{number}" for number in numbers] for colour in "krby" for numbers in (range(1, 7), range(7, 14))]
    yield "whole box", Scene("Anna wins", name, shown.palette, runs * edition.tiles.copies, seats[:2])


def main() -> None:
    """Measure and print."""
    drawings = Drawings(BUNDLE / "pictures")
    for name in editions.names():
        for what, scene in scenes(name):
            took, made = [], b""
            for _ in range(TRIES):
                begun = process_time()
                made = png(drawn(scene, drawings), drawings.fonts)
                took.append(process_time() - begun)
            print(f"{name:20} {what:10} {1000 * min(took):5.0f} ms {len(made):7,} bytes")


if __name__ == "__main__":
    main()
