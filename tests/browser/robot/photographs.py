"""Drawings of tiles on a table that pass for photographs: what the camera of the page is shown."""

from collections.abc import Sequence

from playwright.sync_api import Page

INK = {"k": "#1c1c22", "r": "#c41230", "b": "#1458c8", "y": "#e07b00"}
_STYLE = """
body { margin: 0; background: #6d4a2f linear-gradient(100deg, #7a5436, #5d3e27);
    font: 700 40px Helvetica, Arial, sans-serif; letter-spacing: -2px }
p { display: flex; position: absolute; margin: 0 }
b { position: relative; width: 66px; height: 94px; border-radius: 7px; background: #f7f1e3; text-align: center;
    line-height: 62px; box-shadow: 0 3px 5px #0008, inset 0 -3px 2px #0002, inset 0 0 2px #0004; margin: 0 1px }
i { position: absolute; left: 20px; bottom: 9px; width: 26px; height: 26px; border-radius: 50%; background: #efe6d2 }
"""


_FACE = """<svg viewBox="0 0 66 94" fill="none" stroke-width="4" stroke-linecap="round"><circle cx="33" cy="34" r="20"/>
<path d="M25 28v1M41 28v1M23 38c4 9 16 9 20 0"/></svg>"""


def _tile(kind: str) -> str:
    colour, said = (INK[kind[0]], kind[1:]) if kind != "J" else (INK["r"], _FACE)
    return f'<b style="color:{colour};stroke:{colour}">{said}<i></i></b>'


def photograph(page: Page, rows: Sequence[str], columns: int = 1) -> bytes:
    """A JPEG of these rows of notation, each a meld or a row of a rack; on the table they lie in several columns and a
    little askew."""
    lines = []
    for at, row in enumerate(rows):
        left, top = 60 + 560 * (at % columns), 60 + at // columns * (150 if columns > 1 else 98)
        turn = 0 if columns == 1 else (-3, 2, 4)[at % 3]
        tiles = "".join(map(_tile, row.split()))
        lines.append(f'<p style="left:{left}px;top:{top}px;rotate:{turn}deg">{tiles}</p>')
    drawing = page.context.new_page()
    drawing.set_viewport_size({"width": 1200, "height": 900})
    drawing.set_content(f"<style>{_STYLE}</style>{''.join(lines)}")
    picture = drawing.screenshot(type="jpeg", quality=88)
    drawing.close()
    return picture
