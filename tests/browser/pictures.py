"""Pictures of every page at every size, in every theme and language, for a person to look at.

    python -m tests.browser.pictures                        # all of them: some 4,000, in an hour
    python -m tests.browser.pictures --lang fi --theme dark --size 320x568 --scene table-full

They go to `test-artefacts/pictures`, one folder for each size, with a contact sheet (`sheet.html` and `sheet.png`).
"""

import argparse
import html
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.server import Server
from tests.browser.robot.stage import Stage
from tests.browser.scenes.scenes import SCENES
from tilerummy.messages import languages

FOLDER = Path(__file__).parents[2] / "test-artefacts" / "pictures"
SIZES = ("320x568", "360x640", "390x844", "844x390", "768x1024", "1280x800", "1440x900", "1920x1080")
THEMES = ("light", "dark", "forced")
LANGUAGES = languages()
SHEET_WIDTH = 1800
"""Of a contact sheet, in CSS pixels."""


@contextmanager
def page_at(browser: Browser, size: str, theme: str, language: str) -> Iterator[Page]:
    """A page of a size (`WIDTHxHEIGHT`) in a theme and language. Nothing moves, nothing sounds."""
    viewport = _viewport(size)
    context = browser.new_context(
        viewport=viewport,
        has_touch=viewport["width"] < 1000,
        reduced_motion="reduce",
        forced_colors="active" if theme == "forced" else "none",
        color_scheme="dark" if theme == "dark" else "light",
        # what it has kept would never be asked for, and then nothing can be put in its place
        service_workers="block",
    )
    context.set_default_timeout(LIMIT)
    wishes = {"tilerummy.language": language, "tilerummy.settings": json.dumps({"sound": False, "name": "Ada"})}
    for key, value in wishes.items():
        context.add_init_script(f"localStorage.getItem({key!r}) ?? localStorage.setItem({key!r}, {value!r})")
    try:
        yield context.new_page()
    finally:
        context.close()


def resize(page: Page, size: str) -> None:
    """Give the window of a page another size."""
    page.set_viewport_size(_viewport(size))


def _viewport(size: str) -> ViewportSize:
    width, height = map(int, size.split("x"))
    return {"width": width, "height": height}


def take(browser: Browser, address: str, folder: Path, wanted: argparse.Namespace, size: str) -> list[Path]:
    """All wanted pictures of one size."""
    taken: list[Path] = []
    for theme in wanted.theme:
        for language in wanted.lang:
            for scene in wanted.scene:
                picture = folder / size / f"{scene}.{theme}.{language}.png"
                picture.parent.mkdir(parents=True, exist_ok=True)
                with page_at(browser, size, theme, language) as page:
                    SCENES[scene](page, address, Stage(page))
                    page.evaluate("document.fonts.ready")
                    page.screenshot(path=picture, animations="disabled")
                taken.append(picture)
    return taken


def contact_sheet(browser: Browser, folder: Path, size: str, pictures: Sequence[Path]) -> Path:
    """All pictures of a size on one page, each a link to itself; a scene's themes and languages stand side by side."""
    width = min(int(size.split("x")[0]), SHEET_WIDTH // 4 if int(size.split("x")[0]) > 500 else 280)
    cells = "".join(
        f'<figure><a href="{html.escape(one.name)}"><img src="{html.escape(one.name)}" width="{width}"></a>'
        f"<figcaption>{html.escape(one.stem)}</figcaption></figure>"
        for one in pictures
    )
    style = "body{display:flex;flex-wrap:wrap;gap:12px;font:12px sans-serif;background:#777;color:#fff}figure{margin:0}"
    sheet = folder / size / "sheet.html"
    sheet.write_text(f"<!doctype html><title>{size}</title><style>{style}</style>{cells}", "utf-8")
    page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 800})
    page.goto(sheet.as_uri())
    page.screenshot(path=sheet.with_suffix(".png"), full_page=True)
    page.close()
    return sheet


def parsed(words: Sequence[str] | None, about: str | None = __doc__) -> argparse.Namespace:
    """The choices of the command line; nothing chosen means all."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    choices = {"size": SIZES, "theme": THEMES, "lang": LANGUAGES, "scene": tuple(SCENES)}
    for name, known in choices.items():
        parser.add_argument(f"--{name}", nargs="+", choices=known, default=known)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Take the pictures and say where the sheets are."""
    wanted = parsed(words)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        server.start()
        browser = launch(playwright)
        try:
            for size in wanted.size:
                pictures = take(browser, server.address, wanted.folder, wanted, size)
                print(contact_sheet(browser, wanted.folder, size, pictures))
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
