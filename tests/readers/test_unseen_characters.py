"""What nobody sees within words is not kept of texts; what joins pictures, and code, stay as they are."""

from pathlib import Path

import pytest

from desktop_rag.readers.file import load_file

WORD = "Donau\u00addampf\u00adschiff zero\u200bwidth li\u2060ne far\ufeffmer a\u200db"
CLEAN = "Donaudampfschiff zerowidth line farmer ab"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.txt", WORD),
        ("a.md", WORD),
        ("a.html", f"<meta charset=utf-8><p>{WORD}</p>"),
        (
            "a.rtf",
            "{\\rtf1\\ansi " + "".join(c if c.isascii() else f"\\u{ord(c)}?" for c in WORD.replace("\ufeff", "")) + "}",
        ),
        ("a.ics", f"BEGIN:VEVENT\nSUMMARY:{WORD}\nEND:VEVENT\n"),
    ],
)
def test_words_are_whole(name: str, source: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert load_file(tmp_path / name)[0].text.strip() == CLEAN


def test_pictures_scripts_and_code_keep_what_they_need(tmp_path: Path) -> None:
    text = "👨\u200d👩\u200d👧 ภาษา\u200bไทย می\u200cخواهم ශ්\u200dරී"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (tmp_path / "a.py").write_text(f"word = '{WORD}'", encoding="utf-8")
    assert load_file(tmp_path / "a.txt")[0].text == text
    assert load_file(tmp_path / "a.py")[0].text == f"word = '{WORD}'"


def test_a_word_that_goes_on_behind_a_soft_hyphen(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Die Donau\u00ad\ndampf\u00ad\n  fahrt", encoding="utf-8")
    assert load_file(tmp_path / "a.txt")[0].text == "Die Donaudampffahrt"
