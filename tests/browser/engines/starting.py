"""Firefox and WebKit as this machine has them, each with one window that WebDriver moves."""

import os
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from selenium import webdriver
from selenium.webdriver.firefox.options import Options as FirefoxOptions
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from building import browser

ENGINES: Final = {"firefox": browser.firefox, "webkit": browser.webkit}
"""What drives each and what it is, where this machine has both."""
_SCREEN: Final = "2000x1400x24"


@contextmanager
def started(engine: str, folder: Path) -> Iterator[WebDriver]:
    """An engine with nothing kept, which logs to a folder; its motion is reduced and its language English."""
    found = ENGINES[engine]()
    assert found is not None, engine
    with _firefox(*found, folder) if engine == "firefox" else _webkit(*found, folder) as driver:
        assert isinstance(driver.command_executor, RemoteConnection)
        driver.command_executor.client_config.timeout = 90
        driver.set_page_load_timeout(60)
        driver.set_script_timeout(60)
        yield driver


@contextmanager
def _firefox(driver: Path, program: Path, folder: Path) -> Iterator[WebDriver]:
    options = FirefoxOptions()
    options.binary_location = str(program)
    options.add_argument("-headless")
    wishes: dict[str, str | int | bool] = {
        "intl.accept_languages": "en",
        "ui.prefersReducedMotion": 1,
        "dom.w3c_touch_events.enabled": 1,
    }
    for name, value in wishes.items():
        options.set_preference(name, value)
    service = FirefoxService(str(driver), log_output=str(folder / "firefox.log"))
    firefox = webdriver.Firefox(options=options, service=service)
    try:
        yield firefox
    finally:
        firefox.quit()


@contextmanager
def _webkit(driver: Path, program: Path, folder: Path) -> Iterator[WebDriver]:
    options = WebKitOptions()
    options.binary_location = str(program)
    options.add_argument("--automation")
    settings = folder / ".config" / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("[Settings]\ngtk-enable-animations=0\n", "utf-8")
    with _display() as display:
        # what it keeps lies in a home of its own
        own = {
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": "",
            "XDG_DATA_HOME": "",
            "XDG_CACHE_HOME": "",
        }
        # without a graphics card what is drawn is shown in a fraction of the time
        own["WEBKIT_DISABLE_DMABUF_RENDERER"] = "1"
        service = WebKitService(str(driver), log_output=str(folder / "webkit.log"), env={**os.environ, **own})
        with warnings.catch_warnings():
            # Selenium calls itself in a way that it has given up
            warnings.simplefilter("ignore", DeprecationWarning)
            webkit = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield webkit
        finally:
            webkit.quit()


@contextmanager
def _display() -> Iterator[str]:
    """A screen that nobody sees, on the first number that is free."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as screen:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            assert number, "Xvfb did not start"
            yield f":{number}"
        finally:
            screen.terminate()
