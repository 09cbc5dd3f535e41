"""The page's files, the headers around everything, and the cookie."""

import asyncio
import re
from html import escape
from pathlib import Path

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from tests.web.harness import Guest, Server
from tilerummy.bots.levels import LEVELS
from tilerummy.messages import direction, languages, text
from tilerummy.web.security import content_policy
from tilerummy.web.static_files import Address, Built, Page

DUTCH = {"Accept-Language": "nl"}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><head><title>page</title></head>")
    paths = {"home": "^/$", "table": "^/t/([^/]+)/?$", "rules": "^/rules(?:/([^/]+))?/?$"}
    parts = {"home": "", "table": "", "rules": "cards"}
    pages = {
        name: Address(path, (f"assets/{name}.js", f"assets/{name}.css"), parts[name]) for name, path in paths.items()
    }
    texts = {code: {"": f"assets/{code}.js", "cards": f"assets/{code}-cards.js"} for code in ("en", "nl")}
    (folder / "pages.json").write_bytes(msgspec.json.encode(Built(pages, texts)))
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-1a2b.js").write_text("export {}")
    return folder


def get(bundle: Path, path: str, **headers: str) -> httpx.Response:
    app = Starlette(routes=[Route("/{path:path}", Page(bundle).serve)])

    async def fetch() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(fetch())


@pytest.mark.parametrize("path", ["/", "/t/abc123", "/t/abc%2F123", "/t/abc%0A", "/rules/original", "/rules/?x=/y/z"])
def test_every_page_address_is_the_index_and_is_asked_for_each_time(bundle: Path, path: str) -> None:
    answer = get(bundle, path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert "<title>page</title>" in answer.text


def test_the_index_names_what_its_page_and_language_need(bundle: Path) -> None:
    for path, name in (("/", "home"), ("/rules/original", "rules"), ("/t/abc", "table")):
        named = re.findall(r'<link rel="(\w+)" crossorigin href="/(.+?)">', get(bundle, path, **DUTCH).text)
        assert named == [
            ("modulepreload", f"assets/{name}.js"),
            ("stylesheet", f"assets/{name}.css"),
            ("modulepreload", "assets/nl.js"),
            *([("modulepreload", "assets/nl-cards.js")] if name == "rules" else []),
        ]
    assert "<link" not in get(bundle, "/no/such/page", **DUTCH).text


def test_all_that_the_built_page_names_is_there(ann: Guest) -> None:
    named = set(re.findall(r'(?:href|src)="(/assets/.+?)"', ann.http.get("/learn/opening", headers=DUTCH).text))
    assert {one.split("/")[2].split("-")[0] for one in named} >= {"index", "LearnPage", "nl"}
    assert {ann.http.head(one).status_code for one in named} == {200}


@pytest.mark.parametrize("path", ["/no/such/page", "/t", "/t/a/b", "/rulesx", "/%0A"])
def test_what_is_no_address_of_the_page_shows_the_page_that_says_so(bundle: Path, path: str) -> None:
    for accepted in ("gzip", "identity"):
        answer = get(bundle, path, **{"Accept-Encoding": accepted})
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-cache")
        assert "<title>page</title>" in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(
            (known, 200)
            for known in (
                "/",
                "/events",
                "/replay",
                "/t/abc/replay",
                "/t/abc/screen",
                "/sheet",
                "/referee/",
                "/e/x/print",
                "/learn/x",
            )
        ),
        *((unknown, 404) for unknown in ("/nowhere", "/t/abc/print", "/e/", "/sheet/a/b", "/wp-login")),
    ],
)
def test_the_server_knows_the_addresses_of_the_built_page(ann: Guest, path: str, status: int) -> None:
    answer = ann.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")


def test_an_unknown_address_of_the_api_is_a_problem(ann: Guest) -> None:
    answer = ann.http.get("/api/nonsense")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-address")


def test_the_sentences_for_browsers_that_cannot_show_the_page_are_in_the_readers_language(ann: Guest) -> None:
    for language in languages():
        answer = ann.http.get("/", headers={"Accept-Language": language})
        assert f'<html lang="{language}" dir="{direction(language)}">' in answer.text
        assert f"<noscript><p>{escape(text(language, 'page.no-script'))}</p></noscript>" in answer.text
        assert escape(text(language, "page.old-browser")) in answer.text
        assert "{{" not in answer.text
        assert "Accept-Language" in answer.headers["vary"]


def test_hashed_assets_are_kept_for_ever_and_other_files_are_not(bundle: Path) -> None:
    asset = get(bundle, "/assets/index-1a2b.js")
    assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert asset.headers["content-type"].startswith("text/javascript")
    assert get(bundle, "/icon.svg").headers["cache-control"] == "no-cache"


def test_texts_are_packed_for_whoever_takes_that(bundle: Path) -> None:
    packed = get(bundle, "/assets/index-1a2b.js", **{"Accept-Encoding": "gzip, br"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", "export {}")
    assert packed.headers["content-type"].startswith("text/javascript")
    plain = get(bundle, "/assets/index-1a2b.js", **{"Accept-Encoding": "identity"})
    assert ("content-encoding" in plain.headers, plain.text) == (False, "export {}")
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_the_kernel_is_what_browsers_compile_as_it_comes(bundle: Path) -> None:
    (bundle / "assets" / "kernel-1a2b.wasm").write_bytes(b"\0asm")
    answer = get(bundle, "/assets/kernel-1a2b.wasm", **{"Accept-Encoding": "gzip"})
    assert (answer.headers["content-type"], answer.headers["content-encoding"]) == ("application/wasm", "gzip")
    assert answer.content == b"\0asm"


@pytest.mark.parametrize(
    "path", ["/assets/gone-1.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"]
)
def test_what_is_not_in_the_bundle_is_not_served(bundle: Path, path: str) -> None:
    answer = get(bundle, path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_without_a_bundle_the_reader_is_told_what_to_do(tmp_path: Path) -> None:
    answer = get(tmp_path, "/", **{"Accept-Language": "xx, en;q=0.5"})
    assert answer.status_code == 503
    assert "dev.py run" in answer.text


@pytest.mark.one_process("nginx says who it is")
def test_every_answer_carries_the_security_headers(server: Server, ann: Guest) -> None:
    for path in ("/", "/healthz", "/api/editions", "/api/nonsense", "/assets/none.js"):
        headers = ann.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        compiles = " 'wasm-unsafe-eval'" if path.startswith("/assets/") else ""
        assert f"script-src 'self'{compiles};" in policy
        assert f"connect-src 'self' ws://127.0.0.1:{server.port} " in policy
        assert "frame-ancestors 'none'" in policy
        assert policy.count("unsafe") == bool(compiles)
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_a_strange_host_does_not_get_into_the_policy() -> None:
    assert "evil" not in content_policy("x; script-src evil")
    assert "ws://[::1]:8000" in content_policy("[::1]:8000")


def test_the_cookie_is_out_of_reach_of_scripts_and_stays_the_same_guest(server: Server) -> None:
    with Guest(server.address, session=False) as guest:
        answer = guest.http.post("/api/session")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert guest.http.post("/api/session").json() == answer.json()


@pytest.mark.one_process("the key lies in the data folder")
def test_the_signing_key_is_its_owners_alone(server: Server) -> None:
    mode = (server.data / "session.key").stat().st_mode & 0o777
    assert mode == 0o600
    assert len((server.data / "session.key").read_bytes()) == 32


def test_editions_and_levels_are_listed(ann: Guest) -> None:
    listed = ann.http.get("/api/editions").json()
    assert listed[0]["id"] == "original"
    assert {entry["id"] for entry in listed} >= {"original", "sabra"}
    assert listed[0]["players"] == [2, 4]
    levels = ann.http.get("/api/levels").json()
    assert levels["levels"] == list(LEVELS)
    assert levels["strengths"] == sorted(levels["strengths"])
    assert len(levels["strengths"]) == len(levels["levels"])
    assert ann.http.get("/healthz").text == "ok\n"


def test_the_rules_card_comes_in_the_language_asked_for(ann: Guest) -> None:
    card = ann.http.get("/api/editions/sabra/card", params={"lang": "en"}).json()
    assert card["edition"]["id"] == "sabra"
    assert len({point["key"] for point in card["points"]}) == len(card["points"]) > 20
    assert all(point["text"] and point["ref"] for point in card["points"])
    assert ann.http.get("/api/editions/nonsense/card").status_code == 404


def test_a_rooms_card_shows_its_house_rules(ann: Guest) -> None:
    house = {"base": "original", "changes": {"opening.amount": 50}}
    answer = ann.http.post("/api/rooms", json={"seats": 2, "house": house})
    card = ann.http.get(f"/api/rooms/{answer.json()['room']}/card", headers={"Accept-Language": "en"}).json()
    assert card["edition"]["changes"] == [{"key": "opening.amount", "value": 50}]
    assert any(point["changed"] for point in card["points"])
