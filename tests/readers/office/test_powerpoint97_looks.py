"""Raised figures and signs of symbol fonts in PowerPoint files before 2007."""

import struct
from pathlib import Path

import pytest

from desktop_rag.readers.office import powerpoint97
from desktop_rag.readers.office.powerpoint97 import with_looks

Run = tuple[str, int, int]
"""Letters, how far they are raised in percent, the number of their font."""
FONTS = {0: "Arial", 1: "Symbol", 2: "Wingdings"}


def record(kind: int, content: bytes, *, instance: int = 0, container: bool = False) -> bytes:
    return struct.pack("<HHI", instance << 4 | (15 if container else 0), kind, len(content)) + content


def styles(*runs: Run) -> bytes:
    """The formats of a text: bullets and tabs of its paragraphs, then bold letters with fonts and positions."""
    length = sum(len(words) for words, _, _ in runs) + 1
    tabs = struct.pack("<HhH", 1, 100, 0)
    paragraphs = struct.pack("<IHI", length, 0, 0x1 | 0x20 | 0x800 | 0x100000) + struct.pack("<HIH", 1, 0, 0) + tabs
    letters = b"".join(
        struct.pack("<IIHHhh", len(words), 0x1 | 0x10000 | 0x20000 | 0x80000, 1, font, 18, position)
        for words, position, font in runs
    )
    return paragraphs + letters + struct.pack("<II", 1, 0)


def atoms(*runs: Run, wide: bool = True) -> bytes:
    text = "".join(words for words, _, _ in runs)
    words = record(4000, text.encode("utf-16-le")) if wide else record(4008, text.encode("latin-1"))
    return record(3999, bytes(4)) + words + record(4001, styles(*runs))


def deck(outline: bytes, shape: bytes, spoken: bytes) -> tuple[bytes, bytes]:
    """The streams of a file of one slide with its notes."""
    fonts = b"".join(
        record(4023, f"{name}\0".encode("utf-16-le").ljust(68, b"\0"), instance=number)
        for number, name in FONTS.items()
    )
    environment = record(1010, record(2005, fonts, container=True), container=True)
    listed = record(1011, struct.pack("<5I", 2, 0, 0, 256, 0)) + outline
    noted = record(1011, struct.pack("<5I", 3, 0, 0, 0, 0))
    lists = record(4080, listed, container=True) + record(4080, noted, instance=2, container=True)
    parts = (
        record(1000, environment + lists, container=True),
        record(1006, record(0xF00D, shape, container=True), container=True),
        record(1008, record(1009, struct.pack("<II", 256, 0)) + record(0xF00D, spoken, container=True), container=True),
    )
    data, places = b"", []
    for part in parts:
        places.append(len(data))
        data += part
    directory = len(data)
    data += record(6002, struct.pack("<4I", 3 << 20 | 1, *places))
    edit = len(data)
    data += record(4085, bytes(8) + struct.pack("<III", 0, directory, 1))
    return record(4086, struct.pack("<III", 0x14, 0xE391C05F, edit)), data


def test_words_are_read_as_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    outline = atoms(("Cells: 3 × 10", 0, 0), ("6", 30, 0), (" or so\rCO", 0, 0), ("2", -25, 0))
    shape = atoms(("40 ", 0, 0), ("m", 0, 1), ("m ", 0, 0), ("\uf0fe", 0, 2), wide=True)
    spoken = atoms(("1,250", 0, 0), ("4", 30, 0), (" crowns", 0, 0), wide=False)
    monkeypatch.setattr(powerpoint97, "read_streams", lambda *_: deck(outline, shape, spoken))
    (page,) = powerpoint97.load_data(Path("a.ppt"))
    assert page.text == "Cells: 3 × 10⁶ or so\nCO₂\n\n40 µm ☑\n\n## Notes\n\n1,250 ⁴ crowns"


def test_damaged_formats_leave_the_words() -> None:
    formats = styles(("10", 0, 0), ("6", 30, 0))
    assert with_looks("106", formats, FONTS) == "10⁶"
    assert with_looks("106", formats[:20], FONTS) == "106"
    assert with_looks("106", b"", FONTS) == "106"
    assert with_looks("10678", formats, FONTS) in {"10⁶78", "10678"}
