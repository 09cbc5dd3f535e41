"""Drawings of matches as SVG: the first player's shares of the wins, their 95 % intervals, and the fair share."""

from collections.abc import Iterator, Mapping, Sequence

from tilerummy.arena.play import Outcome

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 26, 250, 90, 34
INK, FAIR = "#1f5f8b", "#b22222"
COLOURS = ("#555555", "#e69f00", "#009e73", "#1f5f8b", "#cc79a7")
"""Of the pairings of one drawing, told apart by people who see few colours (Okabe and Ito)."""


def across(share: float) -> float:
    """The place of a share of wins from the left."""
    return LEFT + min(1.0, max(0.0, share)) * (WIDTH - LEFT - RIGHT)


def drawn(outcomes: Sequence[Outcome]) -> str:
    """A row with a bar for each match."""
    rows = [_row(outcome, TOP + ROW * number) for number, outcome in enumerate(outcomes)]
    return _framed(TOP, TOP + ROW * len(outcomes), rows)


def drawn_by_group(groups: Mapping[str, Sequence[Outcome]]) -> str:
    """A row for each group of matches, with a dot for each match; every group has the same pairings in the same order,
    at most as many as there are `COLOURS`."""
    pairings = [f"{each.match.first} – {each.match.second}" for each in next(iter(groups.values()))]
    top = TOP + ROW * len(pairings)
    rows = [*_legend(pairings)]
    for number, (name, outcomes) in enumerate(groups.items()):
        middle = top + ROW * number + ROW / 2
        rows.append(f'<text x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{name}</text>')
        rows.append(_mark(outcomes[0].match.fair, middle))
        for place, (outcome, colour) in enumerate(zip(outcomes, COLOURS, strict=False)):
            rows.append(_dot(outcome, colour, middle + 4 * (place - (len(outcomes) - 1) / 2)))
    return _framed(top, top + ROW * len(groups), rows)


def _framed(top: float, bottom: float, rows: Sequence[str]) -> str:
    """The whole drawing: the scale from `top` to `bottom`, and what is drawn over it."""
    height = bottom + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
           f'font-size="13"><rect width="{WIDTH}" height="{height}" fill="white"/>']  # fmt: skip
    for percent in range(0, 101, 20):
        x = across(percent / 100)
        out.append(f'<path d="M{x:.1f} {top}V{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{percent} %</text>')
    return "\n".join([*out, *rows, "</svg>"]) + "\n"


def _legend(pairings: Sequence[str]) -> Iterator[str]:
    for number, (pairing, colour) in enumerate(zip(pairings, COLOURS, strict=False)):
        y = TOP / 2 + ROW * number
        yield f'<circle cx="{LEFT}" cy="{y}" r="5" fill="{colour}"/><text x="{LEFT + 12}" y="{y + 4}">{pairing}</text>'


def _dot(outcome: Outcome, colour: str, y: float) -> str:
    win = outcome.win
    low, high = across(win.mean - win.ci95), across(win.mean + win.ci95)
    return (
        f'<path d="M{low:.1f} {y}H{high:.1f}" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{across(win.mean):.1f}" cy="{y}" r="4" fill="{colour}" fill-opacity="0.85"/>'
    )


def _mark(fair: float, y: float) -> str:
    """Where the fair share is."""
    return f'<path d="M{across(fair):.1f} {y - 11}V{y + 11}" stroke="{FAIR}" stroke-width="2"/>'


def _row(outcome: Outcome, y: int) -> str:
    match, win = outcome.match, outcome.win
    middle = y + ROW / 2
    low, high = across(win.mean - win.ci95), across(win.mean + win.ci95)
    label = f"{match.first} – {match.second}, {match.seats}"
    return (
        f'<text x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{label}</text>'
        f'<rect x="{LEFT}" y="{y + 5}" width="{across(win.mean) - LEFT:.1f}" height="{ROW - 10}" fill="{INK}"/>'
        f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="black" stroke-width="2"/>'
        f"{_mark(match.fair, middle)}"
        f'<text x="{WIDTH - RIGHT + 8}" y="{middle + 4}">{100 * win.mean:.1f} ± {100 * win.ci95:.1f}</text>'
    )
