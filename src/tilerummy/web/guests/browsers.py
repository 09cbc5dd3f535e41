"""What people recognise of a browser: the names of the browser and of the system, and nothing finer."""

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What a User-Agent says of itself, and whose it is: most of them also name those that come after them here."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


def told(user_agent: str) -> tuple[str, str]:
    """The names of the browser and of the system, empty for what is not known."""
    return _name(user_agent, _BROWSERS), _name(user_agent, _SYSTEMS)


def _name(user_agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in user_agent), "")
