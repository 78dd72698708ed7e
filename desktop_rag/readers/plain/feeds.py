"""News feeds (RSS, RDF, Atom) as Markdown: an entry below a heading each, its text without HTML's marks."""

import html
import re
from collections.abc import Iterable
from xml.etree import ElementTree as ET

from desktop_rag.readers.plain.web_pages import html_markdown

_MARK = re.compile(
    r"</?(?:p|br|div|span|a|img|ul|ol|li|h[1-6]|table|t[rdh]|blockquote|pre|b|i|em|strong|hr|font|figure|iframe)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TEXT = re.compile(r"(?<=>)[^<>]+")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_DATES = ("pubDate", "published", "issued", "date", "updated", "modified")
_COMPARED = 60  # characters at the beginning of a summary that tell whether the content repeats it


def is_feed(root: ET.Element) -> bool:
    """Return True if an XML document is a news feed: RSS, RDF with a channel, or Atom."""
    name = _name(root)
    if name == "RDF":
        return any(_name(part) == "channel" for part in root)
    return name == "rss" or (name == "feed" and any(_name(part) in {"title", "entry"} for part in root))


def feed_markdown(root: ET.Element) -> str:
    """Return a feed as Markdown: its title, then every entry with title, date, author, link and text."""
    channel = next((part for part in root if _name(part) == "channel"), root)
    parts = [*channel, *(root if channel is not root else ())]  # RDF has its items beside the channel
    entries = [part for part in parts if _name(part) in {"item", "entry"}]
    about = (_text(part) for part in channel if _name(part) in {"description", "subtitle", "tagline"})
    return _joined([_heading("#", channel), *about, *map(_entry, entries)])


def without_escaped_marks(source: str) -> str:
    """Return an XML document whose texts hold no HTML, neither in entities nor in CDATA sections."""
    begin, *rest = source.split(_CDATA)
    kept = [_TEXT.sub(_unmarked, begin)]
    for part in rest:
        data, end, behind = part.partition(_CDATA_END)
        if end and _MARK.search(data):
            kept.append(html.escape(html_markdown(data), quote=False))
        else:
            kept.append(f"{_CDATA}{data}{end}")
        kept.append(_TEXT.sub(_unmarked, f">{behind}")[1:])
    return "".join(kept)


def _unmarked(match: re.Match[str]) -> str:
    written = match.group()
    if "&lt;" not in written:
        return written
    text = html.unescape(written)
    return html.escape(html_markdown(text), quote=False) if _MARK.search(text) else written


def _entry(entry: ET.Element) -> str:
    """Return one entry; its summary only where the content does not begin with it."""
    origin = " · ".join(filter(None, (_date(entry), ", ".join(_authors(entry)))))
    contents = _texts(entry, {"encoded", "content"})
    flat = " ".join(" ".join(contents).split())
    summaries = [
        text for text in _texts(entry, {"description", "summary"}) if " ".join(text.split())[:_COMPARED] not in flat
    ]
    return _joined([_heading("##", entry), _joined([origin, _link(entry)], "\n"), *summaries, *contents])


def _texts(entry: ET.Element, names: set[str]) -> list[str]:
    """Return the texts of the elements of these names, each once."""
    return list(dict.fromkeys(filter(None, (_text(part) for part in entry.iter() if _name(part) in names))))


def _heading(marks: str, element: ET.Element) -> str:
    title = next((_text(part) for part in element if _name(part) == "title"), "")
    return f"{marks} {' '.join(title.split())}" if title else ""


def _date(entry: ET.Element) -> str:
    dates = {_name(part): (part.text or "").strip() for part in entry}
    return next((dates[name] for name in _DATES if dates.get(name)), "")


def _authors(entry: ET.Element) -> list[str]:
    found = (part for part in entry if _name(part) in {"author", "creator"})
    names = (next((one for one in part if _name(one) == "name"), part) for part in found)
    return list(dict.fromkeys(filter(None, (" ".join((name.text or "").split()) for name in names))))


def _link(entry: ET.Element) -> str:
    """Return the address of an entry itself, not that of its comments or of a file that comes with it."""
    links = [part for part in entry if _name(part) == "link" and part.get("rel", "alternate") == "alternate"]
    return next(filter(None, ((part.text or "").strip() or part.get("href", "").strip() for part in links)), "")


def _text(element: ET.Element) -> str:
    """Return the text of an element, be its HTML escaped or written out."""
    if len(element):
        for part in element.iter():
            part.tag = _name(part)
        return html_markdown(ET.tostring(element, encoding="unicode", method="html"))
    text = (element.text or "").strip()
    return html_markdown(text) if _MARK.search(text) else html.unescape(text)


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _joined(parts: Iterable[str], between: str = "\n\n") -> str:
    return between.join(part for part in parts if part.strip())
