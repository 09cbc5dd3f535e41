"""A player who hears the page: roles, names and live regions are all there is, and keys on what has the focus."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from tests.browser.robot.eyes import LIMIT

Role = Literal["button", "heading", "textbox", "dialog", "group", "region", "status", "toolbar", "log"]


@dataclass
class Reader:
    """Reads one page by its accessibility tree."""

    page: Page

    def find(self, role: Role, name: str) -> Locator:
        """The one thing of this role whose name begins so."""
        return self.page.get_by_role(role, name=re.compile("^" + re.escape(name)))

    def press(self, name: str, key: str = "Enter") -> None:
        """Go to a button, named by how its name begins, and press a key on it."""
        button = self.find("button", name)
        expect(button).to_have_count(1, timeout=LIMIT)
        button.focus(timeout=LIMIT)
        self.page.keyboard.press(key)

    def type(self, line: str) -> None:
        """Write a command and send it off."""
        field = self.page.get_by_role("textbox", name="Command")
        if not field.count():
            self.page.keyboard.press("/")
        field.focus(timeout=LIMIT)
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")

    def hears(self, text: str) -> None:
        """Wait until a live region says this, whole or in part."""
        said = self.page.get_by_role("status").filter(has_text=text)
        expect(said.first).to_be_attached(timeout=LIMIT)

    def groups(self) -> list[tuple[str, list[str]]]:
        """All groups of the accessibility tree as the browser hands it on: name, and the names of its buttons."""
        devtools = self.page.context.new_cdp_session(self.page)
        nodes: list[dict[str, Any]] = devtools.send("Accessibility.getFullAXTree")["nodes"]
        devtools.detach()
        known = {node["nodeId"]: node for node in nodes}
        return [
            (_text(node, "name"), [_text(one, "name") for one in _buttons(node, known)])
            for node in nodes
            if not node["ignored"] and _text(node, "role") == "group"
        ]


def _text(node: Mapping[str, Any], part: str) -> str:
    return str(node.get(part, {}).get("value", ""))


def _buttons(node: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The buttons below a node, in order."""
    found: list[Mapping[str, Any]] = []
    for child in (known[ident] for ident in node.get("childIds", ()) if ident in known):
        if not child["ignored"] and _text(child, "role") == "button":
            found.append(child)
        found += _buttons(child, known)
    return found
