"""The chart of an event: where its lines, grid and names lie."""

from itertools import pairwise

from tilerummy.site.chart import EDGE, HEIGHT, LEFT, LINES, RIGHT, WIDTH, chart


def test_each_line_meets_the_grid_at_its_values_and_the_best_is_named_at_the_top() -> None:
    drawn = chart("Points", {"Ann": [0, 30, 60], "Bo": [0, -20, 0], "Cleo": [60, 0, -20]})
    text = [(found.text, float(found.get("x", "")), float(found.get("y", "")) - 4) for found in drawn.iter("text")]
    heights = {float(words or ""): height for words, across, height in text if across < LEFT}
    assert heights == {60: EDGE, 0: 215, -20: HEIGHT - EDGE}, "in proportion to the points"
    end = WIDTH - RIGHT
    assert [found.get("d") for found in drawn.iter("path")] == [
        f"M{LEFT} {heights[at]:.1f}H{end}" for at in (-20, 0, 60)
    ]
    middle = (LEFT + end) / 2
    lines = [
        [tuple(map(float, spot.split(","))) for spot in found.get("points", "").split()]
        for found in drawn.iter("polyline")
    ]
    assert lines == [
        [(LEFT, heights[0]), (middle, (EDGE + heights[0]) / 2), (end, EDGE)],
        [(LEFT, heights[0]), (middle, heights[-20]), (end, heights[0])],
        [(LEFT, EDGE), (middle, heights[0]), (end, heights[-20])],
    ]
    assert {words: height for words, across, height in text if across > end} == {
        "Ann": EDGE,
        "Bo": heights[0],
        "Cleo": HEIGHT - EDGE,
    }


def test_names_of_players_with_equal_points_stand_apart_inside_the_chart() -> None:
    drawn = chart("Points", {f"P{place}": [0, 5] for place in range(LINES + 3)})
    heights = [float(found.get("y", "")) - 4 for found in drawn.iter("text") if (found.text or "").startswith("P")]
    assert len(heights) == LINES
    assert all(after - before >= 16 for before, after in pairwise(heights))
    assert heights[0] >= EDGE
    assert heights[-1] <= HEIGHT - EDGE
