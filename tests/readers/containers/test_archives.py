"""Archives: what is in them is found, nothing hostile is, and what was left out is said."""

import bz2
import contextlib
import gzip
import io
import lzma
import random
import struct
import sys
import tarfile
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import py7zr
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import NoSpaceError, UserError
from desktop_rag.readers.base import Contents, NothingToRead, ReadOptions
from desktop_rag.readers.containers import extract, mbox, seven_zip, streams, unpacking, zips
from desktop_rag.readers.containers.names import clean_name, decoded
from desktop_rag.readers.containers.unpacking import Unpack
from desktop_rag.readers.detect import format_of
from desktop_rag.readers.file import read_file
from desktop_rag.readers.format import load_function

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

FILES = {"notes.txt": b"whales sing", "sub/folder/report.md": b"# Report\n", "sub/empty.txt": b""}
MB = 1 << 20


@pytest.fixture
def options(tmp_path: Path) -> ReadOptions:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    return ReadOptions(scratch=scratch)


def make_zip(path: Path, files: dict[str, bytes] = FILES) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def make_tar(path: Path, files: dict[str, bytes] = FILES, mode: str = "w") -> Path:
    with tarfile.open(path, mode) as file:  # type: ignore[call-overload]
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), 1_000_000_000
            file.addfile(entry, io.BytesIO(data))
    return path


def make_7z(path: Path, files: dict[str, bytes] = FILES) -> Path:
    with py7zr.SevenZipFile(path, "w") as file:
        for name, data in files.items():
            file.writestr(data, name)
    return path


def make_tar_zst(path: Path, files: dict[str, bytes] = FILES) -> Path:
    inner = make_tar(path.with_suffix(".plain"), files)
    path.write_bytes(zstd.compress(inner.read_bytes()))
    inner.unlink()
    return path


MAKERS: dict[str, Callable[[Path, dict[str, bytes]], Path]] = {
    "a.zip": make_zip,
    "a.7z": make_7z,
    "a.tar": make_tar,
    "a.tar.gz": lambda path, files: make_tar(path, files, "w:gz"),
    "a.tbz2": lambda path, files: make_tar(path, files, "w:bz2"),
    "a.tar.xz": lambda path, files: make_tar(path, files, "w:xz"),
    "a.tar.zst": make_tar_zst,
}


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    contents: Contents = load_function(format_of(path, name).unpacker)(path, options, name, wanted)
    return contents


def found(contents: Contents) -> dict[str, bytes]:
    return {member.name: member.path.read_bytes() for member in contents.members}


@pytest.mark.parametrize("name", MAKERS)
def test_every_kind_of_archive_is_taken_apart(name: str, tmp_path: Path, options: ReadOptions) -> None:
    contents = unpack(MAKERS[name](tmp_path / name, FILES), options)
    assert found(contents) == FILES
    assert contents.notice == ""
    assert list(contents.pages) == []
    assert {member.path.name for member in contents.members} == {"000000.txt", "000001.md", "000002.txt"}


@pytest.mark.parametrize("name", MAKERS)
def test_one_member_can_be_had_alone(name: str, tmp_path: Path, options: ReadOptions) -> None:
    contents = unpack(MAKERS[name](tmp_path / name, FILES), options, wanted="sub/folder/report.md")
    assert found(contents) == {"sub/folder/report.md": b"# Report\n"}


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("report.pdf.gz", gzip.compress(b"%PDF", mtime=0)), ("report.pdf.bz2", bz2.compress(b"%PDF")),
        ("report.pdf.xz", lzma.compress(b"%PDF")), ("report.pdf.zst", zstd.compress(b"%PDF")),
    ],
)  # fmt: skip
def test_a_packed_file_is_called_as_before(name: str, packed: bytes, tmp_path: Path, options: ReadOptions) -> None:
    copy = tmp_path / "000007.bin"
    copy.write_bytes(packed)
    assert found(unpack(copy, options, f"/home/{name}")) == {"report.pdf": b"%PDF"}


def test_times_are_kept(tmp_path: Path, options: ReadOptions) -> None:
    member = next(iter(unpack(make_tar(tmp_path / "a.tar"), options).members))
    assert member.modified == pytest.approx(member.path.stat().st_mtime, abs=1e-6)
    assert int(member.modified or 0) == 1_000_000_000
    dated = zipfile.ZipInfo("a.txt", (2001, 9, 9, 12, 0, 0))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr(dated, b"x")
        file.writestr(zipfile.ZipInfo("b.txt", (1980, 0, 0, 0, 0, 0)), b"x")
    (options.scratch or tmp_path).joinpath("000000.txt").unlink()
    for left in (options.scratch or tmp_path).iterdir():
        left.unlink()
    times = [member.modified for member in unpack(tmp_path / "a.zip", options).members]
    assert times[0] is not None
    assert abs(times[0] - 1_000_036_800) < 86_400
    assert int(times[1] or 0) == int((tmp_path / "a.zip").stat().st_mtime)


def test_members_of_the_same_size_and_time_are_told_apart(tmp_path: Path) -> None:
    times = set()
    for number, data in enumerate([b"one", b"two", b"one"]):
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
            file.writestr(zipfile.ZipInfo("a.txt", (1980, 1, 1, 0, 0, 0)), data)
        contents = unpack(tmp_path / "a.zip", ReadOptions(scratch=tmp_path / str(number)))
        times |= {member.modified for member in contents.members}
    assert len(times) == 2


@pytest.mark.parametrize("time", ["nan", "-5", "1e300", "inf"])
def test_times_that_are_none(time: str, tmp_path: Path, options: ReadOptions) -> None:
    with tarfile.open(tmp_path / "a.tar", "w", format=tarfile.PAX_FORMAT) as file:
        entry = tarfile.TarInfo("a.txt")
        entry.pax_headers = {"mtime": time}
        file.addfile(entry, io.BytesIO())
    (member,) = unpack(tmp_path / "a.tar", options).members
    assert int(member.modified or 0) == int((tmp_path / "a.tar").stat().st_mtime)


HOSTILE = {
    "../../evil.txt": "evil.txt",
    "/etc/passwd": "etc/passwd",
    "C:\\Windows\\system.ini": "Windows/system.ini",
    "a//b/./c.txt": "a/b/c.txt",
    "sub\\..\\..\\x.txt": "sub/x.txt",
    "new\nline.txt": "new line.txt",
    "txt.\u202efdp.exe": "txt. fdp.exe",
    "": "unnamed",
    "..": "unnamed",
}


@pytest.mark.parametrize(("raw", "clean"), HOSTILE.items())
def test_names_are_cleaned(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize("maker", [make_zip, make_tar])
def test_nothing_is_written_elsewhere(
    maker: Callable[[Path, dict[str, bytes]], Path], tmp_path: Path, options: ReadOptions
) -> None:
    hostile = {raw: b"x" for raw in HOSTILE if raw not in {"", ".."}}
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    contents = unpack(maker(tmp_path / "a.bin", hostile), options)
    assert set(found(contents)) == {clean for raw, clean in HOSTILE.items() if raw in hostile}
    written = {path for path in tmp_path.rglob("*") if path.is_file()} - before - {tmp_path / "a.bin"}
    assert {path.parent for path in written} == {options.scratch}


def test_links_and_devices_are_not_followed(tmp_path: Path, options: ReadOptions) -> None:
    with tarfile.open(tmp_path / "a.tar", "w") as file:
        for kind, target in [(tarfile.SYMTYPE, "/etc"), (tarfile.LNKTYPE, "/etc/passwd"), (tarfile.CHRTYPE, "")]:
            entry = tarfile.TarInfo(f"link{kind!r}")
            entry.type, entry.linkname = kind, target
            file.addfile(entry)
        file.addfile(tarfile.TarInfo("real.txt"), io.BytesIO())
    link = zipfile.ZipInfo("link")
    link.create_system, link.external_attr = 3, 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr(link, "/etc/passwd")
        zipped.writestr("real.txt", "")
    assert set(found(unpack(tmp_path / "a.tar", options))) == {"real.txt"}
    assert set(found(unpack(tmp_path / "a.zip", ReadOptions(scratch=tmp_path)))) == {"real.txt"}


def test_the_same_name_twice_and_junk(tmp_path: Path, options: ReadOptions) -> None:
    names = ["a.txt", "a.tx_", "a (2).txt", "__MACOSX/._a.txt", ".DS_Store", "x/Thumbs.db", ".git/config"]
    make_zip(tmp_path / "a.zip", {name: str(number).encode() for number, name in enumerate(names)})
    (tmp_path / "a.zip").write_bytes((tmp_path / "a.zip").read_bytes().replace(b"a.tx_", b"a.txt"))
    contents = unpack(tmp_path / "a.zip", options)
    assert found(contents) == {"a.txt": b"0", "a (2).txt": b"1", "a (2) (2).txt": b"2"}
    assert contents.notice == ""
    again = unpack(tmp_path / "a.zip", ReadOptions(scratch=tmp_path), wanted="a (2).txt")
    assert found(again) == {"a (2).txt": b"1"}


@pytest.mark.parametrize("name", [b"\0other", b"\0\0\0\0\0\0"], ids=["cut short", "empty"])
def test_a_member_whose_name_is_none_spoils_nothing(name: bytes, tmp_path: Path, options: ReadOptions) -> None:
    make_zip(tmp_path / "a.zip", {"nobody": b"nobody's", "notes.txt": b"whales sing"})
    (tmp_path / "a.zip").write_bytes((tmp_path / "a.zip").read_bytes().replace(b"nobody", name))
    assert found(unpack(tmp_path / "a.zip", options))["notes.txt"] == b"whales sing"


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("cp932", ["議事録.txt", "請求書_2024年.pdf", "テスト.txt"]), ("cp932", ["報告書.txt"]),
        ("gb18030", ["会议记录.txt", "合同文件.pdf"]),
        ("cp866", ["Отчёт за год.txt", "договор.pdf"]), ("cp437", ["Müller.txt", "résumé.pdf"]),
        ("utf-8", ["議事録.txt", "Müller.txt"]), ("cp949", ["회의록.txt", "계약서.pdf"]),
    ],
)  # fmt: skip
def test_names_in_old_encodings(encoding: str, names: list[str], tmp_path: Path, options: ReadOptions) -> None:
    path = make_zip(tmp_path / "a.zip", {f"file{number:020}.txt": b"x" for number in range(len(names))})
    data = path.read_bytes()
    for number, name in enumerate(names):
        raw = name.encode(encoding)
        ascii_name = f"file{number:020}.txt".encode()
        data = data.replace(ascii_name, raw.ljust(len(ascii_name), b"_"))
    path.write_bytes(data)
    read = [name.rstrip("_") for name in found(unpack(path, options))]
    assert read == names
    assert decoded([name.encode(encoding) for name in names]) == names


def test_an_archive_of_tar_names_that_are_no_utf8(tmp_path: Path, options: ReadOptions) -> None:
    with tarfile.open(tmp_path / "a.tar", "w", encoding="cp932", format=tarfile.GNU_FORMAT) as file:
        file.addfile(tarfile.TarInfo("議事録の写し.txt"), io.BytesIO())
    assert set(found(unpack(tmp_path / "a.tar", options))) == {"議事録の写し.txt"}


def locked_zip(path: Path, *, all_of_it: bool) -> Path:
    make_zip(path, {"open.txt": b"x", "shut.txt": b"y"})
    data = bytearray(path.read_bytes())
    for mark, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        places = [at for at in range(len(data)) if data[at : at + 4] == mark]
        for at in places if all_of_it else places[1:]:
            data[at + offset] |= 1
    path.write_bytes(data)
    return path


def test_passwords(tmp_path: Path, options: ReadOptions) -> None:
    contents = unpack(locked_zip(tmp_path / "a.zip", all_of_it=False), options)
    assert set(found(contents)) == {"open.txt"}
    assert contents.notice == "1 file in it is protected by a password."
    with pytest.raises(UserError, match="protected by a password"):
        unpack(locked_zip(tmp_path / "b.zip", all_of_it=True), options)
    with py7zr.SevenZipFile(tmp_path / "c.7z", "w", password="x", header_encryption=True) as file:
        file.writestr(b"x", "a.txt")
    with pytest.raises(UserError, match="protected by a password"):
        unpack(tmp_path / "c.7z", options)


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst"])
def test_what_can_be_read_of_a_damaged_archive_is_kept(name: str, tmp_path: Path, options: ReadOptions) -> None:
    noise = random.Random(1).randbytes(300_000)
    files = {"first.txt": b"first", "second.txt": noise, "third.txt": noise}
    path = MAKERS[name](tmp_path / name, files)
    data = path.read_bytes()
    whole = tmp_path / f"cut-{name}"
    whole.write_bytes(data[: len(data) * 2 // 3] if name != "a.zip" else data[:-300])
    contents = unpack(whole, options)
    assert found(contents).get("first.txt") == b"first"
    assert all(files[member] == content for member, content in found(contents).items())
    assert contents.notice == "It is damaged. The rest could not be read."


def test_an_archive_without_its_end_and_with_sizes_that_follow(tmp_path: Path, options: ReadOptions) -> None:
    stream = io.BytesIO()

    class Pipe(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            return stream.write(bytes(data))  # type: ignore[call-overload]

    with zipfile.ZipFile(Pipe(), "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in FILES.items():
            file.writestr(name, data)
    path = tmp_path / "a.zip"
    path.write_bytes(stream.getvalue()[: stream.getvalue().index(b"PK\1\2")])
    assert found(unpack(path, options)) == FILES


def test_one_damaged_member_does_not_spoil_the_others(tmp_path: Path, options: ReadOptions) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as file:
        file.writestr("a.txt", b"AAAA")
        file.writestr("b.txt", b"BBBB")
    path = tmp_path / "a.zip"
    path.write_bytes(path.read_bytes().replace(b"AAAA", b"AXAA"))
    contents = unpack(path, options)
    assert found(contents) == {"b.txt": b"BBBB"}
    assert contents.notice == "1 file in it is damaged."


@pytest.mark.parametrize(
    ("unpacker", "data"),
    [
        (zips.unpack, b""), (zips.unpack, b"PK\3\4"), (zips.unpack, b"nothing of the kind"),
        (seven_zip.unpack, b"7z\xbc\xaf\x27\x1c"), (seven_zip.unpack, b"nothing of the kind"),
        (streams.unpack, b"\x1f\x8b\x08"),
    ],
)  # fmt: skip
def test_damaged_beyond_repair(unpacker: Unpack, data: bytes, tmp_path: Path, options: ReadOptions) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(UserError, match="damaged"):
        unpacker(path, options)


def test_other_archives_are_refused_in_plain_words(tmp_path: Path, options: ReadOptions) -> None:
    (tmp_path / "a.rar").write_bytes(b"Rar!\x1a\x07\x01\x00")
    with pytest.raises(UserError, match=r"RAR archives are not read\. Unpack it"):
        read_file(tmp_path / "a.rar", options)


def test_an_empty_archive(tmp_path: Path, options: ReadOptions) -> None:
    for path in (make_zip(tmp_path / "a.zip", {}), make_tar(tmp_path / "a.tar.gz", {"d/.DS_Store": b""}, "w:gz")):
        with pytest.raises(NothingToRead, match="nothing readable"):
            unpack(path, options)


ZEROS = b"\0" * (66 * MB)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.zip", "a.7z", "a.tar.gz", "a.tar.xz", "a.tar.zst"])
def test_bombs_end_quickly(name: str, tmp_path: Path, options: ReadOptions) -> None:
    path = MAKERS[name](tmp_path / name, {"first.txt": b"fine", "zeros.bin": ZEROS})
    started = time.monotonic()
    contents = unpack(path, options)
    assert time.monotonic() - started < 10
    assert set(found(contents)) == {"first.txt"}
    assert "far more data than it should" in contents.notice
    assert sum(file.stat().st_size for file in (options.scratch or tmp_path).iterdir()) < MB


def test_a_bomb_alone_is_refused(tmp_path: Path, options: ReadOptions) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(ZEROS))
    with pytest.raises(UserError, match="far more data than it should"):
        unpack(path, options)
    assert not list((options.scratch or tmp_path).iterdir())


def test_a_bomb_of_entries_that_share_their_bytes(tmp_path: Path, options: ReadOptions) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b"\0" * MB) + packer.flush()
    crc = zlib.crc32(b"\0" * MB)
    name = b"%05d.bin"
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, crc, len(packed), MB, 9, 0) + name % 0
    central = b"".join(
        struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, crc, len(packed), MB, 9, 0, 0, 0, 0, 0, 0) + name % at
        for at in range(5000)
    )
    start = len(local) + len(packed)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 5000, 5000, len(central), start, 0)
    path = tmp_path / "a.zip"
    path.write_bytes(local + packed + central + end)
    started = time.monotonic()
    with contextlib.suppress(UserError):
        unpack(path, options)
    assert time.monotonic() - started < 10
    assert sum(file.stat().st_size for file in (options.scratch or tmp_path).iterdir()) <= 70 * MB


def test_limits(tmp_path: Path, options: ReadOptions) -> None:
    small = ReadOptions(scratch=options.scratch, maximum_bytes=MB)
    noise = bytes(range(256)) * 4096
    contents = unpack(make_zip(tmp_path / "a.zip", {"a.bin": noise + b"x", "b.txt": b"b"}), small)
    assert set(found(contents)) == {"b.txt"}
    assert contents.notice == "1 file in it is larger than 1 MB."
    total = unpacking.Unpacker(tmp_path / "a.zip", small)
    total.count(10 * MB)
    with pytest.raises(unpacking.EnoughError, match="more than 10 MB"):
        total.count(1)


def test_a_full_disk_is_said(tmp_path: Path, options: ReadOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LEAST_FREE", 1 << 60)
    with pytest.raises(NoSpaceError, match="full"):
        unpack(make_zip(tmp_path / "a.zip"), options)
    assert not list((options.scratch or tmp_path).iterdir())


def test_depth_is_limited(tmp_path: Path, options: ReadOptions) -> None:
    path = make_zip(tmp_path / "a.zip")
    assert found(unpack(path, options, "/x/a.zip//b.zip//c.zip"))
    with pytest.raises(NothingToRead, match="too deeply"):
        unpack(path, ReadOptions(scratch=tmp_path), "/x/a.zip//b.zip//c.zip//d.zip")


def test_without_a_scratch_folder_nothing_is_unpacked(tmp_path: Path) -> None:
    contents = unpack(make_zip(tmp_path / "a.zip"), ReadOptions())
    assert list(contents.members) == []


@pytest.fixture
def nested(tmp_path: Path) -> Path:
    inner = make_zip(tmp_path / "inner.zip", {"deep/notes.txt": b"found"})
    outer = make_zip(tmp_path / "outer.zip", {"sub/inner.zip": inner.read_bytes(), "other.txt": b"other"})
    inner.unlink()
    return outer


def test_a_member_as_a_real_file(nested: Path, tmp_path: Path) -> None:
    path = extract.extracted(f"{nested}//sub/inner.zip//deep/notes.txt", tmp_path / "out").path
    assert path.read_bytes() == b"found"
    assert path.suffix == ".txt"
    assert [file for file in (tmp_path / "out").rglob("*") if file.is_file()] == [path]
    with pytest.raises(UserError, match="can't be found anymore"):
        extract.extracted(f"{nested}//sub/gone.txt", tmp_path / "out2")
    with pytest.raises(UserError, match="was moved or deleted"):
        extract.extracted(f"{tmp_path}/gone.zip//a.txt", tmp_path / "out3")


def test_a_member_for_its_own_program(nested: Path, tmp_path: Path) -> None:
    path = extract.export(f"{nested}//sub/inner.zip//deep/notes.txt", tmp_path / "opened").path
    assert path.name == "notes.txt"
    assert path.read_bytes() == b"found"
    assert [file.name for file in path.parent.iterdir()] == ["notes.txt"]


def samples() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        for name, maker in MAKERS.items():
            yield maker(Path(folder, name), FILES | {"more.txt": b"abc" * 500}).read_bytes()


SAMPLES = list(samples())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    which=st.integers(0, len(SAMPLES) - 1),
    cut=st.floats(0, 1),
    flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), max_size=4),
)
def test_damaged_archives_raise_nothing_else(which: int, cut: float, flips: list[tuple[float, int]]) -> None:
    data = bytearray(SAMPLES[which])
    for place, change in flips:
        data[int(place * len(data))] ^= change
    never_raises(bytes(data[: max(1, int(cut * len(data)))] if cut < 0.9 else data))


@settings(max_examples=60, deadline=None)
@given(
    head=st.sampled_from([b"", b"PK\3\4", b"7z\xbc\xaf\x27\x1c\0\4", b"\x1f\x8b\x08\0", b"BZh9", b"\xfd7zXZ\0"]),
    rest=st.binary(max_size=600),
)
def test_random_bytes_raise_nothing_else(head: bytes, rest: bytes) -> None:
    never_raises(head + rest)


def never_raises(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scratch = folder / "scratch"
        scratch.mkdir()
        (folder / "a.bin").write_bytes(data)
        for unpack in (zips.unpack, seven_zip.unpack, streams.unpack, mbox.unpack):
            with contextlib.suppress(UserError):
                unpack(folder / "a.bin", ReadOptions(scratch=scratch))
            for file in scratch.iterdir():
                file.unlink()
        assert {path.name for path in folder.iterdir()} == {"a.bin", "scratch"}
