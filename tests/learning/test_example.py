"""What the documents show: every program runs, and a short training is enough against the level in the middle."""

import importlib.util
import re
from pathlib import Path

import pytest

from tilerummy.learning.evaluation import evaluate

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"^## (.+?)$[^#]*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL))


def test_there_are_four_programs() -> None:
    assert len(PROGRAMS) == PAGE.count("```python") == 4


@pytest.mark.slow
@pytest.mark.parametrize("title", PROGRAMS)
def test_each_program_runs(title: str) -> None:
    exec(compile(PROGRAMS[title], title, "exec"), {})


@pytest.mark.slow
def test_a_short_training_beats_steady() -> None:
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples" / "learn.py")
    assert spec is not None
    assert spec.loader is not None
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    learner = learn.train(games=130)
    found = evaluate(learner.policy, "steady", deals=15, plays=learn.PLAYS)
    assert found.wins.mean - found.wins.ci95 > 0.5, found
