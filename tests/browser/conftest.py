"""A real server and a real Chromium, shared by the tests of this folder."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
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
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "server.log"
    command = [sys.executable, "-m", "tilerummy", "serve", "--port", str(port), "--data", str(folder / "data")]
    environment = {**os.environ, "TILERUMMY_THINKING": "0"}
    with log.open("w") as output, subprocess.Popen(command, stdout=output, stderr=output, env=environment) as running:
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_until_it_answers(address, running, log)
            yield address
        finally:
            running.terminate()


def _wait_until_it_answers(address: str, running: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
