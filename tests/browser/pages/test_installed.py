"""The page as an installed one: what it says of itself, without a connection, and when there is a newer build."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import tilerummy
from tests.browser.robot.eyes import LIMIT, until
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import visiting
from tilerummy.messages import areas, languages, texts
from tilerummy.web.static_files import BUNDLE

pytestmark = pytest.mark.browser

KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map((request) => request.url);
}"""

BOTH_KEPT = """async () => {
    const { installing, waiting } = await navigator.serviceWorker.getRegistration();
    return (await caches.keys()).length === 2 && !installing && waiting?.state === 'installed';
}"""

ONE_AT_WORK = """async () => {
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting && active.state === 'activated';
}"""


def test_the_page_can_be_installed(chromium: Browser, server: str, artefacts: Path) -> None:
    with visiting(chromium, server, "phone", artefacts / "installed", worker=True) as ann:
        ann.open("/")
        devtools = ann.page.context.new_cdp_session(ann.page)
        told: dict[str, Any] = devtools.send("Page.getAppManifest")
        assert told["errors"] == []
        manifest = json.loads(told["data"])
        assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
        for icon in manifest["icons"]:
            answer = ann.page.request.get(server + icon["src"])
            assert answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                assert answer.body()[16:24] == int(icon["sizes"].split("x")[0]).to_bytes(4) * 2


@pytest.mark.slow
def test_without_a_connection_the_page_opens_and_says_so(
    chromium: Browser, own_server: Server, artefacts: Path
) -> None:
    with visiting(chromium, own_server.address, "phone", artefacts / "installed", worker=True) as ann:
        ann.open("/")
        ann.push("play-now")
        ann.eyes.wait_for("d.phase === 'playing'")
        table = ann.page.url
        kept = kept_files(ann.page)
        assert f"{own_server.address}/" in kept
        assert [lang for lang in languages() if any(f"/assets/{lang}-" in url for url in kept)] == ["en"]
        assert not [url for url in kept if "/api" in url]

        own_server.kill()
        for address in ("/", "/learn", table):
            ann.open(address)
            ann.page.wait_for_selector("h1", state="attached")
        ann.page.wait_for_selector('[data-testid="no-connection"]')
        ann.picture(artefacts / "installed" / "no-connection.png")
        ann.open("/")
        ann.page.wait_for_selector('[data-testid="no-connection"]')

        # it comes back by itself, with the game that was begun
        own_server.start()
        ann.page.wait_for_selector('[data-testid="my-games"] a')
        ann.push(f"game-{table.rsplit('/', 1)[-1]}")
        ann.eyes.wait_for("d.phase === 'playing'")


@pytest.mark.slow
@pytest.mark.one_process("starts another version; tests/cluster/test_upgrades.py starts two")
def test_a_newer_build_with_a_language_more(chromium: Browser, tmp_path: Path, artefacts: Path) -> None:
    """A folder of messages is a language; an open page hears of the newer build, but not during a game."""
    package = tmp_path / "package" / "tilerummy"
    ignored = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(Path(tilerummy.__file__).parent, package, ignore=ignored)
    shutil.copytree(BUNDLE, package / "web" / "static")
    server = Server(tmp_path, {"PYTHONPATH": str(package.parent)})
    try:
        server.start()
        with visiting(chromium, server.address, "laptop", artefacts / "installed", locale="eo", worker=True) as ann:
            ann.open("/")
            assert ann.page.locator("html").get_attribute("lang") == "en"
            ann.push("play-now")
            ann.eyes.wait_for("d.myTurn === '1'")
            table = ann.page.url
            ann.page.evaluate(KEPT)

            build_with_esperanto(tmp_path)
            server.kill()
            shutil.rmtree(package / "web" / "static")
            shutil.copytree(tmp_path / "src" / "tilerummy" / "web" / "static", package / "web" / "static")
            shutil.copytree(tmp_path / "src" / "tilerummy" / "messages" / "eo", package / "messages" / "eo")
            server.start()
            # the page has found the newer one, and all of it is kept; the service worker of this page goes on
            until(ann.page, BOTH_KEPT)
            ann.page.wait_for_selector('[data-testid="banner"]', state="detached")
            assert ann.page.locator('[data-testid="new-version"]').count() == 0

            # parts of the old page that were never opened still come from where they are kept
            ann.push("menu")
            ann.page.locator('dialog a[href="/"]').click()
            ann.page.wait_for_selector('[data-testid="new-version"]')
            ann.picture(artefacts / "installed" / "newer.png")
            ann.push("learn")
            ann.page.wait_for_selector('[data-testid="lesson-group"]')
            ann.push("reload")

            # everything is said in the language made up, and its name is in the picker
            ann.page.wait_for_selector('html[lang="eo"]')
            assert ann.page.locator("h1").inner_text(timeout=LIMIT) == made_up(texts("en")["page.learn-title"])
            ann.open("/")
            picker = ann.page.locator('[data-testid="language"]').first
            assert picker.locator("option").all_inner_texts()[:3] == ["English", "Dansk", "Deutsch"]
            assert picker.locator("option:checked").inner_text() == "Esperanto"
            card = ann.page.request.get(f"{server.address}/api/editions/original/card?lang=eo").json()
            assert all("⟦" in point["text"] for point in card["points"])

            # and the game goes on
            ann.open(table)
            ann.eyes.wait_for("d.myTurn === '1'")
            assert ann.page.locator('[data-testid="new-version"]').count() == 0

            # it is the newer one that opens without a connection, and its worker takes over once no page is open
            server.kill()
            ann.open("/learn")
            ann.page.wait_for_selector('html[lang="eo"]')
            context = ann.page.context
            ann.page.close()
            again = context.new_page()
            again.goto(server.address, timeout=LIMIT)
            until(again, ONE_AT_WORK)
            assert again.locator("html").get_attribute("lang") == "eo"
    finally:
        server.kill()


def kept_files(page: Page) -> list[str]:
    """What the service worker keeps, once it has everything."""
    found: list[str] = page.evaluate(KEPT)
    return found


def made_up(words: str) -> str:
    """A text in the language made up."""
    return f"⟦{words}⟧"


def build_with_esperanto(folder: Path) -> None:
    """Build the page in `folder` from copies of its sources and of the message files, with one language more."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on PATH")
    webapp = Path(__file__).parents[3] / "webapp"
    shutil.copytree(webapp, folder / "webapp", ignore=shutil.ignore_patterns("node_modules", "tests"))
    (folder / "webapp" / "node_modules").symlink_to(webapp / "node_modules")
    messages = folder / "src" / "tilerummy" / "messages"
    shutil.copytree(Path(tilerummy.__file__).parent / "messages", messages)
    (messages / "eo").mkdir()
    shutil.copy(messages / "en" / "language.toml", messages / "eo")
    for area, known in areas("en").items():
        esperanto = {key: made_up(words) for key, words in known.items()}
        (messages / "eo" / f"{area}.json").write_text(json.dumps(esperanto, ensure_ascii=False), encoding="utf-8")
    vite = webapp / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run([node, str(vite), "build"], cwd=folder / "webapp", check=True, capture_output=True, timeout=300)
