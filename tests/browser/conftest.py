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


class Server:
    """A server of this package, whose computer players do not pause to look human, with a data folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.running: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, or start again at the same address, and wait until the server says that it answers."""
        log = self.folder / "server.log"
        words = ["serve", "--port", str(self.port), "--data", str(self.folder / "data")]
        environment = {**os.environ, "TILERUMMY_COMPUTER_PAUSE": "0", "PYTHONUNBUFFERED": "1"}
        with log.open("w") as output:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "tilerummy", *words], stdout=output, stderr=output, env=environment
            )
        deadline = time.monotonic() + START_LIMIT
        while not (said := re.search(r"http://127\.0\.0\.1:(\d+)", log.read_text())):
            assert self.running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        self.port = int(said[1])

    def kill(self) -> None:
        """End at once, without a chance to tidy up."""
        if self.running is not None:
            self.running.kill()
            self.running.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all tests share."""
    shared = Server(tmp_path_factory.mktemp("server"))
    try:
        shared.start()
        yield shared.address
    finally:
        shared.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server for one test, which may kill it."""
    own = Server(tmp_path)
    try:
        own.start()
        yield own
    finally:
        own.kill()
