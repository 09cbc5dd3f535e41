"""Draws the icons of the installed page from `webapp/icons/icon.svg`: `.venv/bin/python -m tests.browser.icons`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.robot.chromium import launch

WEBAPP = Path(__file__).parents[2] / "webapp"
ICONS = (("icon-192", 192, 22), ("icon-512", 512, 22), ("icon-maskable-512", 512, 0), ("icon-apple-180", 180, 0))
"""Name, side in pixels, and how round the corners are in percent: phones cut the shape they like out of a full one."""


def main() -> None:
    """Write them all to `webapp/public`."""
    drawing = (WEBAPP / "icons" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        for name, side, round_corners in ICONS:
            page.set_viewport_size({"width": side, "height": side})
            style = f"<style>body{{margin:0}}svg{{display:block;border-radius:{round_corners}%}}</style>"
            page.set_content(style + drawing)
            page.screenshot(path=WEBAPP / "public" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
