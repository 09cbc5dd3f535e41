"""A drawing of matches: a bar for the share of wins of each first player, its 95 % interval, and the fair share."""

from collections.abc import Sequence

from tilerummy.arena.play import Outcome

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 26, 250, 90, 34
INK, FAIR = "#1f5f8b", "#b22222"


def across(share: float) -> float:
    """The place of a share of wins from the left."""
    return LEFT + min(1.0, max(0.0, share)) * (WIDTH - LEFT - RIGHT)


def drawn(outcomes: Sequence[Outcome]) -> str:
    """The drawing as SVG."""
    height = TOP + ROW * len(outcomes) + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
           f'font-size="13"><rect width="{WIDTH}" height="{height}" fill="white"/>']  # fmt: skip
    bottom = TOP + ROW * len(outcomes)
    for percent in range(0, 101, 20):
        x = across(percent / 100)
        out.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{percent} %</text>')
    for number, outcome in enumerate(outcomes):
        out.append(_row(outcome, TOP + ROW * number))
    return "\n".join([*out, "</svg>"]) + "\n"


def _row(outcome: Outcome, y: int) -> str:
    match, win = outcome.match, outcome.win
    middle, fair = y + ROW / 2, across(match.fair)
    low, high = across(win.mean - win.ci95), across(win.mean + win.ci95)
    label = f"{match.first} – {match.second}, {match.seats}"
    return (
        f'<text x="{LEFT - 10}" y="{middle + 4}" text-anchor="end">{label}</text>'
        f'<rect x="{LEFT}" y="{y + 5}" width="{across(win.mean) - LEFT:.1f}" height="{ROW - 10}" fill="{INK}"/>'
        f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="black" stroke-width="2"/>'
        f'<path d="M{fair:.1f} {y + 2}V{y + ROW - 2}" stroke="{FAIR}" stroke-width="2"/>'
        f'<text x="{WIDTH - RIGHT + 8}" y="{middle + 4}">{100 * win.mean:.1f} ± {100 * win.ci95:.1f}</text>'
    )
