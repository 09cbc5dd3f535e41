"""SVG to PNG, where resvg is installed (`pip install 'tilerummy[pictures]'`)."""

from collections.abc import Sequence
from importlib.util import find_spec

from tilerummy.previews.lettering import foreign


def can_draw() -> bool:
    """Whether there is anything to draw with."""
    return find_spec("resvg_py") is not None


def png(svg: str, fonts: Sequence[str]) -> bytes:
    """The picture. It holds Python's lock while it is made, so that a server does it in another process.

    The machine's own fonts are looked through only where ours lack a letter.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=list(fonts), skip_system_fonts=not foreign(svg)))
