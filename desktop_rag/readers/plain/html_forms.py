"""Read the entries and choices in the forms of web pages: ticks beside their labels, and chosen options."""

import re
from collections.abc import Sequence

from desktop_rag.readers.plain.html_tree import BLOCKS, Element

TICKED, NOT_TICKED = "☒", "☐"
CHOSEN, NOT_CHOSEN = "◉", "○"
MOVED, MARK = "\0moved", "\0mark"
"""Attributes of a box whose mark is written before its label, and of that label."""
_WITHOUT_TEXT = frozenset("hidden password file color image".split())
_BUTTONS = {"submit": "", "reset": "", "button": ""}


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
