"""One scenario in an engine that runs, by a person who knows nothing yet, at a server that nobody has seen."""

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from selenium.webdriver.remote.webdriver import WebDriver

from tests.browser.engines.person import Person
from tests.browser.engines.scenarios import SCENARIOS
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import QUIET

WAYS: Final = {"firefox": ("mouse", "touch"), "webkit": ("mouse",)}
"""How each engine can be acted in: WebKit's driver has no finger."""
SIZES: Final = {"mouse": (1280, 800), "touch": (500, 844)}
"""Of the page, in CSS pixels."""


def visit(driver: WebDriver, name: str, way: str, picture: Path) -> None:
    """Do a scenario with the hand of `way`; where it fails a picture tells what was seen. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        person = Person(driver, server.address, touch=way == "touch")
        try:
            # another port is another storage, but the same cookies
            driver.get(server.address + "/favicon.svg")
            driver.delete_all_cookies()
            person.ask(f"() => {QUIET}")
            person.resize(*SIZES[way])
            SCENARIOS[name].do(person, server)
            person.well()
        except BaseException:
            # what keeps an engine from drawing it tells less than what went wrong
            with suppress(Exception):
                person.picture(picture)
            raise
        finally:
            server.kill()
