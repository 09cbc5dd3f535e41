"""Guests and the devices by which they are known: they come and are forgotten, connect programs by keys, and hand
themselves over to another device by a link."""

from tests.people.browsers import Browser
from tests.people.law import Message
from tests.people.town import Town, require
from tilerummy.rooms.events import kind_of
from tilerummy.web import limits
from tilerummy.web.sessions import ASIDE, Aside, Session

KEPT = {"puzzles": None, "settings": {"theme": "dark"}, "lessons": ["first"]}
"""What travels with a guest."""


class Guests:
    """The people around one table, and all their devices."""

    def __init__(self, town: Town) -> None:
        self.town, self.random = town, town.random
        self.browsers: list[Browser] = []
        self._aside: dict[Browser, Aside] = {}
        """Browsers that are another one's for now, and by which session they were whose, until when."""

    def of(self, player: str) -> list[Browser]:
        """All devices by which a person is known."""
        return [browser for browser in self.browsers if browser.player == player]

    def there_is(self, player: str) -> bool:
        """Whether a person was not forgotten, and the key of a program not revoked."""
        sessions = self.town.servers[0].sessions
        return bool(self.of(player)) or (
            kind_of(player) == "person" and sessions.revocations.stands(sessions.new(player))
        )

    async def come(self, browser: Browser | None = None) -> str:
        """A person who was never here, by a browser that is nobody's now, else by a new one."""
        free = [one for one in self.browsers if one.player is None and not one.is_program]
        browser = browser or next(iter(free), None) or Browser(self.town)
        player: str = (await browser.ask("session"))["player"]
        self.browsers += [] if browser in self.browsers else [browser]
        require(browser.player == player, "who comes is known", player)
        return player

    async def connect(self, owner: str) -> str | None:
        """A guest's program comes by a key of its own."""
        devices = self.of(owner)
        made = await devices[0].ask("bots", {"name": self.town.name()}) if devices else {}
        if "key" not in made:
            return None
        program = Browser(self.town, made["key"])
        self.browsers.append(program)
        require((await program.ask("session"))["player"] == made["bot"], "a program is who its key says", made)
        return str(made["bot"])

    async def revoke(self, owner: str) -> None:
        """One of a guest's programs may come no more."""
        for browser in self.of(owner)[:1]:
            listed = await browser.see("bots")
            if isinstance(listed, list) and listed:
                bot = self.random.choice(listed)["bot"]
                await browser.ask(f"bots/{bot}/revoke")
                require(not self.of(bot), "a key that was revoked opens nothing", bot)

    async def forget(self, player: str) -> Message | None:
        """A person asks to be forgotten; what the server says, None without a device."""
        devices = self.of(player)
        if not devices:
            return None
        asking = self.random.choice(devices)
        self.town.forgetting = self
        said = await asking.ask("session/forget")
        self.town.forgetting = None
        if "code" not in said:
            require(not self.of(player), "who is forgotten is known nowhere", player)
        return said

    # --- hand-overs -----------------------------------------------------------------------------------------

    async def hand_over(self, player: str, other: str | None) -> None:
        """A link makes the device of another one, or a new one, that of this guest; if they agree."""
        random, devices = self.random, self.of(player)
        if other is None:
            other = await self.come()
        there = self.of(other)
        if not devices or not there:
            return
        one, asking = devices[0], random.choice(there)
        made = await one.ask("handovers", {"kept": KEPT})
        if "token" not in made:
            return
        link = {"token": made["token"]}
        if random.random() < 0.1:
            await self.town.time_passes(limits.HANDOVER_SECONDS)
            require((await asking.ask("handovers/look", link)).get("code") is not None, "a link's time ends", player)
            return
        looked = await asking.ask("handovers/look", link)
        if "code" in looked:
            require(kind_of(other) == "computer" or other == player, "a link opens", looked)
            return
        asked = await asking.ask("handovers/take", link)
        shown = await one.see("handovers")
        require((shown["stage"], shown["code"]) == ("asked", asked["code"]), "both see one code", shown, asked)
        stranger = Browser(self.town)
        await self.come(stranger)
        require((await stranger.ask("handovers/take", link))["code"] == "handover-asked", "one asks at a time", player)
        agreed, before = random.random() < 0.8, asking.session
        await one.ask("handovers/answer", {"code": asked["code"], "agreed": agreed})
        taken = await asking.ask("handovers/take", link)
        require((taken.get("player") == player) == agreed, "a device is handed over by its guest alone", taken)
        require((asking.player == player) == agreed, "it is the guest's from then on", player)
        if agreed:
            require(taken["kept"] == KEPT, "what the guest kept comes along", taken)
            if before is not None and not self._counts(asking):
                self._aside[asking] = Aside(before, self._now() + ASIDE * 1000)
        require("code" in await stranger.ask("handovers/take", link), "a link is used once", player)

    async def bring_back(self) -> None:
        """A device is again whose it was."""
        if not self._aside:
            return
        device = self.random.choice(list(self._aside))
        whose, now = self._aside.pop(device).session.player, device.session
        back = await device.ask("sessions/back")
        if "code" not in back:
            require(back["player"] == whose == device.player, "who was there before is back", whose, back)
            require(now is None or not self._stands(now), "who was there meanwhile is not", whose)

    def _counts(self, device: Browser) -> bool:
        """Whether who was there before can still be brought back."""
        aside = self._aside.get(device)
        return aside is not None and aside.until > self._now() and self._stands(aside.session)

    def _stands(self, session: Session) -> bool:
        return self.town.servers[0].sessions.revocations.stands(session)

    def _now(self) -> int:
        return self.town.servers[0].sessions.new("").issued

    async def end_others(self, player: str) -> None:
        """A guest ends the sessions of all their other devices."""
        devices = self.of(player)
        if devices:
            kept = self.random.choice(devices)
            await kept.ask("sessions/end-others")
            require(self.of(player) == [kept], "one device is left", player)
