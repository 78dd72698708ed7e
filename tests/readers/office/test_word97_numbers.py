"""Automatic numbers of Word files before 2007."""

import struct
from pathlib import Path

import pytest

from desktop_rag.readers.base import missing_parts
from desktop_rag.readers.office import word97
from tests.readers.office.test_word97_rows import streams, with_paragraphs

_PARAGRAPHS = ("Term", "It runs.", "It renews.", "Rent", "Late payments.", "tenants", "Keys", "No clause")


def _level(way: int, text: str, start: int = 1) -> bytes:
    """A level of a list; in its text, characters up to 8 stand for the numbers of levels."""
    places = bytes(place for place, letter in enumerate(text, 1) if ord(letter) < 9)[:9]
    fixed = struct.pack("<iBB", start, way, 0) + places.ljust(9, b"\0") + bytes(9) + bytes([2, 3, 0, 0])
    return fixed + bytes(5) + struct.pack("<H", len(text)) + text.encode("utf-16-le")


def _list(identity: int, *, simple: bool = False) -> bytes:
    return struct.pack("<iI", identity, 0) + bytes(18) + bytes([simple, 0])


_CLAUSES = [_level(0, "\0."), _level(0, "\0.\1"), _level(4, "(\2)"), *[_level(255, "")] * 6]
_LISTS = struct.pack("<H", 2) + _list(77) + _list(78, simple=True)
_LEVELS = b"".join(_CLAUSES) + _level(23, "\uf0b7")
_OVERRIDE = struct.pack("<iI", 5, 0x10)


def _uses(*lists: tuple[int, bytes]) -> bytes:
    """How paragraphs use lists, each with what it overrides."""
    fixed = b"".join(struct.pack("<i8xB3x", identity, bool(other)) for identity, other in lists)
    return struct.pack("<I", len(lists)) + fixed + b"".join(bytes(4) + other for _, other in lists)


def _item(number: int, level: int) -> bytes:
    return struct.pack("<HH", 0x460B, number) + struct.pack("<HB", 0x260A, level)


def _style(based_on: int, properties: bytes, name: str) -> bytes:
    title = struct.pack("<H", len(name)) + f"{name}\0".encode("utf-16-le")
    paragraph = struct.pack("<HH", 2 + len(properties), 0) + properties
    entry = struct.pack("<HHHHH", 0, based_on << 4 | 1, 1, 0, 0) + title + paragraph
    return struct.pack("<H", len(entry)) + entry + bytes(len(entry) % 2)


def _styles(*styles: bytes) -> bytes:
    return struct.pack("<HHH", 18, len(styles), 10) + bytes(14) + b"".join(styles)


def _read(
    monkeypatch: pytest.MonkeyPatch,
    formats: list[bytes],
    *,
    lists: bytes = _LISTS,
    levels: bytes = _LEVELS,
    styles: bytes = b"",
) -> list[str]:
    text = "".join(f"{one}\r" for one in _PARAGRAPHS)
    starts = [sum(len(one) + 1 for one in _PARAGRAPHS[:place]) for place in range(len(_PARAGRAPHS))]
    parts = with_paragraphs(streams((text, b"")), list(zip(starts, formats, strict=True)))
    word, table = bytearray(parts[0]), parts[1]
    uses = _uses((77, b""), (78, b""), (77, _OVERRIDE))
    for number, part, behind in ((1, styles, b""), (73, lists, levels), (74, uses, b"")):
        struct.pack_into("<II", word, 0x9A + 8 * number, len(table), len(part))
        table += part + behind
    monkeypatch.setattr(word97, "read_streams", lambda *_: [bytes(word), table, b""])
    [page] = word97.load_data(Path("a.doc"))
    return page.text.split("\n\n")


def test_clauses_and_items_have_their_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    formats = [
        *[_item(1, 0), _item(1, 1), _item(1, 1), _item(1, 0), _item(1, 1), _item(1, 2), _item(2, 0)],
        b"",
    ]
    assert _read(monkeypatch, formats) == [
        *["1. Term", "1.1 It runs.", "1.2 It renews.", "2. Rent", "2.1 Late payments.", "(a) tenants", "- Keys"],
        "No clause",
    ]


def test_a_list_may_begin_with_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    formats = [_item(3, 0), _item(3, 1), *[_item(0, 0)] * 4, _item(3, 0), b""]
    read = _read(monkeypatch, formats)
    assert [read[0], read[1], read[2], read[6]] == ["5. Term", "5.1 It runs.", "It renews.", "6. Keys"]


def test_a_style_may_number_its_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    styles = _styles(_style(0xFFF, _item(1, 0), "Clause"), _style(0, struct.pack("<HB", 0x260A, 1), "Sub"))
    # the helper writes style 0 for every paragraph
    read = _read(monkeypatch, [struct.pack("<HB", 0x260A, 1), *[_item(1, 0)] * 2, *[_item(0, 0)] * 5], styles=styles)
    assert read[:4] == ["1.1 Term", "1. It runs.", "2. It renews.", "Rent"]


def test_damaged_lists_cost_the_labels_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    with missing_parts() as noted:
        read = _read(monkeypatch, [_item(1, 0)] * len(_PARAGRAPHS), lists=b"\xff\xff" + _LISTS[2:], levels=b"")
    assert read == list(_PARAGRAPHS)
    assert [str(one) for one in noted] == ["The automatic numbers of lists and clauses are damaged and missing here."]
