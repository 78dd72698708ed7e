"""Subtitles: everything that is said, at the time it is said, and nothing else."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import load_file
from desktop_rag.readers.plain import subtitles

CUES = [
    ("WEBVTT\n\nNOTE by hand\n\n00:01.000 --> 00:02.000\nHello\n", "NOTE by hand\n00:01 Hello"),
    (
        "WEBVTT\n\nNOTE\nby hand,\nin haste\n\n00:01.000 --> 00:02.000\nNOTE well\n",
        "NOTE by hand, in haste\n00:01 NOTE well",
    ),
    ("WEBVTT\n\nNOTE last\n00:01.000 --> 00:02.000\nHello\n", "NOTE last\n00:01 Hello"),
    ("00:01.000 --> 00:02.000\n<v.loud.first Ann Lee>Hello\n<v Bo>Hi</v>\n", "00:01 Ann Lee: Hello Bo: Hi"),
    ("1\n00:00:01,5 --> 00:00:02,0\nHello\nthere\n", "00:00:01 Hello there"),
    ("00:01.000 --> 00:02.000 align:start\n<v Ann>Hello</v> <c.loud>you</c>\n", "00:01 Ann: Hello you"),
    ("00:01.000 --> 00:02.000\nHe<00:01.500>llo\n", "00:01 Hello"),
    ("00:01.000 --> 00:02.000\nIs 1 < 2 and 3 > 2?\n", "00:01 Is 1 < 2 and 3 > 2?"),
    ("00:01.000 --> 00:02.000\nHello\n00:03.000 --> 00:04.000\nthere\n", "00:01 Hello\n00:03 there"),
    ("00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nHello\n", "00:03 Hello"),
    ("00:01.000 --> 00:02.000\r\nHello\r\n\r\n2\r\n00:03.000 --> 00:04.000\r\nthere", "00:01 Hello\n00:03 there"),
    ("100:00:01,000 --> 100:00:02,000\nAfter four days\n", "100:00:01 After four days"),
    ("No subtitles at all, but words.\n", "No subtitles at all, but words.\n"),
]


@pytest.mark.parametrize(("source", "said"), CUES)
def test_what_is_said(source: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.vtt").write_bytes(source.encode())
    assert [page.text for page in load_file(tmp_path / "a.vtt")] == [said]


def test_a_word_cut_at_the_end_of_a_line_is_one_word(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nReport every occur-\nrence to the\n- keeper\n")
    assert [page.text for page in load_file(tmp_path / "a.srt")] == [
        "00:00:01 Report every occur-rence to the - keeper"
    ]


def test_a_file_without_a_word_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(" \n\n")
    with pytest.raises(NothingToRead, match="white space"):
        load_file(tmp_path / "a.srt")


WORDS = st.text("abcdefgäöü()1. 検", min_size=1, max_size=12).filter(str.strip)


@settings(deadline=None)
@given(said=st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=6), blanks=st.integers(0, 3))
def test_no_line_is_lost_however_many_blank_lines_lie_between(
    said: list[list[str]], blanks: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "said.vtt"
    cues = [f"00:{at:02}.000 --> 00:{at + 1:02}.000\n" + "\n".join(lines) for at, lines in enumerate(said)]
    path.write_text(("\n" * (blanks + 1)).join(cues), encoding="utf-8")
    (page,) = subtitles.load_data(path)
    expected = [f"00:{at:02} " + " ".join(line.strip() for line in lines) for at, lines in enumerate(said)]
    assert page.text.split("\n") == expected
