"""Pages of plain HTML, put together from elements, so that no text is ever taken for markup."""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

from tilerummy.messages import direction

Part = Element | str | int | None
"""What stands in an element; None for nothing."""


def element(tag: str, *parts: Part, **attributes: str | int) -> Element:
    """An element; `class_` is its class, and a line below becomes a hyphen."""
    named = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    made = Element(tag, named)
    for part in parts:
        if isinstance(part, Element):
            made.append(part)
        elif part is not None:
            _write(made, str(part))
    return made


def table(
    heads: Iterable[str], rows: Iterable[Iterable[Part]], caption: str | None = None, under: int | None = None
) -> Element:
    """A table with a heading; the first two cells of a row are a place and a name. `under`: the row (from 0) with a
    line under it."""
    head = element("thead", element("tr", *(element("th", name, scope="col") for name in heads)))
    body = element("tbody", *(element("tr", *(element("td", cell) for cell in row)) for row in rows))
    if under is not None:
        body[under].set("class", "under")
    called = () if caption is None else (element("caption", caption),)
    return element("div", element("table", *called, head, body), class_="wide")


def page(lang: str, title: str, *parts: Part) -> bytes:
    """A whole page."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("link", rel="stylesheet", href="style.css"),
    )
    body = element("body", element("main", element("h1", title), *parts))
    whole = element("html", head, body, lang=lang, dir=direction(lang))
    written: bytes = tostring(whole, encoding="utf-8", method="html")
    return b"<!doctype html>\n" + written + b"\n"


def _write(made: Element, text: str) -> None:
    """Add a text after what stands in an element."""
    if len(made):
        made[-1].tail = (made[-1].tail or "") + text
    else:
        made.text = (made.text or "") + text
