"""Help, completion and the manual page, made from one parser."""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tilerummy.cli.main import main
from tilerummy.cli.parser import COMMANDS, NOTED, command, make_parser, subcommands
from tilerummy.messages import languages

RUNS = {
    **dict.fromkeys(("judge", "meld", "score", "arrange", "seat", "tournament", "editions", "doctor"), ()),
    "solve": ("cases.jsonl",),
}
"""Commands whose examples are run, with the files they read."""

ENGLISH = (
    "usage:",
    "positional",
    "required",
    "invalid",
    "expected",
    "ignored",
    "unrecognized",
    "default:",
    "show this",
)
"""What argparse says by itself."""


def run(lang: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """What the command says to people of that language; in this process, since a new one takes 0.2 seconds."""
    with (
        mock.patch.dict(os.environ, LC_ALL=f"{lang}.UTF-8"),
        redirect_stdout(StringIO()) as said,
        redirect_stderr(StringIO()) as faults,
    ):
        try:
            code: Any = main(words)
        except SystemExit as ended:
            code = ended.code
    return subprocess.CompletedProcess(words, code, said.getvalue(), faults.getvalue())


@pytest.mark.parametrize("lang", languages())
def test_nothing_in_help_and_errors_is_another_language(lang: str) -> None:
    said = "".join(
        done.stdout + done.stderr
        for done in (
            run(lang, "solve", "--help"),
            run(lang, "solve", "--objective", "most"),
            run(lang, "solve", "--edition"),
            run(lang, "solve", "--json=1"),
            run(lang, "seat", "--players", "many", "--rounds", "1"),
            run(lang, "seat"),
            run(lang, "solve", "--fast"),
            run(lang),
        )
    )
    assert "Traceback" not in said
    if lang != "en":
        assert not [word for word in ENGLISH if word in said.casefold()]


@pytest.mark.parametrize("words", [("--lang", "fi"), ("--lang=fi",), ("seat", "--lang", "fi"), ("--lang", "fi", "-h")])
def test_a_language_that_is_asked_for_is_spoken_from_the_first_word(words: tuple[str, ...]) -> None:
    done, finnish = run("nl", *words), run("fi", *(word for word in words if word not in ("--lang", "fi", "--lang=fi")))
    assert (done.stdout, done.stderr) == (finnish.stdout, finnish.stderr)


def test_a_language_that_nobody_speaks_is_refused_in_the_environments() -> None:
    assert "gebruik: " in run("nl", "--lang", "xx").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_how_tiles_are_written_what_is_usual_and_an_example(name: str) -> None:
    said = run("en", name, "--help").stdout
    assert ("Tiles: a colour" in said) == (name in NOTED)
    assert all(f"  {line}\n" in said for line in command(name).EXAMPLES)
    if name == "serve":
        assert said.count("(default: 127.0.0.1)") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_the_examples_work(name: str, tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text('{"table": ["b4 b5 b6"], "rack": "b3 k1"}\n')
    (tmp_path / "tilerummy").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tilerummy "$@"\n')
    (tmp_path / "tilerummy").chmod(0o755)
    for line in command(name).EXAMPLES:
        path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
        done = subprocess.run(
            ["sh", "-c", line], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, timeout=120
        )
        assert done.returncode == 0, (line, done.stderr)
        assert done.stdout


def completed(script: Path, line: str) -> list[str]:
    """What bash offers for the last word of a line."""
    words = shlex.split(line)
    if line.endswith(" "):
        words.append("")
    program = f"""
        source {shlex.quote(str(script))}
        COMP_WORDS=({" ".join(map(shlex.quote, words))})
        COMP_CWORD={len(words) - 1}
        _shtab_tilerummy tilerummy
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, timeout=60)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_completes_commands_options_and_editions(tmp_path: Path) -> None:
    script = tmp_path / "tilerummy.bash"
    script.write_text(run("en", "completion", "bash").stdout)
    assert set(completed(script, "tilerummy s")) == {"serve", "score", "solve", "seat", "standings"}
    assert "--objective" in completed(script, "tilerummy solve --obj")
    assert {"twist", "twist-international"} <= set(completed(script, "tilerummy solve --edition tw"))
    assert completed(script, "tilerummy solve --objective v") == ["value"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish on this machine")
def test_fish_completes_commands_verbs_options_and_editions(tmp_path: Path) -> None:
    script = tmp_path / "tilerummy.fish"
    script.write_text(run("en", "completion", "fish").stdout)
    lines = {
        "tilerummy s": {"serve", "score", "solve", "seat", "standings"},
        "tilerummy puzzles m": {"make"},
        "tilerummy puzzles make --ou": {"--out"},
        "tilerummy solve --objective v": {"value"},
        "tilerummy solve --edition twi": {"twist", "twist-international"},
    }
    program = "; ".join([f"source {script}", *(f"complete -C '{line}'; echo ." for line in lines)])
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(["fish", "-c", program], capture_output=True, text=True, timeout=60, env=environment)
    offered = [part.splitlines() for part in done.stdout.split("\n.\n")]
    assert [{line.split("\t")[0] for line in part} for part in offered[: len(lines)]] == [*lines.values()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "tcsh"])
def test_every_shell_has_a_script(shell: str) -> None:
    done = run("en", "completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    assert "belgian-tournament" in done.stdout or shell == "tcsh"


def options(parser: argparse.ArgumentParser) -> set[str]:
    own = {option for action in parser._actions for option in action.option_strings}
    return own.union(*map(options, subcommands(parser).values()))


def test_the_manual_page_names_every_command_option_and_exit_code() -> None:
    done = run("en", "man")
    assert (done.returncode, done.stderr) == (0, "")
    page = done.stdout.replace(r"\-", "-")
    assert page.startswith(".TH TILERUMMY")
    assert all(f"tilerummy {name}" in page for name in COMMANDS)
    assert not [option for option in options(make_parser()) if option not in page]
    assert "Tiles: a colour" in page
    assert "130 Ctrl-C" in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff on this machine")
def test_the_manual_page_is_sound_roff() -> None:
    page = run("en", "man").stdout
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z"], input=page, capture_output=True, text=True)
    assert done.returncode == 0
