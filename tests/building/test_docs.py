"""The documentation site as `python -m building.docs` builds it: whole, and closed in itself."""

import fcntl
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import tilerummy
from building import ROOT, browser, docs
from building.docs import SITE

pytestmark = pytest.mark.slow


class Page(HTMLParser):
    """One built page: its anchors, where it leads, and what a browser fetches for it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {""}
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.anchors |= {found[key] for key in ("id", "name") if key in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("script", "img", "iframe", "source"):
            self.fetched += [found["src"]] if "src" in found else []
        elif tag == "link":
            self.fetched.append(found["href"])


@pytest.fixture(scope="module")
def pages() -> dict[Path, Page]:
    # one folder for all processes of a test run: the first builds it, the others wait
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    SITE.parent.mkdir(exist_ok=True)
    with (SITE.parent / "docs.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != run:
            done = subprocess.run([sys.executable, "-m", "building.docs"], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
            lock.truncate(0)
            lock.write(run)
    return {file: Page(file) for file in SITE.rglob("*.html")}


def test_every_name_of_the_library_has_an_entry(pages: dict[Path, Page]) -> None:
    reference = pages[SITE / "reference.html"]
    assert {f"tilerummy.{name}" for name in tilerummy.__all__} - reference.anchors == set()


def test_every_document_is_a_page(pages: dict[Path, Page]) -> None:
    documents = {file.stem for file in (ROOT / "docs").rglob("*.md")}
    assert documents | {"index"} <= {file.stem for file in pages}


def test_the_versions_are_listed_with_what_each_brought() -> None:
    page = docs._versions("Tilerummy 0.3.0", ["v0.3.0 2027-01-02", "v0.1.0 2026-11-20"])
    assert "pages are of Tilerummy 0.3.0" in page
    assert page.count("\n- ") == 2
    assert "[0.1.0](CHANGELOG.md#010), 2026-11-20: `git checkout v0.1.0 &&" in page
    assert "No release is tagged yet." in docs._versions("Tilerummy 0.3.0", [])


def test_no_link_is_broken(pages: dict[Path, Page]) -> None:
    broken = [
        f"{file.name}: {link}" for file, page in pages.items() for link in page.links if not leads(file, link, pages)
    ]
    assert broken == []


def leads(file: Path, link: str, pages: dict[Path, Page]) -> bool:
    """Whether a link on a page leads somewhere; other hosts are not asked. The page for what is not found, which
    stands for any address, counts from the root."""
    parts = urlsplit(link)
    if parts.netloc:
        return True
    root = SITE if parts.path.startswith("/") else file.parent
    target = (root / unquote(parts.path).lstrip("/")).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    return target.is_file() and (target not in pages or unquote(parts.fragment) in pages[target].anchors)


def test_a_page_fetches_nothing_from_elsewhere(pages: dict[Path, Page]) -> None:
    elsewhere = [
        f"{file.name}: {what}" for file, page in pages.items() for what in page.fetched if urlsplit(what).netloc
    ]
    assert elsewhere == []
    styles = "".join(file.read_text(encoding="utf-8") for file in SITE.rglob("*.css"))
    assert "url(http" not in styles
    assert "url(//" not in styles
    assert "@import" not in styles


def test_search_works_where_the_pages_are_opened_from_a_disk(pages: dict[Path, Page]) -> None:
    if browser.chromium() is None:
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import expect, sync_playwright

    from tests.browser.robot.chromium import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        for name in ("index.html", "evidence/server.html"):
            assert SITE / name in pages
            page = chromium.new_page(viewport={"width": 1280, "height": 800})
            page.goto((SITE / name).as_uri())
            # the page hears keys, not what is filled in
            page.locator("input[name=query]").press_sequentially("kernel")
            expect(page.locator(".md-search-result__item").first).to_be_attached(timeout=20_000)
        chromium.close()
