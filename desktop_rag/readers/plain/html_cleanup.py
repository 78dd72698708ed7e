"""Pages as they are parsed: without what browsers do not show as text, and what they show by other means as text."""

import html
import re
from collections.abc import Callable

_MARK = re.compile(r"<[^<>]{1,2000}>")
_UNSEEN = "script style template noscript svg title".split()
_HIDES = re.compile(rf"<(?:({'|'.join(_UNSEEN)})\b|!--)", re.IGNORECASE)
_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])[^<>]{{0,200}}>", re.IGNORECASE) for name in _UNSEEN}
_COMMENT_ENDS = re.compile("-->")
_OPENING = re.compile(r"\A<[^<>]*>")
_TEX = re.compile(r"<script\b[^>]*\btype\s*=\s*[\"']?math/tex(;\s*mode=display)?", re.IGNORECASE)
_SHAPE_TEXT = re.compile(r"<text\b[^<>]*>(.{1,2000}?)</text\s*>", re.IGNORECASE | re.DOTALL)
_DESCRIBED = re.compile(r"<svg\b[^<>]*\baria-label\s*=\s*(?:\"([^\"<>]+)\"|'([^'<>]+)')", re.IGNORECASE)

Kept = Callable[[str, str], str]
"""Takes the name of an element and its source, and returns what stands in its place."""


def without_scripts(source: str, kept: Kept = lambda _name, _source: "") -> str:
    """Return a page without scripts, comments and their like; what never ends is left, and looked for once only.

    ``kept`` is asked for each of them, except comments, what to leave.
    """
    parts: list[str] = []
    at = 0
    endless = set[str]()
    for match in _HIDES.finditer(source):
        name = (match.group(1) or "").lower()
        if match.start() < at or name in endless:
            continue
        end = _ENDS.get(name, _COMMENT_ENDS).search(source, match.end())
        if end is None:
            endless.add(name)
            continue
        parts += (source[at : match.start()], kept(name, source[match.start() : end.end()]) if name else "")
        at = end.end()
    rest = source[at:]
    return "".join([*parts, rest.replace("<!--", " ") if "" in endless else rest])


def without_marks(source: str) -> str:
    """Return a page that is too large for the converter as words."""
    return html.unescape(_MARK.sub(" ", source))


class ShownParts:
    """Keeps the visible parts of scripts, drawings and style sheets; the sheets are gathered in ``styles``."""

    def __init__(self) -> None:
        self.styles: list[str] = []

    def __call__(self, name: str, source: str) -> str:
        """Return the replacement of an element with all its content."""
        if name == "style":
            self.styles.append(_OPENING.sub("", source).rpartition("<")[0])
        elif name == "script" and (tex := _TEX.match(source)):
            formula = html.escape(" ".join(_OPENING.sub("", source).rpartition("<")[0].split()), quote=False)
            return f"$${formula}$$" if tex[1] else f"${formula}$"
        elif name == "svg":
            return _drawn(source)
        return ""


def _drawn(source: str) -> str:
    """Return the words of a drawing and what describes it."""
    described = _DESCRIBED.search(source)
    texts = [_MARK.sub(" ", text) for text in _SHAPE_TEXT.findall(source)]
    label = (described[1] or described[2]) if described else ""
    lines = [text for text in (label if texts else "", *texts) if text.strip()]
    return "".join(f"<div>{text}</div>" for text in lines)
