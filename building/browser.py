"""Where this machine has the browser that the tests drive."""

import shutil

# The first is the same engine without the windows that nobody sees: tests take two thirds of the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


def chromium() -> str | None:
    """Chromium's program, None where it is not installed."""
    return next(filter(None, map(shutil.which, _NAMES)), None)
