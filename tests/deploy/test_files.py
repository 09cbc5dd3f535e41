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
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.web.harness import PATIENCE, serving
from tests.web.serving.web_servers import program
from tilerummy import __version__
from tilerummy.cli.parser import make_parser

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONSTRAINTS = ROOT / "constraints.txt"
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
TIMERS = sorted(DEPLOY.glob("systemd/*.timer"))
BACKUP = "tilerummy-backup.service"
SERVERS = [file for file in UNITS if file.name != BACKUP]
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
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    said = project["project"]
    named = [said["readme"], *said["license-files"], project["tool"]["hatch"]["build"]["hooks"]["custom"]["path"]]
    named += project["tool"]["hatch"]["build"]["targets"]["wheel"]["sbom-files"]
    assert set(named) <= set(kept), "hatchling refuses to build without"


def test_the_image_installs_what_the_constraints_pin_by_hash() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = dict(line.lower().replace("_", "-").split("==") for line in CONSTRAINTS.read_text().splitlines())
    text = (DEPLOY / "requirements.txt").read_text(encoding="utf-8")
    entries = re.findall(r"^([\w.-]+)==([^ ;]+)[^\n]*((?:\n +--hash=sha256:[0-9a-f]{64}[^\n]*)+)", text, re.MULTILINE)
    assert len(entries) == text.count("=="), "an entry has no hash"
    assert {name: version for name, version, _ in entries if pins.get(name) != version} == {}
    extras = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *(one for name in ("server", "scale", "pictures", "notify") for one in extras[name]),
    ]
    names = {re.split(r"[>\[]", one)[0] for one in wanted} - {"tilerummy"}
    assert names <= {name for name, _, _ in entries}, "uv pip compile, as its first line says"


def test_no_image_is_made_without_the_kernel() -> None:
    (build,) = [words for name, words in instructions() if name == "RUN" and "pip install" in words]
    assert build.rstrip().endswith("""assert kernel.found().kind == 'native'\"""")
    assert "--require-hashes" in build


def test_the_image_says_which_version_it_is() -> None:
    labels = " ".join(words for name, words in instructions() if name == "LABEL")
    assert f'org.opencontainers.image.version="{__version__}"' in labels
    assert 'org.opencontainers.image.revision="$COMMIT"' in labels


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
    assert "--data-checksums" in services["postgres"]["environment"]["POSTGRES_INITDB_ARGS"]
    for name, service in services.items():
        assert service["logging"]["options"]["max-size"], f"the log of {name} fills the disk"
        assert service["mem_limit"], f"{name} may take the whole memory"
        assert service["pids_limit"] > 0
        assert set(service["networks"]) <= networks
    assert "front" not in services["postgres"]["networks"] + services["redis"]["networks"]
    proxied = (DEPLOY / "caddy" / "compose.Caddyfile").read_text()
    assert all(f"{name}:8000" in proxied for name in services if name.startswith("worker-"))


def test_the_backup_service_backs_up_and_removes_the_oldest() -> None:
    read = compose()
    service = read["services"]["backup"]
    (script,) = service["command"]
    words = shlex.split(script[script.index("tilerummy backup") : script.index("&&")])
    folder, _, place = service["volumes"][0].partition(":")
    assert folder in read["volumes"]
    asked = understood(words[1:])
    assert (str(asked.file), asked.keep) == (place, 14)
    made = [words for name, words in instructions() if name == "RUN" and "useradd" in words]
    assert f" {place}" in made[0], "the image's user may not write there"


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


@pytest.mark.parametrize("file", [*UNITS, *TIMERS], ids=lambda file: file.name)
def test_systemd_understands_its_units(file: Path, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not installed")
    text = file.read_text().replace("/opt/tilerummy/bin/tilerummy", sys.executable)
    ours = tmp_path / file.name.replace("@", "@8001")
    ours.write_text(text)
    if file in TIMERS:
        beside = file.with_suffix(".service")
        (tmp_path / beside.name).write_text(beside.read_text().replace("/opt/tilerummy/bin/tilerummy", sys.executable))
    done = subprocess.run([analyze, "verify", "--man=no", str(ours)], capture_output=True, text=True)
    # what it says of the machine's other units is not about this one
    assert not [line for line in done.stderr.splitlines() if ours.name in line], done.stderr


def test_the_timer_backs_up_what_the_server_keeps() -> None:
    server, backup = (unit(DEPLOY / "systemd" / name)["Service"] for name in ("tilerummy.service", BACKUP))
    words = shlex.split(backup["ExecStart"])[1:]
    asked = understood(words)
    assert asked.keep == 14
    kept = [f"%S/{name}" for name in backup["StateDirectory"].split()]
    assert str(asked.file) in kept
    assert (backup["Environment"], backup["User"]) == (server["Environment"], "tilerummy")
    assert server["Environment"].partition("=")[2] in kept
    for key in ("DynamicUser", "UMask", "ProtectSystem", "StateDirectoryMode"):
        assert backup[key] == server[key]


@pytest.mark.slow
@pytest.mark.parametrize("file", SERVERS, ids=lambda file: file.name)
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


def test_the_alerts_ask_for_nothing_that_there_is_not(known: dict[str, set[str]]) -> None:
    read = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8"))
    rules = [rule for group in read["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "warning")
        assert rule["annotations"]["summary"]
        for name, chosen in re.findall(r"\b(up|tilerummy_\w+)(?:\{(\w+)=)?", rule["expr"]):
            assert name in known, rule["alert"]
            assert not chosen or chosen in known[name] or chosen in ("job", "outcome"), rule["alert"]
        grouped = re.findall(r"by \(([\w, ]+)\)", rule["expr"])
        shown = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert not grouped or shown <= set(grouped[0].split(", ")), rule["alert"]


@pytest.mark.parametrize("file", sorted(DEPLOY.glob("prometheus/*.yml")), ids=lambda file: file.name)
def test_prometheus_understands_its_rules(file: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed")
    done = subprocess.run([promtool, "check", "rules", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


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
