"""ZIP archives that lost their end, or were packed by programs with ways of their own."""

import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inflate64 import Deflater

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers import zips

LOCKED, SIZE_FOLLOWS, UTF8 = 1, 8, 0x800
STORED, DEFLATED, DEFLATE64, UNKNOWN = 0, 8, 9, 97
DAMAGED = "It is damaged"


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def deflated64(data: bytes) -> bytes:
    packer = Deflater()
    return bytes(packer.deflate(data) + packer.flush())


PACKERS = {STORED: bytes, DEFLATED: deflated, DEFLATE64: deflated64, UNKNOWN: bytes}


def member(name: bytes, data: bytes, method: int = STORED, flags: int = 0, extra: bytes = b"") -> bytes:
    """A member behind its own header; with SIZE_FOLLOWS the sizes stand behind it."""
    packed = PACKERS[method](data)
    sizes = struct.pack("<3L", zlib.crc32(data), len(packed), len(data))
    shown = bytes(12) if flags & SIZE_FOLLOWS else sizes
    head = struct.pack("<4s5H", b"PK\3\4", 20, flags, method, 0, 0) + shown + struct.pack("<2H", len(name), len(extra))
    return head + name + extra + packed + (b"PK\7\x08" + sizes if flags & SIZE_FOLLOWS else b"")


def unicode_path(name: str, raw: bytes) -> bytes:
    """What Info-ZIP writes beside a name that is in no known encoding."""
    data = struct.pack("<BL", 1, zlib.crc32(raw)) + name.encode()
    return struct.pack("<HHL", 0x5455, 4, 0) + struct.pack("<HH", 0x7075, len(data)) + data


def archive(members: list[tuple[bytes, bytes, int, bytes]]) -> bytes:
    """A whole archive: members, the list of them, its end."""
    body = directory = b""
    for name, data, method, extra in members:
        packed = PACKERS[method](data)
        directory += struct.pack(
            "<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, method, 0, 0x21, zlib.crc32(data), len(packed), len(data),
            len(name), len(extra), 0, 0, 0, 0, len(body),
        ) + name + extra  # fmt: skip
        body += member(name, data, method, 0, extra)
    count = len(members)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + end


def unpacked(data: bytes, folder: Path, wanted: str = "") -> Contents:
    (folder / "a.zip").write_bytes(data)
    return zips.unpack(folder / "a.zip", ReadOptions(scratch=folder / "scratch"), wanted=wanted)


def found(contents: Contents) -> dict[str, bytes]:
    return {one.name: one.path.read_bytes() for one in contents.members}


LAST = member(b"last.txt", b"the last")


@pytest.mark.parametrize(
    ("first", "names", "notice"),
    [
        (member(b"a.txt", b"words"), ["a.txt", "last.txt"], DAMAGED),
        (member(b"a.txt", b"words" * 99, DEFLATED), ["a.txt", "last.txt"], DAMAGED),
        (member(b"a.txt", b"words", DEFLATED, SIZE_FOLLOWS), ["a.txt", "last.txt"], DAMAGED),
        (member(b"sub/", b""), ["last.txt"], DAMAGED),
        (member(b"../../a.txt", b"x"), ["a.txt", "last.txt"], DAMAGED),
        (member("Größe.txt".encode(), b"x", flags=UTF8), ["Größe.txt", "last.txt"], DAMAGED),
        (member("議事録.txt".encode("cp932"), b"x"), ["議事録.txt", "last.txt"], DAMAGED),
        (member(b"?.txt", b"x", extra=unicode_path("検索.txt", b"?.txt")), ["検索.txt", "last.txt"], DAMAGED),
        (member(b"a.txt", b"x", flags=LOCKED), ["last.txt"], "protected by a password"),
        (
            member(b"a.txt", b"x", UNKNOWN),
            ["last.txt"],
            "1 file in it is packed",
        ),
    ],
    ids=[
        "stored",
        "deflated",
        "sizes behind",
        "a folder",
        "hostile",
        "utf-8",
        "cp932",
        "unicode path",
        "locked",
        "method",
    ],
)
def test_without_its_end_an_archive_is_read_from_header_to_header(
    first: bytes, names: list[str], notice: str, tmp_path: Path
) -> None:
    contents = unpacked(first + LAST, tmp_path)
    assert list(found(contents)) == names
    assert found(contents)["last.txt"] == b"the last"
    assert DAMAGED in contents.notice
    assert notice in contents.notice


@pytest.mark.parametrize(
    "rest",
    [b"", b"PK\3\4", b"rubbish", member(b"b.txt", b"x" * 400)[:300], member(b"b.txt", b"x", STORED, SIZE_FOLLOWS)],
    ids=["nothing", "half a header", "rubbish", "half a member", "a member of unknown size"],
)
def test_what_comes_before_the_damage_is_kept(rest: bytes, tmp_path: Path) -> None:
    contents = unpacked(LAST + rest, tmp_path)
    assert found(contents) == {"last.txt": b"the last"}
    assert [path.name for path in (tmp_path / "scratch").iterdir()] == ["000000.txt"], "no half a member stays"


def test_the_wanted_member_alone_is_unpacked_and_the_rest_not_read(tmp_path: Path) -> None:
    data = member(b"a.txt", b"one", DEFLATED) + member(b"b.txt", b"two", DEFLATED, SIZE_FOLLOWS) + LAST + b"rubbish"
    assert found(unpacked(data, tmp_path, "b.txt")) == {"b.txt": b"two"}
    assert found(unpacked(data, tmp_path, "last.txt")) == {"last.txt": b"the last"}


def test_an_archive_of_nothing_but_locked_members_says_so(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="protected by a password"):
        unpacked(member(b"a.txt", b"x", flags=LOCKED) * 2, tmp_path)


def test_members_packed_as_windows_packs_large_ones(tmp_path: Path) -> None:
    text = b"whales sing " * 9000
    data = archive([(b"a.txt", text, DEFLATE64, b""), (b"b.txt", b"words", DEFLATED, b"")])
    contents = unpacked(data, tmp_path)
    assert found(contents) == {"a.txt": text, "b.txt": b"words"}
    assert contents.notice == ""


def test_a_member_packed_in_an_unknown_way_leaves_the_others(tmp_path: Path) -> None:
    contents = unpacked(archive([(b"a.txt", b"x", UNKNOWN, b""), (b"b.txt", b"y", STORED, b"")]), tmp_path)
    assert found(contents) == {"b.txt": b"y"}
    assert "1 file in it is packed" in contents.notice


def test_a_listed_name_beside_the_name_counts(tmp_path: Path) -> None:
    extra = unicode_path("検索/結果.txt", b"?.txt")
    assert list(found(unpacked(archive([(b"?.txt", b"x", STORED, extra)]), tmp_path))) == ["検索/結果.txt"]


@settings(max_examples=60, deadline=None)
@given(
    files=st.lists(
        st.tuples(st.binary(max_size=300), st.sampled_from([STORED, DEFLATED, DEFLATE64])), min_size=1, max_size=4
    ),
    whole=st.booleans(),
)
def test_whatever_is_packed_comes_out_again(
    files: list[tuple[bytes, int]], *, whole: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("zip")
    listed = [(b"%d.bin" % at, data, method, b"") for at, (data, method) in enumerate(files)]
    readable = [(name, data, method, extra) for name, data, method, extra in listed if whole or method != DEFLATE64]
    packed = archive(listed) if whole else b"".join(member(name, data, method) for name, data, method, _ in readable)
    if readable:
        assert found(unpacked(packed, folder)) == {name.decode(): data for name, data, *_ in readable}
        assert zipfile.is_zipfile(folder / "a.zip") is whole
