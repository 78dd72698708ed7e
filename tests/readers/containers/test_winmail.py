"""winmail.dat: every kind of property is stepped over or read, and what is damaged gives what came before."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.readers.containers.mail_message import MailMessage
from desktop_rag.readers.containers.tnef import read_tnef

MAGIC = b"\x78\x9f\x3e\x22\0\0"
BODY, PROPERTIES, BEGINS, TITLE, DATA, ABOUT = 0x800C, 0x9003, 0x9002, 0x8010, 0x800F, 0x9005
TEXT, UNICODE, BINARY, SEVERAL = 0x1E, 0x1F, 0x102, 0x1000
LONG_NAME, PLAIN, HTML = 0x3707, 0x1000, 0x1013


def attribute(kind: int, data: bytes) -> bytes:
    return struct.pack("<BHHL", 1, kind, 6, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def value(kind: int, key: int, *values: bytes, name: bytes = b"") -> bytes:
    """A property of texts or data."""
    held = b"".join(struct.pack("<L", len(data)) + padded(data) for data in values)
    return struct.pack("<HH", kind, key) + name + struct.pack("<L", len(values)) + held


def number(kind: int, size: int) -> bytes:
    return struct.pack("<HH", kind, 0x0E20) + b"\x07" * size


def properties(*held: bytes) -> bytes:
    return struct.pack("<L", len(held)) + b"".join(held)


NAMED = bytes(16) + struct.pack("<LL", 0, 0x8501)
NAMED_BY_TEXT = bytes(16) + struct.pack("<LL", 1, 10) + padded("Owner".encode("utf-16-le"))
BEFORE = {
    "nothing": (),
    "small numbers": (number(0x2, 4), number(0x3, 4), number(0x4, 4), number(0xB, 4), number(0xA, 4)),
    "large numbers": (number(0x5, 8), number(0x6, 8), number(0x7, 8), number(0x14, 8), number(0x40, 8)),
    "an identifier": (number(0x48, 16),),
    "a named one": (value(BINARY, 0x8005, b"12345", name=NAMED),),
    "one named by text": (value(UNICODE, 0x8005, "x".encode("utf-16-le"), name=NAMED_BY_TEXT),),
    "several texts": (value(TEXT | SEVERAL, 0x3A00, b"one", b"three"),),
    "several numbers": (struct.pack("<HHLLL", 0x3 | SEVERAL, 0x3A01, 2, 5, 6),),
}


def read(*attributes: bytes) -> MailMessage:
    message = read_tnef(MAGIC + b"".join(attributes))
    assert message is not None
    return message


@pytest.mark.parametrize("before", BEFORE)
def test_texts_are_found_behind_properties_of_every_kind(before: str) -> None:
    plain = value(UNICODE, PLAIN, "Größe\0".encode("utf-16-le"))
    assert read(attribute(PROPERTIES, properties(*BEFORE[before], plain))).body == "Größe"
    name = value(UNICODE, LONG_NAME, "検索.txt\0".encode("utf-16-le"))
    about = attribute(ABOUT, properties(*BEFORE[before], name))
    (file,) = read(attribute(BEGINS, b""), attribute(DATA, b"words"), about).attachments
    assert (file.name, file.data()) == ("検索.txt", b"words")


@pytest.mark.parametrize(
    ("attributes", "body"),
    [
        ((attribute(BODY, b"Plain.\0"),), "Plain."),
        ((attribute(BODY, "Größe\0".encode("cp1252")),), "Größe"),
        ((attribute(PROPERTIES, properties(value(TEXT, PLAIN, b"Plain.\0"))),), "Plain."),
        ((attribute(PROPERTIES, properties(value(BINARY, HTML, b"<p>One</p><p>Two"))),), "One\n\nTwo"),
        ((attribute(BODY, b"Plain.\0"), attribute(PROPERTIES, properties(value(BINARY, HTML, b"<p>One")))), "Plain."),
        ((), ""),
    ],
    ids=["body", "old encoding", "property", "html", "both", "nothing"],
)
def test_the_body(attributes: tuple[bytes, ...], body: str) -> None:
    assert read(*attributes).body == body


@pytest.mark.parametrize(
    ("attributes", "names"),
    [
        ([attribute(TITLE, b"SHORT~1.TXT\0"), attribute(DATA, b"x")], ["SHORT~1.TXT"]),
        ([attribute(DATA, b"x")], ["attachment"]),
        ([attribute(TITLE, b"empty.txt\0")], []),
        ([attribute(TITLE, b"a.txt\0"), attribute(DATA, b"x"), attribute(BEGINS, b""), attribute(DATA, b"y")],
         ["a.txt", "attachment"]),
    ],
    ids=["short name", "no name", "no data", "two"],
)  # fmt: skip
def test_attachments(attributes: list[bytes], names: list[str]) -> None:
    assert [file.name for file in read(attribute(BEGINS, b""), *attributes).attachments] == names
    assert read(*attributes[:2]).attachments == [], "nothing belongs to no attachment"


def test_what_is_no_winmail_dat() -> None:
    assert read_tnef(b"") is None
    assert read_tnef(b"%PDF") is None


WHOLE = b"".join(
    [
        MAGIC,
        attribute(BODY, b"Body.\0"),
        attribute(BEGINS, b""),
        attribute(DATA, b"first"),
        attribute(ABOUT, properties(value(TEXT, LONG_NAME, b"first.txt"))),
        attribute(BEGINS, b""),
        attribute(TITLE, b"second.txt\0"),
        attribute(DATA, b"second"),
    ]
)


@settings(deadline=None)
@given(st.integers(len(MAGIC), len(WHOLE)))
def test_what_comes_before_a_cut_is_kept(cut: int) -> None:
    message = read_tnef(WHOLE[:cut])
    assert message is not None
    assert "Body.".startswith(message.body) or cut == len(WHOLE)
    data = [file.data() for file in message.attachments]
    assert all(whole.startswith(part) for part, whole in zip(data, [b"first", b"second"], strict=False))
    assert cut < len(WHOLE) or [file.name for file in message.attachments] == ["first.txt", "second.txt"]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(4, len(WHOLE) - 1), st.integers(0, 255)), max_size=6), st.integers(4, len(WHOLE)))
def test_no_damage_raises_anything(changes: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(WHOLE)
    for place, byte in changes:
        data[place] = byte
    message = read_tnef(bytes(data[:cut]))
    assert message is not None
    assert all(file.data() for file in message.attachments)
