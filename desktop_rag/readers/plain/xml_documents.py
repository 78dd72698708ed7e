"""XML: of news feeds (RSS, RDF, Atom) the entries, of documents the words between the marks, of data all of it."""

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.core.schema import Document
from desktop_rag.readers.plain import text
from desktop_rag.readers.plain.web_pages import html_markdown

_LARGEST = 30_000_000
_TAG = re.compile(r"<[^<>]*>")
_PROSE_SHARE = 0.5  # of an XML file that is text between marks, for it to be read as a text
_ROOT = re.compile(r"<(?:\w+:)?([A-Za-z][\w-]*)[\s>]")
_STRAY_AND = re.compile(r"&(?!(?:#\d+|#x[\da-fA-F]+|amp|lt|gt|quot|apos);)(?:\w{1,32};)?")
_SHORT_LINES = re.compile(r"(?<![^\n]{40})\n\n(?=[^\n]{1,40}(?:\n|\Z))")  # between scraps of a few words
_INLINE = frozenset(
    "a abbr b big bold code em emph emphasis ext-link font hi i inf italic monospace named-content named r roman s sc "
    "small span strike strong styled-content sub subscript sup superscript t tspan tt u underline xref".split()
)
_PROSE_ROOTS = frozenset(
    "article TEI book us-patent-application us-patent-grant FictionBook html svg wordDocument Workbook".split()
)
_FEED_ROOTS = frozenset(["rss", "RDF", "feed"])
_BLOCKS = frozenset(
    "p para title subtitle head caption item li row tr td abstract sec section div blockquote note ref entry chapter "
    "article body heading line verse claim claim-text description summary content name".split()
)
_MARK = re.compile(
    r"</?(?:p|br|div|span|a|img|ul|ol|li|h[1-6]|table|t[rdh]|blockquote|pre|b|i|em|strong|hr|font|figure|iframe)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_TEXT = re.compile(r"(?<=>)[^<>]+")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_DATES = ("pubDate", "published", "issued", "date", "updated", "modified")
_COMPARED = 60  # characters at the beginning of a summary that tell whether the content repeats it


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of an XML document without its marks; of an XML file of data, all of it."""
    if path.stat().st_size > _LARGEST:
        return text.load_declared(path)
    source = "".join(text.pieces(path, declared=True))
    root_name = _root_name(source)
    if root_name in _FEED_ROOTS and (entries := _feed(source)):
        return text.in_pages([entries])
    if root_name not in _PROSE_ROOTS:
        source = without_escaped_marks(source)
    if not _is_prose(source):
        return text.in_pages([source])
    try:
        written = "\n\n".join(_paragraphs(_parsed(source)))
    except (ET.ParseError, ValueError, RecursionError):
        return text.in_pages([_unparsed(source)])
    return text.in_pages([_SHORT_LINES.sub("\n", written)])


def _feed(source: str) -> str:
    """Return the entries of a news feed, "" where it is damaged or none."""
    try:
        root = _parsed(source)
        return feed_markdown(root) if is_feed(root) else ""
    except (ET.ParseError, ValueError, RecursionError):
        return ""


def _unparsed(source: str) -> str:
    """Return a damaged document: of a web page what a browser shows, of others all of it."""
    return html_markdown(source) if _root_name(source).lower() == "html" else source


def _parsed(source: str) -> ET.Element:
    source = re.sub(r"^\s*<\?xml[^>]*\?>", "", source)
    try:
        return ET.fromstring(source)  # noqa: S314 - expat refuses entities that swell
    except ET.ParseError:
        return ET.fromstring(_STRAY_AND.sub(_escaped, source))  # noqa: S314 - as above


def _escaped(match: re.Match[str]) -> str:
    """Return an entity of HTML, which XML does not know, as the character; what is none as it stands."""
    character = html.unescape(match.group())
    return character if character != match.group() else f"&amp;{match.group()[1:]}"


def _root_name(source: str) -> str:
    """Return the name of the outermost element without its prefix, "" where there is none."""
    root = _ROOT.search(source[:5000])
    return root.group(1) if root else ""


def _is_prose(source: str) -> bool:
    """Return True if an XML file is a text with marks, not data."""
    if _root_name(source) in _PROSE_ROOTS:
        return True
    marks = sum(len(mark.group()) for mark in _TAG.finditer(source))
    blanks = sum(map(str.isspace, source))
    return len(source) - marks - blanks >= _PROSE_SHARE * (len(source) - blanks)


def _paragraphs(root: ET.Element) -> Iterator[str]:
    """Yield the text of an XML document, a paragraph for every element that is one."""
    words: list[str] = []
    for text_part, ends in _parts(root):
        if text_part:
            words.append(text_part)
        if ends and (joined := " ".join("".join(words).split())):
            yield joined
            words = []
    if joined := " ".join("".join(words).split()):
        yield joined


def _parts(element: ET.Element) -> Iterator[tuple[str, bool]]:
    """Yield the text below an element and whether a paragraph ends with it."""
    name = element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
    if name == "bindata":  # a picture
        return
    wraps = len(element) > 0 and not (element.text or "").strip() and name not in _INLINE
    block = name in _BLOCKS or wraps
    yield "", block
    if name:
        yield element.text or "", False
    for part in element:
        yield from _parts(part)
        yield _apart(part), False
    yield "", block


def _apart(element: ET.Element) -> str:
    """Return the text behind an element, after a blank unless a word may continue there."""
    name = element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else "a"
    tail = element.tail or ""
    return tail if name in _INLINE or (tail and not tail[0].isalnum()) else f" {tail}"


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
