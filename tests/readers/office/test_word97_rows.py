"""Deleted words and merged cells in Word files before 2007."""

import struct
from pathlib import Path

import pytest

from desktop_rag.readers.office import word97

_TEXT, _FORMATS = 1024, 2048
Run = tuple[str, bytes]
DELETED = b"\x00\x08\x01"
BOLD = b"\x35\x08\x01"


def streams(*runs: Run, wide: bool = False) -> list[bytes]:
    """The streams of a Word file whose runs have properties of their own."""
    text = "".join(words for words, _ in runs)
    data = text.encode("utf-16-le" if wide else "cp1252")
    step = 2 if wide else 1
    word = bytearray(_FORMATS + 512)
    struct.pack_into("<HH", word, 0, 0xA5EC, 0xC1)
    struct.pack_into("<i", word, 0x4C, len(text))
    word[_TEXT : _TEXT + len(data)] = data
    page, at, free = bytearray(512), _TEXT, 510
    for number, (words, properties) in enumerate(runs):
        struct.pack_into("<I", page, 4 * number, at)
        at += len(words) * step
        if properties:
            free -= (len(properties) + 2) // 2 * 2
            page[free : free + 1 + len(properties)] = bytes([len(properties)]) + properties
            page[4 * (len(runs) + 1) + number] = free // 2
    struct.pack_into("<I", page, 4 * len(runs), at)
    page[511] = len(runs)
    word[_FORMATS:] = page
    piece = struct.pack("<HIH", 0, _TEXT if wide else 0x40000000 | 2 * _TEXT, 0)
    pieces = b"\2" + struct.pack("<I", 16) + struct.pack("<2I", 0, len(text)) + piece
    formats = struct.pack("<3I", _TEXT, at, _FORMATS // 512)
    fonts = b"".join(font(name) for name in ("Times", "Symbol", "Wingdings"))
    fonts = struct.pack("<HH", 3, 0) + fonts
    table = b""
    for number, part in ((12, formats), (15, fonts), (33, pieces)):
        struct.pack_into("<II", word, 0x9A + 8 * number, len(table), len(part))
        table += part
    return [bytes(word), table, b""]


def font(name: str) -> bytes:
    record = bytes(39) + f"{name}\0".encode("utf-16-le")
    return bytes([len(record)]) + record


def text_of(monkeypatch: pytest.MonkeyPatch, *runs: Run, wide: bool = False) -> str:
    monkeypatch.setattr(word97, "read_streams", lambda *_: streams(*runs, wide=wide))
    return "\n".join(page.text for page in word97.load_data(Path("a.doc")))


@pytest.mark.parametrize("wide", [False, True])
def test_deleted_words_are_not_shown(monkeypatch: pytest.MonkeyPatch, *, wide: bool) -> None:
    runs = (("The rent", b""), (" is low\rand", BOLD + DELETED), (" is due", b"\x00\x08\x00"), (".", b""))
    assert text_of(monkeypatch, *runs, wide=wide) == "The rent\n\nis due."
    assert text_of(monkeypatch, ("10", b""), ("6", b"\x48"), wide=wide) == "106"


def row_end(*merged: int) -> bytes:
    """The format of a paragraph that ends a row: 1 for cells that go on from above, 3 where that begins."""
    cells = b"".join(struct.pack("<H18x", flag << 5) for flag in merged)
    row = bytes([len(merged)]) + struct.pack(f"<{len(merged) + 1}h", *range(len(merged) + 1)) + cells
    return b"\x17\x24\x01" + struct.pack("<HH", 0xD608, len(row) + 1) + row


def with_paragraphs(parts: list[bytes], paragraphs: list[tuple[int, bytes]]) -> list[bytes]:
    """The streams of a file with formats of its paragraphs, by the character where each begins."""
    word, table, rest = bytearray(parts[0]), parts[1], parts[2]
    page, free = bytearray(512), 510
    for number, (at, properties) in enumerate(paragraphs):
        struct.pack_into("<I", page, 4 * number, _TEXT + at)
        if properties:
            data = bytes(2) + properties
            data += bytes(1 - len(data) % 2)
            free -= len(data) + 1 + (len(data) + 1) % 2
            page[free : free + 1 + len(data)] = bytes([(len(data) + 1) // 2]) + data
            page[4 * (len(paragraphs) + 1) + 13 * number] = free // 2
    struct.pack_into("<I", page, 4 * len(paragraphs), _TEXT + 9_999)
    page[511] = len(paragraphs)
    formats = struct.pack("<3I", _TEXT, _TEXT + 9_999, len(word) // 512)
    struct.pack_into("<II", word, 0x9A + 8 * 13, len(table), len(formats))
    return [bytes(word + page), table + formats, rest]


def test_cells_that_are_merged_or_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ("Zone\x07Rider\x07Fare\x07", "Hills\x07adult\x0748\x07", "\x07pram\x0724\x07", "Moor\rand fen\x07\x077\x07")
    text = "".join(f"{one}\x07" for one in rows) + "End\r"
    ends, at = [], 0
    for row, merged in zip(rows, ((0, 0, 0), (3, 0, 0), (1, 0, 0), (0, 0, 0)), strict=True):
        ends += [(at, b"\x16\x24\x01"), (at + len(row), row_end(*merged))]
        at += len(row) + 1
    parts = with_paragraphs(streams((text, b"")), [*ends, (at, b"")])
    monkeypatch.setattr(word97, "read_streams", lambda *_: parts)
    (page,) = word97.load_data(Path("a.doc"))
    assert page.text == (
        "| Zone | Rider | Fare |\n| --- | --- | --- |\n| Hills | adult | 48 |\n| Hills | pram | 24 |\n"
        "| Moor and fen |  | 7 |\n\nEnd"
    )
