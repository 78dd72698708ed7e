"""Forms in Adobe's XML (XFA) of which a PDF draws nothing: its one page asks to wait for a program that draws them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from desktop_rag.core.errors import UserError
from desktop_rag.readers.formulas import name_of
from desktop_rag.readers.office.xml_parts import parsed
from desktop_rag.readers.pages.mupdf import Paged, PdfObject, load_pymupdf

_PLACEHOLDER = re.compile(r"please wait|bitte warten|veuillez patienter|eventually replaced", re.IGNORECASE)
# In every language the notice says which PDF program it lacks.
_PROGRAM = re.compile(r"(?<![a-z])PDFs?(?![a-z])|Adobe\s+Reader|Acrobat", re.IGNORECASE)
_LONGEST_PLACEHOLDER = 4_000  # letters: it names programs and addresses, perhaps in several languages
_MOST_BYTES = 50_000_000
_UNSEEN = frozenset(["hidden", "inactive", "invisible"])


def form_text(document: Paged, shown: str) -> str:
    """Return the labels and entries of a form that a PDF does not draw, "" for other files.

    ``shown`` is what its first page says instead.

    Raises:
        UserError: the form cannot be read; the message says what to do.

    """
    if not document.is_pdf or len(shown) > _LONGEST_PLACEHOLDER:
        return ""
    mupdf = load_pymupdf().mupdf
    root = mupdf.pdf_dict_gets(mupdf.pdf_trailer(mupdf.pdf_document_from_fz_document(document.this)), "Root")
    form = mupdf.pdf_dict_gets(mupdf.pdf_dict_gets(root, "AcroForm"), "XFA")
    streams = _streams(form)
    needs_drawing = mupdf.pdf_to_bool(mupdf.pdf_dict_gets(root, "NeedsRendering"))
    says_so = _PLACEHOLDER.search(shown) or (needs_drawing and not shown.strip())
    waits = says_so or (_PROGRAM.search(shown) and (needs_drawing or _is_one_page_without_fields(document)))
    if not streams or not waits:
        return ""
    try:
        form_of_file = _Form(_packets(streams))
        text = "\n".join(form_of_file.lines())
    except UserError:
        text = ""
    else:
        if not says_so and form_of_file.is_drawn_in(shown):
            return ""
    if not text:
        raise UserError(
            "The form can only be read in Adobe Acrobat Reader.", "Open it there, print it as a PDF and add that file."
        )
    return text


def _is_one_page_without_fields(document: Paged) -> bool:
    return len(document) == 1 and next(iter(document[0].widgets()), None) is None


def _streams(form: PdfObject) -> list[bytes]:
    """Return the data of a form: one stream, or parts with their names before them."""
    mupdf = load_pymupdf().mupdf
    count = mupdf.pdf_array_len(form)
    parts = [mupdf.pdf_array_get(form, place) for place in range(count)] if count else [form]
    read: list[bytes] = []
    for part in parts:
        if mupdf.pdf_is_stream(part) and sum(map(len, read)) <= _MOST_BYTES:
            read.append(bytes(mupdf.fz_buffer_extract(mupdf.pdf_load_stream(part))))
    return read


def _packets(streams: list[bytes]) -> list[ET.Element]:
    """Return the packets of a form; the first and the last of several parts are the begin and the end of one element.

    Raises:
        UserError: it is damaged.

    """
    try:
        return list(parsed(b"".join(streams)))
    except UserError:
        whole = [part for part in streams if b"<template" in part or b"datasets" in part]
        return [parsed(part) for part in whole]


@dataclass(slots=True)
class _Form:
    """The template of a form and its data."""

    packets: list[ET.Element]
    values: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def lines(self) -> Iterator[str]:
        """Yield labels with their entries, then the entries that have no field."""
        for packet in self.packets:
            if name_of(packet) == "datasets":
                for data in (one for one in packet if name_of(one) == "data"):
                    self._gather(data)
        for packet in self.packets:
            if name_of(packet) == "template":
                yield from self._template(packet)
        for name, values in self.values.items():
            yield from (f"{name}: {value}" for value in values)

    def is_drawn_in(self, shown: str) -> bool:
        """Return True if a page shows most labels of the form itself."""
        labels = [_said(_child(one, "value")) for packet in self.packets for one in packet.iter() if _is_label(one)]
        said = " ".join(shown.split())
        return sum(label in said for label in labels if label) * 2 > sum(map(bool, labels))

    def _gather(self, data: ET.Element) -> None:
        for one in data.iter():
            text = " ".join((one.text or "").split())
            if text and not len(one):
                self.values[name_of(one)].append(text)

    def _template(self, element: ET.Element) -> Iterator[str]:
        """Yield the texts drawn inside an element, in its order."""
        for one in element:
            kind = name_of(one)
            if one.get("presence") in _UNSEEN:
                continue
            if kind == "draw":
                yield from filter(None, [_said(_child(one, "value"))])
            elif kind == "field":
                yield from self._field(one)
            elif kind == "exclGroup":
                yield from self._group(one)
            elif kind in {"subform", "subformSet", "area", "pageSet", "pageArea", "template"}:
                yield from self._template(one)

    def _field(self, one: ET.Element) -> Iterator[str]:
        label = _said(_child(_child(one, "caption"), "value"))
        looks = _child(one, "ui")
        if _child(looks, "button") is not None:
            return
        values = self._taken(one) or [_said(_child(one, "value"))]
        box = _child(looks, "checkButton")
        if box is not None:
            on = _items(one)[:1] or ["1"]
            yield f"{'☒' if values[0] in on else '☐'} {label or one.get('name', '')}"
            return
        shown = [_label_of(one, value) for value in values if value]
        yield f"{label}: {', '.join(shown)}".rstrip(": ") if label else f"{one.get('name', '')}: {', '.join(shown)}"

    def _group(self, group: ET.Element) -> Iterator[str]:
        """Yield a group of buttons, of which one is chosen."""
        title = _said(_child(_child(group, "caption"), "value"))
        chosen = self._taken(group) or [_said(_child(group, "value"))]
        buttons = []
        for one in (part for part in group if name_of(part) == "field"):
            on = _items(one)[:1]
            label = _said(_child(_child(one, "caption"), "value")) or one.get("name", "")
            buttons.append(f"{'◉' if on and on[0] == chosen[0] else '○'} {label}")
        yield f"{title}: {' '.join(buttons)}" if title else " ".join(buttons)

    def _taken(self, one: ET.Element) -> list[str]:
        """Return the entries of a field, each only once."""
        bind = _child(one, "bind")
        path = bind.get("ref", "") if bind is not None else ""
        name = re.sub(r"\[.*?\]", "", path).rpartition(".")[2] or one.get("name", "")
        return self.values.pop(name, [])


def _is_label(element: ET.Element) -> bool:
    return name_of(element) in {"caption", "draw"}


def _child(element: ET.Element | None, name: str) -> ET.Element | None:
    return None if element is None else next((one for one in element if name_of(one) == name), None)


def _said(element: ET.Element | None) -> str:
    """Return the letters of a value, plain or as a piece of a web page."""
    return "" if element is None else " ".join(" ".join(element.itertext()).split())


def _items(one: ET.Element) -> list[str]:
    """Return the values that a field may have."""
    lists = [part for part in one if name_of(part) == "items"]
    saved = next((part for part in lists if part.get("save") == "1"), lists[0] if lists else None)
    return [] if saved is None else [_said(item) for item in saved]


def _label_of(one: ET.Element, value: str) -> str:
    """Return the label a list shows for a value."""
    lists = [part for part in one if name_of(part) == "items"]
    shown = next((part for part in lists if part.get("save") != "1"), None)
    if shown is None or len(lists) < 2:
        return value
    labels = dict(zip(_items(one), map(_said, shown), strict=False))
    return labels.get(value, value)
