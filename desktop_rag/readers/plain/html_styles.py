"""Read from style sheets which text is hidden, raised or numbered; everything else is decoration."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_rag.readers.plain.html_tree import Element

Style = dict[str, str]
"""Properties by their names, both in small letters; texts of ``content`` as they are."""
PROPERTIES = frozenset(
    "display vertical-align font-variant-position font-variant list-style-type list-style counter-reset "
    "counter-increment counter-set content white-space position top font-size".split()
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_WANTED = re.compile(rf"(?:{'|'.join(sorted(PROPERTIES))})\s*:|@counter-style", re.IGNORECASE)
_DECLARATION = re.compile(r"([a-zA-Z-]+)\s*:\s*((?:[^;\"']|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')*)")
_PIECE = re.compile(
    r"([.#]?)((?:[\w-]|[^\x00-\x7f]|\\.)+)|\*|\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*[\"']?([^\"'\]]*)[\"']?)?\s*\]"
)
_COMBINED = re.compile(r"\s*([>+~])\s*|\s+")
_PSEUDO = re.compile(r"::?([a-z-]+)(\([^()]*\))?", re.IGNORECASE)
_MEDIA = re.compile(r"@media\s+(?:only\s+)?(?:all|screen)\s*", re.IGNORECASE)
_WRITES = re.compile(r"(?<!\\)[^\W_]{1,}.*|\\0?0?[3-7][0-9a-f]\b", re.IGNORECASE)
_NOTHING: Style = {}
_MOST_RULES = 5_000
_MOST_OF_KEY = 100  # rules for one name, class or id; the sheets of large sites have 30
_LONGEST_SHEET = 2_000_000  # characters


@dataclass(frozen=True, slots=True)
class _Compound:
    """The conditions on one element: its name, classes, id and attributes."""

    name: str
    classes: frozenset[str]
    identity: str
    attributes: tuple[tuple[str, str, str], ...]

    def fits(self, element: Element) -> bool:
        if self.name and self.name != element.name:
            return False
        if self.identity and element.get("id") != self.identity:
            return False
        if self.classes and not self.classes <= element.classes:
            return False
        return all(_has(element, *attribute) for attribute in self.attributes)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Compounds from the element itself outwards, each with its combinator (" " or ">"), and their style."""

    compounds: tuple[tuple[str, _Compound], ...]
    weight: tuple[int, int, int, int]
    part: str  # "before" and "after": what is written there
    style: Style
    above: frozenset[str]  # names, classes and ids that elements further out must have

    def fits(self, element: Element) -> bool:
        if not self.compounds[0][1].fits(element):
            return False
        above: Element | None = element.parent
        if self.above and (above is None or not self.above <= above.names_around):
            return False
        for combinator, compound in self.compounds[1:]:
            while above is not None and not compound.fits(above):
                if combinator == ">":
                    return False
                above = above.parent
            if above is None:
                return False
            above = above.parent
        return True


class StyleSheet:
    """The rules of one page that say something of its text."""

    def __init__(self, sheets: Iterable[str] = ()) -> None:
        self._rules: dict[str, dict[str, list[_Rule]]] = {part: defaultdict(list) for part in ("", "before", "after")}
        self._known: dict[tuple[int, str], Style] = {}
        self.counter_styles: dict[str, Style] = {}
        self._count = 0
        self.has_parts = self.has_counters = False
        for sheet in dict.fromkeys(sheets):
            if len(sheet) <= _LONGEST_SHEET and _WANTED.search(sheet):
                self._add(_COMMENT.sub(" ", sheet))

    def of(self, element: Element, part: str = "") -> Style:
        """Return the style of an element, or of the text written before or after its own."""
        known = self._known.get((id(element), part))
        if known is None:
            known = self._known[id(element), part] = self._found(element, part)
        return known

    def _found(self, element: Element, part: str) -> Style:
        rules = self._rules[part]
        written = element.get("style") if not part else ""
        if not rules and not written:
            return _NOTHING
        found = [rule for rule in _candidates(rules, element) if rule.fits(element)] if rules else []
        if not found and not written:
            return _NOTHING
        found.sort(key=lambda rule: rule.weight)
        style: Style = {}
        for rule in found:
            style |= rule.style
        if written:
            style |= declarations(written)
        return style

    def _add(self, sheet: str) -> None:
        for selectors, body in _rules(sheet):
            if selectors.startswith("@counter-style"):
                self.counter_styles[selectors.split()[-1].lower()] = dict(_raw_declarations(body))
                continue
            style = declarations(body) if _WANTED.search(body) else {}
            if not _matters(style):
                continue
            self.has_counters |= any(name.startswith("counter-") for name in style)
            for selector in selectors.split(","):
                self._add_rule(selector.strip(), style)

    def _add_rule(self, selector: str, style: Style) -> None:
        rule = _rule(selector, style, self._count)
        if rule is None or self._count >= _MOST_RULES:
            return
        self._count += 1
        self.has_parts |= bool(rule.part)
        own = rule.compounds[0][1]
        key = f"#{own.identity}" if own.identity else next((f".{one}" for one in sorted(own.classes)), own.name or "*")
        rules = self._rules[rule.part][key]
        if len(rules) < _MOST_OF_KEY:
            rules.append(rule)


def _candidates(rules: dict[str, list[_Rule]], element: Element) -> Iterator[_Rule]:
    """Yield the rules that may fit an element, by its name, its classes and its id."""
    yield from rules.get(element.name, ())
    yield from rules.get("*", ())
    if element.has_attributes:
        for name in element.classes:
            yield from rules.get(f".{name}", ())
        if identity := element.get("id"):
            yield from rules.get(f"#{identity}", ())


def declarations(body: str) -> Style:
    """Return the properties that say something of the text."""
    style: Style = {}
    for name, value in _raw_declarations(body):
        if name in PROPERTIES:
            plain = value.removesuffix("!important").strip()
            style[name] = plain if name in {"content", "list-style-type", "list-style"} else plain.lower()
    return style


def _matters(style: Style) -> bool:
    """Return True if properties change the reading; a size or a place alone, or icon fonts, do not.

    What stays in view wherever a page is scrolled to may be no part of its text.
    """
    if style.get("position") in {"fixed", "sticky"}:
        return True
    kept = set(style) - {"font-size", "position", "top"}
    if style.get("vertical-align") in {"middle", "top", "bottom", "text-top", "text-bottom"}:
        kept.discard("vertical-align")
    if not _WRITES.search(style.get("content", "")):
        kept.discard("content")
    if style.get("font-variant") in {"normal", "small-caps"}:
        kept.discard("font-variant")
    return bool(kept) or (style.get("position") == "relative" and "top" in style and "font-size" in style)


def _raw_declarations(body: str) -> Iterator[tuple[str, str]]:
    return ((name.lower(), value.strip()) for name, value in _DECLARATION.findall(body))


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selectors with what stands between their braces; of conditions only those that any screen meets."""
    at = 0
    while (opened := sheet.find("{", at)) >= 0:
        selectors = sheet[at:opened].rpartition(";")[2].strip().lstrip("}").strip()
        if selectors.startswith("@") and not selectors.startswith("@counter-style"):
            if _MEDIA.fullmatch(selectors) or selectors.startswith(("@layer", "@supports")):
                at = opened + 1
                continue
            at = _block_end(sheet, opened)
            continue
        closed = sheet.find("}", opened)
        if closed < 0:
            return
        yield selectors, sheet[opened + 1 : closed]
        at = closed + 1


def _block_end(sheet: str, opened: int) -> int:
    depth = 0
    for brace in re.finditer(r"[{}]", sheet[opened:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return opened + brace.end()
    return len(sheet)


def _rule(selector: str, style: Style, order: int) -> _Rule | None:
    """Return a rule, None for one that depends on what a person does, or is more than this module understands."""
    part = ""
    for pseudo, argument in _PSEUDO.findall(selector):
        if pseudo.lower() in {"before", "after"} and not part:
            part = pseudo.lower()
        elif pseudo.lower() not in {"link", "root", "visited"} or argument:
            return None
    plain = _PSEUDO.sub("", selector).strip()
    compounds: list[tuple[str, _Compound]] = []
    weight = [0, 0, 0]
    at, combinator = 0, ""
    steps = [*_COMBINED.finditer(plain), None]
    for step in steps:
        written = plain[at : step.start() if step else len(plain)]
        compound = _compound(written) if written or not compounds else None
        if compound is None:
            return None
        compounds.append((combinator, compound))
        weight[0] += bool(compound.identity)
        weight[1] += len(compound.classes) + len(compound.attributes)
        weight[2] += bool(compound.name)
        if step:
            at, combinator = step.end(), step[1] or " "
            if combinator in "+~":
                return None
    # from the element itself outwards: what led to it comes with the one further out
    outwards = compounds[::-1]
    linked = [("", outwards[0][1])]
    linked += [(outwards[place][0], outwards[place + 1][1]) for place in range(len(outwards) - 1)]
    above = (name for _, compound in linked[1:] for name in _keys(compound))
    return _Rule(tuple(linked), (weight[0], weight[1], weight[2], order), part, style, frozenset(above))


def _keys(compound: _Compound) -> Iterator[str]:
    """Yield the keys of names around an element for a compound."""
    if compound.name:
        yield compound.name
    yield from (f".{one}" for one in compound.classes)
    if compound.identity:
        yield f"#{compound.identity}"


def _compound(written: str) -> _Compound | None:
    name, classes, identity, attributes = "", set[str](), "", []
    at = 0
    while at < len(written) or not written:
        piece = _PIECE.match(written, at)
        if piece is None:
            return None if written else _Compound("", frozenset(), "", ())
        at = piece.end()
        if piece[3]:
            attributes.append((piece[3].lower(), piece[4] or "", piece[5] if piece[5] is not None else "\0"))
        elif piece[1] == ".":
            classes.add(piece[2].replace("\\", ""))
        elif piece[1] == "#":
            identity = piece[2]
        elif piece[2]:
            name = piece[2].lower()
    return _Compound(name, frozenset(classes), identity, tuple(attributes))


def _has(element: Element, name: str, how: str, wanted: str) -> bool:
    if name not in element.attributes:
        return False
    value = element.attributes[name]
    if wanted == "\0":
        return True
    if how == "~":
        return wanted in value.split()
    if how == "|":
        return value == wanted or value.startswith(f"{wanted}-")
    if how in {"^", "$", "*"} and not wanted:
        return False
    if how == "^":
        return value.startswith(wanted)
    if how == "$":
        return value.endswith(wanted)
    return wanted in value if how == "*" else value == wanted
