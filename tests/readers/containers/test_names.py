"""What members are called, whatever the container says they are called."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_rag.readers.containers import extract
from desktop_rag.readers.containers.mail_message import attachment_name, message_name
from desktop_rag.readers.containers.names import Names, clean_name, clean_part, decoded, ending_of, is_junk
from tests.helpers.office import package

PIECES = [
    "..",
    ".",
    "/",
    "\\",
    "C:",
    "a",
    "ä",
    "e\u0301",
    " ",
    "\u202e",
    "\u200b",
    "\x00",
    "\ud800",
    ".txt",
    "~",
    "x" * 90,
]
NAMES = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=20).map("".join))


@settings(deadline=None)
@given(NAMES)
@example("C:/C:/x")
@example(" C:/x")
@example("/../C:/x")
@example("a/" * 60 + "b")
def test_any_name_is_a_path_below_its_container(raw: str) -> None:
    name = clean_name(raw)
    parts = name.split("/")
    assert 1 <= len(parts) <= 40
    assert all(part == part.strip() and part not in {"", ".", ".."} and len(part) <= 150 for part in parts)
    assert not re.match(r"[A-Za-z]:(/|\Z)", name), "no drive"
    assert "\\" not in name
    assert not [char for char in name if unicodedata.category(char) in {"Cc", "Cs"} or char in "\u202e\u200b"]
    assert clean_name(name) == name, "clean names stay as they are"


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["a.txt", "a (2).txt", "A.TXT", "b/a.txt", "b\\a.txt", "a", "", ".git/x", "Thumbs.db"]))
)
def test_every_member_has_a_name_of_its_own_and_the_same_one_again(raws: list[str]) -> None:
    first, second = Names(), Names()
    names = [first.of(raw) for raw in raws]
    assert names == [second.of(raw) for raw in raws]
    given_names = [name for name in names if name]
    assert len(given_names) == len(set(given_names))
    assert [bool(name) for name in names] == [not is_junk(clean_name(raw)) for raw in raws]
    assert all(Path(name).suffix == Path(clean_name(raw)).suffix for name, raw in zip(names, raws, strict=True) if name)


@pytest.mark.parametrize(
    ("name", "junk"),
    [
        ("a.txt", False), (".DS_Store", True), ("a/.hidden/b.txt", True), ("~$letter.docx", True), ("a~$b.txt", False),
        ("__MACOSX/a.txt", True), ("x/THUMBS.DB", True), ("node_modules/a.md", True), ("node_modules.md", False),
    ],
)  # fmt: skip
def test_what_nobody_wants_to_read(name: str, junk: bool) -> None:
    assert is_junk(name) is junk


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("a.TXT", ".txt"),
        ("a.tar.gz", ".gz"),
        ("a", ""),
        ("a.b c", ""),
        ("a.ä", ""),
        ("a." + "x" * 13, ""),
        (".txt", ".txt"),
    ],
)
def test_only_harmless_endings_reach_the_disk(name: str, ending: str) -> None:
    assert ending_of(name) == ending


@settings(deadline=None)
@given(st.text(max_size=300), st.integers(1, 200))
def test_a_subject_becomes_one_part_of_a_path(subject: str, longest: int) -> None:
    part = clean_part(subject, longest)
    assert "/" not in part
    assert part not in {".", ".."}
    assert len(part) <= longest
    assert message_name(subject).endswith(".eml")
    assert "/" not in message_name(subject)


@settings(deadline=None)
@given(NAMES)
def test_an_attachment_is_never_hidden_and_in_no_folder(raw: str) -> None:
    name = attachment_name(raw)
    assert name
    assert "/" not in name
    assert not name.startswith((".", "~", " "))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=20), max_size=5))
def test_names_in_any_encoding_are_as_many_texts(raws: list[bytes]) -> None:
    names = decoded(raws)
    assert len(names) == len(raws)
    assert [name for name, raw in zip(names, raws, strict=True) if raw.isascii()] == [
        raw.decode() for raw in raws if raw.isascii()
    ]


@pytest.mark.parametrize(
    ("inside", "shown"),
    [
        ('a<b>:"|?*.txt', "a_b______.txt"),
        ("sub/report.txt", "report.txt"),
        ("trailing. .", "trailing"),
        ("検索.txt", "検索.txt"),
    ],
)
def test_a_file_is_handed_to_other_programs_under_a_name_every_system_can_write(
    inside: str, shown: str, tmp_path: Path
) -> None:
    outer = package(tmp_path / "a.zip", {"other.txt": "other", inside: "words"})
    path = extract.export(f"{outer}//{clean_name(inside)}", tmp_path / "opened").path
    assert path.name == shown
    assert path.read_text() == "words"
    assert path.resolve().is_relative_to(tmp_path / "opened")
