"""What comes out of a container stays in its folder and within its limits, whatever the container is like."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.containers import unpacking
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker

KB = 1 << 10


def container(folder: Path, size: int = 100) -> Path:
    path = folder / "a.zip"
    path.write_bytes(bytes(size))
    os.utime(path, (1_000_000, 1_000_000))
    return path


def unpacker(folder: Path, maximum: int = KB) -> Unpacker:
    return Unpacker(container(folder), ReadOptions(scratch=folder / "scratch", maximum_bytes=maximum))


def on_disk(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "scratch").glob("**/*")}


@settings(max_examples=80, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 2 * KB), max_size=14),
    names=st.lists(st.sampled_from(["a.txt", "../a.txt", "/etc/a", "b/c.MD", "x.*?", ""]), min_size=14, max_size=14),
    block=st.integers(1, 700),
)
def test_members_of_any_size_are_whole_or_not_there(
    sizes: list[int], names: list[str], block: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("unpacked")
    taken = unpacker(folder)
    offered: dict[str, bytes] = {}
    stopped = False
    for number, size in enumerate(sizes):
        data = bytes([number]) * size
        name = taken.name(names[number])
        offered[name] = data
        try:
            taken.add(name, (data[at : at + block] for at in range(0, size, block)))
        except EnoughError:
            stopped = True
            break
    members = {member.name: member.path.read_bytes() for member in taken.members}
    assert all(offered[name] == data for name, data in members.items())
    assert all(len(data) <= KB for data in members.values())
    assert on_disk(folder) == {member.path.name: member.path.read_bytes() for member in taken.members}
    assert sum(map(len, members.values())) <= unpacking.TIMES_MAXIMUM * KB
    if not stopped:
        assert set(members) == {name for name, data in offered.items() if len(data) <= KB}
        assert taken.left_out["large"] == len(offered) - len(members)
    else:
        assert "the rest was left out" in taken.notice()
    assert {path.name for path in folder.iterdir()} <= {"a.zip", "scratch"}


@pytest.mark.parametrize("error", [EOFError, ValueError, KeyboardInterrupt])
def test_half_a_member_is_removed_and_the_reason_passed_on(error: type[BaseException], tmp_path: Path) -> None:
    def breaking() -> Iterator[bytes]:
        yield b"half"
        raise error

    taken = unpacker(tmp_path)
    taken.add(taken.name("a.txt"), [b"whole"])
    with pytest.raises(error):
        taken.add(taken.name("b.txt"), breaking())
    assert on_disk(tmp_path) == {"000000.txt": b"whole"}
    taken.add(taken.name("c.txt"), [b"another"])
    assert [member.name for member in taken.members] == ["a.txt", "c.txt"]
    assert on_disk(tmp_path) == {"000000.txt": b"whole", "000001.txt": b"another"}


@pytest.mark.parametrize(("size", "kept"), [(KB - 1, True), (KB, True), (KB + 1, False)])
def test_the_largest_file_that_is_read_is_still_read(tmp_path: Path, size: int, *, kept: bool) -> None:
    taken = unpacker(tmp_path)
    taken.add("a.txt", [bytes(size)])
    assert bool(taken.members) is kept
    assert taken.left_out["large"] == (not kept)


def test_what_unpacks_to_far_more_than_it_is_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "HARMLESS_BYTES", 500)
    taken = unpacker(tmp_path, 1 << 30)
    assert taken.most_bytes == 100 * unpacking.MOST_TIMES_LARGER
    taken.count(taken.most_bytes)
    with pytest.raises(EnoughError, match="as if made to fill the disk"):
        taken.count(1)
    trusted = unpacker(tmp_path, 1 << 30)
    trusted.trusted = True
    trusted.count(1 << 40)


@pytest.mark.parametrize(
    ("name", "deep"), [("a.zip", False), ("a.zip//b//c.zip", False), ("a.zip//b.zip//c.zip//d.zip", True)]
)
def test_containers_within_containers_end_somewhere(name: str, tmp_path: Path, *, deep: bool) -> None:
    taken = Unpacker(container(tmp_path), ReadOptions(scratch=tmp_path / "scratch"), name)
    assert (taken.name("x.txt") == "") is deep
    assert taken.notice() == ("The file inside it is nested too deeply to be read." if deep else "")


def test_names_are_given_once_to_each_member_also_to_those_that_are_not_wanted(tmp_path: Path) -> None:
    options = ReadOptions(scratch=tmp_path / "scratch")
    taken = Unpacker(container(tmp_path), options, wanted="a (2).txt")
    assert [taken.name(raw) for raw in ("a.txt", "b.txt", ".hidden", "a.txt", "a.txt")] == ["", "", "", "a (2).txt", ""]
    assert not taken.done
    taken.add("a (2).txt", [b"x"])
    assert taken.done


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        (None, 1_000_000),
        (0.0, 0),
        (77.9, 77),
        (-1.0, 1_000_000),
        (float(1 << 33), 1_000_000),
        (float("nan"), 1_000_000),
    ],
)
def test_a_time_that_cannot_be_is_that_of_the_container(said: float | None, seconds: int, tmp_path: Path) -> None:
    taken = unpacker(tmp_path)
    taken.add("a.txt", [b"one"], said)
    taken.add("b.txt", [b"two"], said)
    first, second = taken.members
    assert int(first.modified or 0) == int(second.modified or 0) == seconds
    assert first.modified != second.modified, "the fraction tells contents apart"
    assert first.path.stat().st_mtime == pytest.approx(first.modified, abs=1e-3)


@pytest.mark.parametrize(
    ("left_out", "notice"),
    [
        ({}, ""),
        ({"locked": 1}, "1 file in it is protected by a password."),
        ({"damaged": 2}, "2 files in it are damaged."),
        ({"deep": 3}, "The 3 files inside it are nested too deeply to be read."),
        ({"large": 1}, "1 file in it is larger than 3 MB."),
        ({"unheard of": 3, "locked": 0}, ""),
    ],
)
def test_what_was_left_out_is_said(left_out: dict[str, int], notice: str, tmp_path: Path) -> None:
    taken = unpacker(tmp_path, 3 << 20)
    taken.left_out.update(left_out)
    assert taken.notice() == notice
    taken.note_stop("Only the first were read.")
    taken.note_stop("Another reason.")
    assert taken.contents(notice="First.").notice == " ".join(
        ["First.", *([notice] if notice else []), "Only the first were read."]
    )


@pytest.mark.parametrize(
    ("left_out", "damaged", "kind", "reason"),
    [
        ({}, False, NothingToRead, "nothing"),
        ({"method": 1}, False, NothingToRead, "packed in"),
        ({}, True, UserError, "damaged"),
        ({"damaged": 1}, False, UserError, "damaged"),
        ({"locked": 1, "damaged": 1}, True, UserError, "password"),
    ],
)
def test_an_archive_that_gives_nothing_says_why(
    left_out: dict[str, int], kind: type[UserError], reason: str, tmp_path: Path, *, damaged: bool
) -> None:
    taken = unpacker(tmp_path)
    taken.left_out.update(left_out)
    with pytest.raises(kind, match=reason) as raised:
        taken.archive_contents(damaged=damaged)
    assert type(raised.value) is kind
    taken.add("a.txt", [b"x"])
    assert taken.archive_contents(damaged=damaged).members == taken.members


@pytest.mark.parametrize(
    ("size", "most"), [(0, 2_000), (106_000, 2_000), (1 << 20, 16_384), (12_799_936, 199_999), (1 << 30, 200_000)]
)
def test_how_many_members_a_file_may_bring_goes_by_its_size(size: int, most: int, tmp_path: Path) -> None:
    assert unpacking.most_members(size) == most
    path = tmp_path / "a.zip"
    with path.open("wb") as file:
        file.truncate(min(size, 1 << 20))
    taken = Unpacker(path, ReadOptions(scratch=tmp_path / "scratch"))
    names = [taken.name(f"{number}.txt") for number in range(2_001)]
    assert [name for name in names if not name] == ([""] if most == 2_000 else [])
    assert taken.contents().left_out == names.count("")
