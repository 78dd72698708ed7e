"""Web pages as trees: what browsers make of their marks, also of those that are never closed or closed twice.

Before that, pages lose what browsers do not show as text, and what they show by other means becomes text.
"""

import html
import re
from collections.abc import Callable, Iterator

_TOKEN = re.compile(
    r"<(?:(/?)([A-Za-z][^\s/<>]*+)((?:[^<>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s<>\"'][^\s<>]*+)?)*+)>|[!?/][^<>]*+>)"
)
_ATTRIBUTE = re.compile(r"([^\s=/\"'<>]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s<>]*)))?")
_PREFIXED = re.compile(r"^(?:m|mml|math|mathml|h|html|xhtml|svg):")  # before elements with a namespace
_XML = re.compile(r"<\?xml\s|\sxmlns=[\"']http://www\.w3\.org/1999/xhtml[\"']")
_BEGINNING = 2_000  # characters in which a page says what it is
VOID = frozenset("area base br col embed frame hr img input link meta param source track wbr basefont keygen".split())
"""Elements that hold nothing."""
BLOCKS = frozenset(
    "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol p pre "
    "search section summary table tbody td tfoot th thead tr ul".split()
)
"""Elements that stand on lines of their own."""
_CLOSES_PARAGRAPH = BLOCKS - frozenset("body caption col colgroup head html legend tbody td tfoot th thead tr".split())
_SECTIONS = frozenset(["thead", "tbody", "tfoot"])
_CLOSED_BY = {
    "li": ({"li"}, {"ul", "ol", "menu", "dir", "table", "td", "th"}),
    "dt": ({"dt", "dd"}, {"dl", "table", "td", "th"}),
    "dd": ({"dt", "dd"}, {"dl", "table", "td", "th"}),
    "option": ({"option"}, {"select", "datalist", "optgroup"}),
    "optgroup": ({"option", "optgroup"}, {"select"}),
    "rb": ({"rb", "rt", "rp", "rtc"}, {"ruby"}),
    "rt": ({"rb", "rt", "rp"}, {"ruby", "rtc"}),
    "rp": ({"rb", "rt", "rp"}, {"ruby", "rtc"}),
    "rtc": ({"rb", "rt", "rp", "rtc"}, {"ruby"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "tr": ({"tr", "caption", "colgroup"}, {"table"}),
    "a": ({"a"}, {"table", "td", "th"}),
    "button": ({"button"}, {"table", "td", "th"}),
} | dict.fromkeys(("thead", "tbody", "tfoot"), ({"thead", "tbody", "tfoot", "caption", "colgroup"}, {"table"}))
"""What the beginning of an element ends, and where looking for it ends."""
_TABLE_PARTS = frozenset("table thead tbody tfoot tr td th caption html body".split())
_BARRIERS = frozenset(["table", "td", "th", "caption"])
_NONE = frozenset[str]()
_DEEPEST = 120  # elements within elements; those below are parts of this one
_MOST_OPEN = 20_000  # elements that are open at a time: those beyond them are not looked for
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


class Element:
    """An element with its attributes, and the elements and texts in it.

    ``has_blocks``: there is an element in it, at any depth, that stands on lines of its own. ``closed``: it was ended
    by its own mark. ``place``: its place among what is in ``parent``.
    """

    __slots__ = (
        "_attributes",
        "_classes",
        "_names_around",
        "_written",
        "children",
        "closed",
        "has_blocks",
        "name",
        "parent",
        "place",
    )

    def __init__(self, name: str, written: str = "", parent: "Element | None" = None) -> None:
        self.name = name
        self.parent = parent
        self.place = len(parent.children) if parent is not None else 0
        self.children: list[Element | str] = []
        self.has_blocks = self.closed = False
        self._written = written
        self._attributes: dict[str, str] | None = None
        self._classes: frozenset[str] | None = None
        self._names_around: frozenset[str] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes by their names in small letters; the first of a name counts, as in browsers."""
        if self._attributes is None:
            self._attributes = {}
            for name, *values in _ATTRIBUTE.findall(self._written) if self._written else ():
                value = next(filter(None, values), "")
                self._attributes.setdefault(name.lower(), html.unescape(value) if "&" in value else value)
        return self._attributes

    @property
    def written(self) -> str:
        """The attributes as they are written in the mark, with the blank before them."""
        return self._written

    def become(self, name: str, written: str) -> None:
        """Change the name and all attributes."""
        self.name = name
        self._written = written
        self._attributes = self._classes = self._names_around = None

    @property
    def has_attributes(self) -> bool:
        """True if there may be attributes."""
        return bool(self._written)

    @property
    def classes(self) -> frozenset[str]:
        """The classes that the element has."""
        if self._classes is None:
            written = self.get("class")
            self._classes = frozenset(written.split()) if written else _NONE
        return self._classes

    @property
    def names_around(self) -> frozenset[str]:
        """The names, ``.classes`` and ``#ids`` of the element and of all around it."""
        if self._names_around is None:
            around = self.parent.names_around if self.parent is not None else _NONE
            own = {self.name, *(f".{one}" for one in self.classes), f"#{self.get('id')}"}
            self._names_around = around if own <= around else around | own
        return self._names_around

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute."""
        if self._attributes is None:
            return self.attributes.get(name, default) if self._written else default
        return self._attributes.get(name, default)

    def set(self, name: str, value: str) -> None:
        """Change an attribute."""
        self.attributes[name] = value

    def elements(self) -> Iterator["Element"]:
        """Yield the elements directly in this one."""
        return (child for child in self.children if isinstance(child, Element))

    def descendants(self) -> Iterator["Element"]:
        """Yield the elements in this one at any depth, in order."""
        waiting = [child for child in reversed(self.children) if isinstance(child, Element)]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += [child for child in reversed(element.children) if isinstance(child, Element)]

    def ancestors(self) -> Iterator["Element"]:
        """Yield the elements around this one, the nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def text(self) -> str:
        """Return all texts in the element, as they are written."""
        parts: list[str] = []
        waiting: list[Element | str] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                parts.append(part)
            else:
                waiting += reversed(part.children)
        return "".join(parts)


def parse_html(source: str) -> Element:
    """Return the root of the tree of a page without scripts and comments (``html_cleanup.without_scripts``).

    A mark that ends itself (``<p/>``) is an element without content in XHTML, in HTML the beginning of one.
    """
    last = source.rfind(">") + 1
    builder = _Builder(is_xml=_XML.search(source, 0, _BEGINNING) is not None)
    at = 0
    for token in _TOKEN.finditer(source, 0, last):
        if token.start() > at:
            builder.add_text(source[at : token.start()])
        at = token.end()
        if name := token[2]:
            known = _PREFIXED.sub("", name.lower())
            if token[1]:
                builder.end(known)
            else:
                builder.begin(known, token[3])
    if at < len(source):
        builder.add_text(source[at:])
    return builder.root


class _Builder:
    """Puts elements into one another."""

    def __init__(self, *, is_xml: bool) -> None:
        self.root = Element("html")
        self._is_xml = is_xml
        self._open = [self.root]
        self._deeper: list[str] = []  # names of open elements below the deepest one

    def add_text(self, text: str) -> None:
        self._open[-1].children.append(html.unescape(text) if "&" in text else text)

    def begin(self, name: str, written: str) -> None:
        if name in {"html", "body", "head"}:
            # their attributes matter, and they are never within anything: each is its page
            if name == "body" and written.strip():
                for key, value in Element(name, written).attributes.items():
                    self.root.attributes.setdefault(key, value)
            return
        if name in _CLOSES_PARAGRAPH:
            self._close({"p"}, _BARRIERS | {"button", "object"})
        if name in _CLOSED_BY:
            ended, barriers = _CLOSED_BY[name]
            self._close(ended, barriers)
        if name in _SECTIONS or name == "tr":
            self._close({"td", "th", "tr"} if name in _SECTIONS else {"td", "th"}, {"table"})
        if name == "tr":
            self._close({"tr"}, {"table"})
        parent = self._open[-1]
        element = Element(name, "" if written in {"/", " /"} else written, parent)
        parent.children.append(element)
        if name in BLOCKS and not parent.has_blocks:
            self._mark(parent)
        if name in VOID or (written.endswith("/") and (self._is_xml or ":" in name or self._is_open("math"))):
            return
        if len(self._open) < _DEEPEST:
            self._open.append(element)
        elif len(self._deeper) < _MOST_OPEN:
            self._deeper.append(name)

    def end(self, name: str) -> None:
        if name == "br":
            self.begin("br", "")
        elif name == "p" and not self._is_open("p"):
            self.begin("p", "")
            self.end("p")
        elif self._deeper and name in self._deeper[-_DEEPEST:]:
            while self._deeper.pop() != name:
                pass
            # what follows stands apart from what was in it
            self._open[-1].children.append(Element(name, "", self._open[-1]))
        else:
            barriers = frozenset[str]() if name in _TABLE_PARTS else _BARRIERS - {name}
            self._close({name}, barriers, by_mark=True)

    def _is_open(self, name: str) -> bool:
        for element in reversed(self._open):
            if element.name == name:
                return True
            if element.name in _BARRIERS:
                return False
        return name in self._deeper[-_DEEPEST:]

    def _close(self, names: set[str], barriers: frozenset[str] | set[str], *, by_mark: bool = False) -> None:
        """End the innermost open element of these names and all in it, unless a barrier stands between."""
        for place in range(len(self._open) - 1, 0, -1):
            element = self._open[place]
            if element.name in names:
                element.closed = by_mark
                del self._open[place:]
                self._deeper.clear()
                return
            if element.name in barriers:
                return

    @staticmethod
    def _mark(element: Element | None) -> None:
        while element is not None and not element.has_blocks:
            element.has_blocks = True
            element = element.parent


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
