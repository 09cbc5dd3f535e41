"""The files that others start Tilerummy with: each name in them is one that there is."""

import argparse
import configparser
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.web.harness import PATIENCE, serving
from tests.web.serving.web_servers import program
from tilerummy.cli.parser import make_parser

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
FILES = sorted(file for file in DEPLOY.rglob("*") if file.is_file())


def compose() -> dict[str, Any]:
    """The services as compose reads them."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read


def instructions() -> list[tuple[str, str]]:
    """What the Dockerfile says, line by line."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines if line.strip()]


def unit(file: Path) -> configparser.ConfigParser:
    """A unit file; keys that come several times are not needed here."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment]
    parser.read(file)
    return parser


def understood(words: list[str]) -> argparse.Namespace:
    """What the command `tilerummy` makes of these words; SystemExit for what it does not know."""
    return make_parser().parse_args(words)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_is_documented(file: Path) -> None:
    for name in re.findall(r"TILERUMMY_[A-Z_]+", file.read_text(encoding="utf-8")):
        assert name in HOSTING, f"{file.name} sets {name}, which docs/hosting.md does not know"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_file_is_told_of(file: Path) -> None:
    assert f"../deploy/{file.relative_to(DEPLOY).as_posix()}" in HOSTING or file.name.endswith("ignore")


def test_the_image_is_not_roots_and_starts_a_command_that_there_is() -> None:
    said = instructions()
    names = [name for name, _ in said]
    assert names.count("FROM") == 2, "what builds is not what runs"
    last = [words for name, words in said if name == "USER"][-1]
    assert last not in ("root", "0")
    assert names.index("USER") > names.index("ENV")
    start = [*json.loads(dict(said)["ENTRYPOINT"]), *json.loads(dict(said)["CMD"])]
    assert start[0] == "tilerummy"
    assert understood(start[1:]).host == "0.0.0.0"


def test_the_image_is_built_from_files_that_there_are() -> None:
    kept = [line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")]
    assert kept
    for name in kept:
        assert (ROOT / name).exists(), name
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for needed in ("LICENSE", "README.md", "hatch_build.py"):
        assert needed in project
        assert needed in kept


def test_the_workers_are_alike_and_wait_for_what_they_need() -> None:
    read = compose()
    services = read["services"]
    workers = [service for name, service in services.items() if name.startswith("worker-")]
    assert len(workers) == 3
    assert workers[0] == workers[1] == workers[2]
    assert set(workers[0]["depends_on"]) <= set(services)
    assert (DEPLOY / workers[0]["build"]["context"] / workers[0]["build"]["dockerfile"]).is_file()
    assert int(workers[0]["stop_grace_period"].rstrip("s")) > 10
    networks = {name for service in services.values() for name in service["networks"]}
    assert networks == set(read["networks"])
    assert not {"postgres", "redis"} & {name for name, service in services.items() if "ports" in service}
    assert "front" not in services["postgres"]["networks"] + services["redis"]["networks"]
    proxied = (DEPLOY / "caddy" / "compose.Caddyfile").read_text()
    assert all(f"{name}:8000" in proxied for name in services if name.startswith("worker-"))


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("caddy/*")), ids=lambda file: file.name)
def test_caddy_understands_its_files(file: Path, tmp_path: Path) -> None:
    caddy = program("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed")
    environment = {**os.environ, "HOME": str(tmp_path), "PUBLIC_HOST": "rummy.example"}
    command = [caddy, "adapt", "--config", str(file), "--adapter", "caddyfile"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert "Caddyfile input is not formatted" not in done.stderr
    assert "rummy.example" in done.stdout


def test_both_files_for_many_workers_say_the_same() -> None:
    one = (DEPLOY / "caddy" / "workers.Caddyfile").read_text().splitlines()
    other = (DEPLOY / "caddy" / "compose.Caddyfile").read_text().splitlines()
    differ = [(a.split()[0], b.split()[0]) for a, b in zip(one, other, strict=True) if a != b]
    assert differ == [("#", "#"), ("output", "output"), ("rummy.example", "{$PUBLIC_HOST}"), ("reverse_proxy",) * 2]


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_systemd_understands_its_units(file: Path, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not installed")
    text = file.read_text().replace("/opt/tilerummy/bin/tilerummy", sys.executable)
    ours = tmp_path / file.name.replace("@", "@8001")
    ours.write_text(text)
    done = subprocess.run([analyze, "verify", "--man=no", str(ours)], capture_output=True, text=True)
    # what it says of the machine's other units is not about this one
    assert not [line for line in done.stderr.splitlines() if ours.name in line], done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_what_a_unit_starts_is_ready_and_ends_as_it_says(file: Path, tmp_path: Path) -> None:
    service = unit(file)["Service"]
    words = shlex.split(service["ExecStart"].replace("%i", "0"))[1:]
    if "--port" not in words:
        words += ["--port", "0"]
    understood(words)
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) > 10
    name, _, value = service["Environment"].partition("=")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "C.UTF-8"}
    environment[name] = value.replace("%S", str(tmp_path)).replace("%i", "8001")
    with subprocess.Popen(
        [sys.executable, "-m", "tilerummy", "--lang", "en", *words], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        assert (Path(environment[name]) / "tilerummy.sqlite3").is_file()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The samples of a server, and the labels of each."""
    with serving(tmp_path_factory.mktemp("data")) as server:
        httpx.get(f"{server.address}/healthz", verify=False)
        text = httpx.get(f"{server.address}/metrics", verify=False).text
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        if not family.samples:
            found.setdefault(f"{family.name}_total", set())
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    found["up"] = set()
    return found


def expressions() -> list[str]:
    """What the dashboard asks for."""
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]


def test_the_dashboard_asks_for_nothing_that_there_is_not(known: dict[str, set[str]]) -> None:
    names = {name for expr in expressions() for name in re.findall(r"\b(\w+)\{", expr)}
    assert names - set(known) == set()
    assert {name for name in known if name.startswith("tilerummy_")} - {
        name.removesuffix("_bucket") + ending for name in names for ending in ("", "_bucket", "_count", "_sum")
    } == set(), "something is measured that nobody sees"


def test_the_panels_of_the_dashboard_lie_side_by_side() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text(encoding="utf-8"))
    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
