"""A game that is over, in which the players missed plays."""

from playwright.sync_api import BrowserContext

from tests.web.harness import Guest

TURNS = 30


def missed(browser: BrowserContext, server: str) -> str:
    """Ann's game against Bob, who gave up; both had only drawn. The browser is Ann's from then on. The game's room."""
    with Guest(server) as ann, Guest(server) as bob:
        made = ann.make(seats=2, name="Ann")
        with ann.join(made) as first, bob.join(made) as second:
            second.ask("sit", name="Bob")
            first.ask("start")
            for _ in range(TURNS):
                for table in (first, second):
                    table.until(lambda state: bool(state["phase"] == "playing"))
                    table.catch_up(max(first.state["seq"], second.state["seq"]))
                mover = first if first.state["turn"] == first.state["you"] else second
                assert mover.move({"t": "draw"})["t"] == "accepted"
            second.ask("resign")
        for name, value in ann.http.cookies.items():
            browser.add_cookies([{"name": name, "value": value, "url": server}])
    return made
