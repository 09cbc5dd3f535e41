"""What notebooks draw: `tilerummy.svg` does it, and is loaded only when one of them asks."""

from importlib import import_module


class Drawn:
    """A value that notebooks show as a drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The drawing as SVG; None, and so the text, in an installation without the page's drawings."""
        # by name: the rules know no drawings
        picture: str | None = import_module("tilerummy.svg").shown(self)
        return picture
