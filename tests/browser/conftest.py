"""A real server and a real Chromium, shared by the tests of this folder."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

START_LIMIT = 60.0
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# the machine may have no screen, no graphics processor, little shared memory and no way out to a network
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--font-render-hinting=none",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; each test opens contexts of its own in it."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS), timeout=120_000)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of this package, whose computer players do not pause to look human."""
    folder = tmp_path_factory.mktemp("server")
    log = folder / "server.log"
    command = [sys.executable, "-m", "tilerummy", "serve", "--port", "0", "--data", str(folder / "data")]
    environment = {**os.environ, "TILERUMMY_COMPUTER_PAUSE": "0", "PYTHONUNBUFFERED": "1"}
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output, env=environment) as running:
        try:
            yield _address(running, log)
        finally:
            running.terminate()


def _address(running: "subprocess.Popen[bytes]", log: Path) -> str:
    """What the server prints once it answers."""
    deadline = time.monotonic() + START_LIMIT
    while True:
        said = re.search(r"http://[\d.]+:\d+", log.read_text())
        if said:
            return said[0]
        assert running.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.1)
