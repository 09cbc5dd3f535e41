"""A language that nobody speaks: of each text the longest of all languages, with a mark of no width in it.

So a page shows both where a text does not fit and where a text is not from the message files.
"""

import json
import re
from base64 import b64encode
from typing import Any

from playwright.sync_api import Page

from tests.browser.robot.catching import catch
from tilerummy.messages import languages, texts
from tilerummy.web.static_files import BUNDLE

MARK = "\u2060"
"""A word joiner: takes no place and breaks no line."""

LOOK = """(mark) => {
    const root = document.documentElement;
    const found = [];
    const lines = [];
    // what of a rectangle its boxes leave to be seen
    const seen = ({ left, top, right, bottom }, box) => {
        for (let one = box; one !== null && one !== document.body; one = one.parentElement) {
            if (getComputedStyle(one).overflow === 'visible') continue;
            const edge = one.getBoundingClientRect();
            [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
            [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return new DOMRect(left, top, Math.max(0, right - left), bottom > top ? bottom - top : 0);
    };
    // what an element is painted on
    const ground = (one) => {
        if (one === null) return root;
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        const bare = backgroundImage === 'none' && /^(transparent|rgba\\(.*, 0\\))$/.test(backgroundColor);
        return bare ? ground(one.parentElement) : one;
    };
    // a line is as high as its letters at most could be
    const crossed = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 4 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 3;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`);
    const said = (element) => element.textContent.trim().replaceAll(mark, '').slice(0, 60);
    // within reach all the same: by scrolling, or on the next leaf of the screen on the wall
    const reached = (one) => {
        if (one === null || one.matches('[data-leaves]')) return one !== null;
        const rolls = /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth;
        return rolls || reached(one.parentElement);
    };
    for (const element of document.body.querySelectorAll('*')) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '');
        if (texts.length === 0 || element.closest('svg, option, .visually-hidden')) continue;
        const style = getComputedStyle(element);
        if (style.clipPath !== 'none') continue;
        const range = document.createRange();
        range.setStartBefore(texts[0]);
        range.setEndAfter(texts.at(-1));
        const box = texts.length === 1 ? range.getBoundingClientRect() : element.getBoundingClientRect();
        const shortened = style.textOverflow === 'ellipsis';
        const outside = (box.left < -1 || box.right > innerWidth + 1) && !reached(element);
        if (!shortened && outside) found.push(`beside the window: ${said(element)}`);
        const clips = style.overflowX !== 'visible' && !['SELECT', 'INPUT'].includes(element.tagName);
        if (clips && !shortened && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${said(element)}`);
        const frame = element.closest('button, .button')?.getBoundingClientRect();
        if (frame !== undefined && frame.width > 1 && !shortened) {
            const across = Math.max(frame.left - box.left, box.right - frame.right);
            const out = Math.max(across, frame.top - box.top, box.bottom - frame.bottom);
            if (out > 1.5) found.push(`${Math.round(out)} px out of its button: ${said(element)}`);
        }
        if (element.closest('[data-tile]') === null) {
            for (const line of range.getClientRects()) {
                const shown = seen(line, element);
                if (shown.width > 0) lines.push({ element, line: shown });
            }
        }
        const marked = element.textContent.includes(mark) || element.closest('[data-names], .rules, select');
        const letters = texts.map((node) => node.data).join(' ').replaceAll(/\\p{L}\\d|\\d\\p{L}/gu, '');
        if (!marked && /\\p{L}{3}/u.test(letters)) found.push(`not from the message files: ${said(element)}`);
    }
    lines.forEach((a, at) => {
        for (const b of lines.slice(at + 1)) {
            if (a.element.contains(b.element) || b.element.contains(a.element) || !crossed(a.line, b.line)) continue;
            if (ground(a.element) === ground(b.element)) {
                found.push(`printed over each other: ${said(a.element)} / ${said(b.element)}`);
            }
        }
    });
    return found;
}"""
"""What is wrong with the texts of a page, as sentences."""

BROKEN = r"""() => {
    const found = new Set();
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        const element = text.parentElement;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (element.closest('[data-names], .visually-hidden, svg, option')) continue;
        if (getComputedStyle(element).clipPath !== 'none' || element.clientWidth === 1) continue;
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
            if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) found.add(`broken: ${word}`);
        }
    }
    return [...found];
}"""
"""Words that go on in another line without a hyphen. Names people gave themselves may."""


def longest() -> dict[str, str]:
    """The messages of that language."""
    keys = {key for language in languages() for key in texts(language)}
    return {key: max((texts(language).get(key, "") for language in languages()), key=len) + MARK for key in keys}


def speak(page: Page) -> None:
    """Let the page, which must be in English, speak it."""
    told = [{"name": "Content-Type", "value": "text/javascript"}]
    words = longest()

    def answer(address: str) -> tuple[str, dict[str, Any]]:
        # as many as the file has, so that a page which does not ask for its part shows keys
        file = BUNDLE / "assets" / address.rsplit("/", 1)[-1]
        names = set(re.findall(r'[{,]\\?"([a-z]+)\.', file.read_text()))
        read = {key: text for key, text in words.items() if key.split(".")[0] in names}
        text = b64encode(f"export default {json.dumps(read)}".encode()).decode()
        return "fulfillRequest", {"responseCode": 200, "responseHeaders": told, "body": text}

    catch(page, "*/assets/en-*.js", answer)
