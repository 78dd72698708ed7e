"""Inline elements of web pages beyond words: raised text, ruby, formulas, pictures, and entries of forms.

Ticks stand beside their labels, of choices only the chosen options.
"""

import html
import re
from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree as ET

from desktop_rag.readers.formulas import of_mathml
from desktop_rag.readers.plain.html_styles import Style
from desktop_rag.readers.plain.html_tree import BLOCKS, Element

LINE = "\x1d"
"""Stands for a line that ends on purpose, until blanks are told from lines."""
RUBY, RUBY_READING, RUBY_END = "\x1a", "\x1c", "\x1b"
"""Stand before a word with a reading above it, between the two, and behind them."""
_RUBY_WORDS = re.compile(rf"(?:{RUBY}[^{RUBY_READING}]*{RUBY_READING}[^{RUBY_END}]*{RUBY_END})+")
_RUBY_WORD = re.compile(rf"{RUBY}([^{RUBY_READING}]*){RUBY_READING}([^{RUBY_END}]*){RUBY_END}")
_KANA = re.compile(r"[\u3040-\u30ff]")
_NOTE = re.compile(r"\[?[\w*†‡§¶]{1,5}\]?")
_NOTE_CLASS = re.compile(
    r"(?:^|[\s_-])(?:foot|end)?note(?:s|ref|call|anchor|link)?(?:$|[\s_-])|reference|noteref", re.IGNORECASE
)
_FILE_NAME = re.compile(
    r"[^\n]{0,200}\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|avif|heic|ico|emz|wmz|emf|wmf)", re.IGNORECASE
)
_SERIAL = re.compile(
    r"(?:(?:image|img|picture|pic|photo|foto|bild|grafik|graphic|graphik|figure|fig|icon|logo|banner|spacer|untitled|"
    r"screenshot|dsc[fn]?|imagen|imagem|immagine|afbeelding|图片|圖片|图像|画像|写真|이미지|사진|рисунок|изображение|cover|"
    r"placeholder|thumbnail|avatar|image icon|(?:inline|embedded) image|pixel|blank|separator|divider|bullet)"
    r"[\s_.:#-]*[\da-f_.-]*|[\da-f-]{16,}|[\W\d_]*)",
    re.IGNORECASE,
)
_SMALLEST_PICTURE = 3  # pixels: smaller ones count who reads
_LONGEST_DESCRIPTION = 2_000
_RAISED_LENGTH = re.compile(r"(?:\+?0?\.[2-9]\d*|[1-9]\d*(?:\.\d+)?)(?:em|ex|rem)|(?:[2-9]\d|100)%|[2-9]px|[2-9]pt")
_LOWERED_LENGTH = re.compile(rf"-(?:{_RAISED_LENGTH.pattern})")
_DRAWN = frozenset(
    "mi mn mo mtext ms mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mfenced mmultiscripts".split()
)
_DEEPEST_FORMULA = 100
TICKED, NOT_TICKED = "☒", "☐"
CHOSEN, NOT_CHOSEN = "◉", "○"
MOVED, MARK = "\0moved", "\0mark"
_WITHOUT_TEXT = frozenset("hidden password file color image".split())
_BUTTONS = {"submit": "", "reset": "", "button": ""}


def raised_style(name: str, style: Style) -> str:
    """Return "super" if an element's words are raised, "sub" if they are lowered, "" for neither."""
    if style:
        position = style.get("font-variant-position") or style.get("font-variant", "")
        if position in {"super", "sub"}:
            return position
        placed = style.get("vertical-align", "")
        if placed in {"super", "sub"}:
            return placed
        is_small = style.get("font-size", "100%") not in {"100%", "1em", "inherit", "1rem"}
        shift = style.get("top", "") if style.get("position") == "relative" else ""
        if is_small and name not in {"sup", "sub"}:
            if _RAISED_LENGTH.fullmatch(placed) or _LOWERED_LENGTH.fullmatch(shift):
                return "super"
            if _LOWERED_LENGTH.fullmatch(placed) or _RAISED_LENGTH.fullmatch(shift):
                return "sub"
        # many sheets let go of the browser's own way of raising, and do it by a shift
        if placed == "baseline" and not shift and style.get("position") != "relative":
            return ""
    return {"sup": "super", "sub": "sub"}.get(name, "")


def is_note_mark(element: Element, text: str) -> bool:
    """Return True if raised words mark a note: they link within the book or page, or are named so."""
    core = text.strip()
    if not _NOTE.fullmatch(core):
        return False
    for one in (element, *element.descendants(), *_wrapping(element, core)):
        if one.name == "a" and "#" in one.get("href"):
            return True
        if "noteref" in one.get("epub:type") + one.get("role") or one.get("type") == "note":
            return True
        if _NOTE_CLASS.search(one.get("class")):
            return True
    return False


def _wrapping(element: Element, core: str) -> list[Element]:
    """Return the elements around one that hold nothing else."""
    found: list[Element] = []
    for above in element.ancestors():
        if len(above.children) > 3 or above.text().strip() != core:
            break
        found.append(above)
    return found


def note_mark(text: str) -> str:
    """Return the mark of a note in brackets, so that it is no part of what stands before it."""
    core = text.strip()
    return f"[{core}]" if core[:1].isalnum() else core


def ruby_parts(element: Element, text_of: Callable[[Element | str], str]) -> tuple[str, str]:
    """Return the base text of a word with a reading above it, whole, and the reading."""
    base: list[str] = []
    readings: list[str] = []
    others: list[str] = []
    for child in element.children:
        name = child.name if isinstance(child, Element) else ""
        if name == "rp":
            continue
        if name == "rt":
            readings.append(text_of(child).strip())
        elif name == "rtc" and isinstance(child, Element):
            others.append(_between(text_of(part).strip() for part in _readings(child)))
        elif name == "ruby" and isinstance(child, Element):  # a second reading around a word with one
            inner, reading = ruby_parts(child, text_of)
            base.append(inner)
            readings.append(reading)
        elif name == "rbc" and isinstance(child, Element):
            base += (text_of(part).strip() for part in child.elements())
        else:
            text = text_of(child)
            base.append(text if text.strip() or not base else "")
    text = "".join(base)
    return " ".join(text.split()), "; ".join(filter(None, (_between(readings), *others)))


def _readings(container: Element) -> list[Element | str]:
    parts: list[Element | str] = [part for part in container.elements() if part.name == "rt"]
    return parts or list(container.children)


def _between(readings: Iterable[str]) -> str:
    """Return readings as one: those in kana without blanks between them."""
    parts = [one for one in readings if one]
    return "".join(parts) if all(_KANA.match(one) for one in parts) else " ".join(parts)


def with_readings(text: str) -> str:
    """Return words whole, with their readings behind them in brackets unless those would tear a word apart."""

    def written(match: re.Match[str]) -> str:
        pairs = _RUBY_WORD.findall(match.group())
        base = "".join(one for one, _ in pairs)
        reading = _between([one for _, one in pairs])
        following = text[match.end() : match.end() + 1]
        if not reading or following.isalnum() or (following and following in "々ー〱（("):
            return base
        return f"{base}（{reading}）"

    return _RUBY_WORDS.sub(written, text)


def math_text(element: Element) -> str:
    """Return a formula in one line."""
    drawn = [one for one in element.descendants() if one.name.rpartition(":")[2] in _DRAWN]
    notes = [one for one in element.descendants() if one.name.rpartition(":")[2] == "annotation"]
    if not drawn and notes:
        from latex2mathml.converter import convert_to_element

        source = next((one.text() for one in notes if "tex" in one.get("encoding").lower()), notes[0].text())
        try:
            return html.unescape(of_mathml(convert_to_element(source)))
        except Exception:  # noqa: BLE001 - whatever the converter makes of what is no TeX, it can be read as it is
            return f"${' '.join(source.split())}$"
    if not drawn and not any(isinstance(child, Element) for child in element.children):
        return " ".join(element.text().split())
    text = of_mathml(_as_xml(element))
    return text or element.get("alttext")


def described_picture(written: str, element: Element | None = None) -> str:
    """Return the description of a picture for people who do not see it, "" for names of files and the like."""
    text = " ".join(written.split())[:_LONGEST_DESCRIPTION]
    if not text or _FILE_NAME.fullmatch(text) or _SERIAL.fullmatch(text):
        return ""
    if element is None:
        return text
    if element.get("aria-hidden") == "true" or element.get("role") in {"presentation", "none"}:
        return ""
    sides = [re.match(r"\s*(\d+)", element.get(side)) for side in ("width", "height")]
    if any(side and int(side[1]) <= _SMALLEST_PICTURE for side in sides):
        return ""
    if text.startswith(("{\\displaystyle", "{\\textstyle", "\\displaystyle")):
        beside = element.parent.descendants() if element.parent else ()
        return "" if any(one.name == "math" for one in beside) else f"${text}$"
    around = next((one for one in element.ancestors() if one.name in {"figure", "a", "td"}), None)
    said = " ".join(around.text().split()) if around is not None and around.name != "td" else ""
    return "" if text in said else text


def _as_xml(element: Element, depth: int = 0) -> ET.Element:
    """Return an element as the writer of formulas takes it."""
    made = ET.Element(element.name.rpartition(":")[2], dict(element.attributes))
    last: ET.Element | None = None
    for child in element.children if depth < _DEEPEST_FORMULA else ():
        if isinstance(child, Element):
            last = _as_xml(child, depth + 1)
            made.append(last)
        elif last is None:
            made.text = (made.text or "") + child
        else:
            last.tail = (last.tail or "") + child
    return made


"""Attributes of a box whose mark is written before its label, and of that label."""


def move_marks(root: Element) -> None:
    """Have the marks of boxes written before their labels, where a label stands before its box in the same place."""
    boxes: dict[str, Element] = {}
    labels: list[Element] = []
    for element in root.descendants():
        if element.name == "input" and _mark(element):
            boxes.setdefault(element.get("id"), element)
            label = next((one for one in element.ancestors() if one.name in {"label", "td", "th", "tr"}), None)
            if label is not None and label.name == "label" and _begins_with_words(label, element):
                _move(element, label)
        elif element.name == "label":
            labels.append(element)
    for label in labels:
        box = boxes.get(label.get("for")) if label.get("for") else None
        if (
            box is not None
            and MOVED not in box.attributes
            and box.parent is label.parent
            and _is_right_behind(label, box)
        ):
            _move(box, label)


def field_text(element: Element) -> str:
    """Return the text in a field of a form, or the mark of a box."""
    if element.name == "textarea":
        return " ".join(element.text().split())
    if MOVED in element.attributes:
        return ""
    kind = element.get("type").lower()
    if mark := _mark(element):
        return mark
    if kind == "image":
        return element.get("alt")
    return "" if kind in _WITHOUT_TEXT else element.get("value")


def chosen_options(element: Element) -> Sequence[Element] | None:
    """Return the entries that are chosen in a list, None when it is none: it never ends, or holds other things."""
    options = [one for one in element.descendants() if one.name == "option"]
    inner = {one.name for one in element.descendants()}
    if not element.closed or not options or inner & BLOCKS:
        return None
    chosen = [one for one in options if "selected" in one.attributes]
    if "multiple" in element.attributes:
        return chosen
    size = re.match(r"\d+", element.get("size"))
    if chosen or (size and int(size.group()) > 1):
        return chosen[-1:]
    return [one for one in options if "disabled" not in one.attributes][:1] or options[:1]


def bar_text(element: Element) -> str:
    """Return the percentage of a bar as a text, "" where it is unknown."""
    try:
        value = float(element.get("value"))
        least, most = float(element.get("min") or 0), float(element.get("max") or 1)
        share = (value - least) / (most - least)
    except (ValueError, ZeroDivisionError):
        return ""
    return f"{round(share * 100)}%" if 0 <= share <= 1 else ""


def _mark(element: Element) -> str:
    """Return the mark of a box; those that open a menu are none."""
    if element.get("role") in {"button", "none", "presentation"} or element.get("aria-haspopup") == "true":
        return ""
    kind = element.get("type").lower()
    is_set = "checked" in element.attributes
    if kind == "checkbox":
        return TICKED if is_set else NOT_TICKED
    if kind == "radio":
        return CHOSEN if is_set else NOT_CHOSEN
    return ""


def _move(box: Element, label: Element) -> None:
    if MARK in label.attributes:  # of several boxes in one label
        return
    label.set(MARK, _mark(box))
    box.set(MOVED, "")


def _begins_with_words(label: Element, box: Element) -> bool:
    """Return True if there are words in a label before its box, and none behind it."""
    before, passed = "", False
    after = ""
    waiting: list[Element | str] = [label]
    while waiting:
        part = waiting.pop()
        if part is box:
            passed = True
        elif isinstance(part, str):
            before, after = (before, after + part) if passed else (before + part, after)
        else:
            waiting += reversed(part.children)
    return bool(before.strip()) and not after.strip()


def _is_right_behind(label: Element, box: Element) -> bool:
    """Return True if a box follows its label with nothing between them."""
    between = label.parent.children[label.place + 1 : box.place] if label.parent else []
    return label.place < box.place and all(isinstance(one, str) and not one.strip() for one in between)
