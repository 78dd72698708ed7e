"""Sentences of the program in other languages, recognised by their text; which language a person wants."""

import pytest

from desktop_rag.text.translations import ENGLISH, GERMAN, JAPANESE, Sentences, language_among, messages, sentences

GREEK = {
    "Choose another place.": "Διάλεξε άλλο.",
    "{path} cannot be written: {reason}.": "Δεν γράφεται το {path} ({reason}).",
    "{path} cannot be written: {reason}, {path} stays.": "Μένει το {path} ({reason}).",
    "{what} waits: {error} It tries again.": "{what}: {error} Ξανά.",
}


@pytest.fixture
def greek() -> Sentences:
    return Sentences(GREEK, lambda text: GREEK.get(text, text))


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Choose another place.", "Διάλεξε άλλο."),
        ("/a b/c.txt cannot be written: no space.", "Δεν γράφεται το /a b/c.txt (no space)."),
        ("x cannot be written: full. Choose another place.", "Δεν γράφεται το x (full). Διάλεξε άλλο."),
        ("A thing nobody knows. Choose another place.", "A thing nobody knows. Διάλεξε άλλο."),
        ("Choose another place. A thing nobody knows.", "Διάλεξε άλλο. A thing nobody knows."),
        ("A thing nobody knows", "A thing nobody knows"),
        ("v1. {x} cannot be written: {0}.", "Δεν γράφεται το v1. {x} ({0})."),
        ("x waits: It is full. Choose another place. It tries again.", "x: It is full. Διάλεξε άλλο. Ξανά."),
        ("", ""),
    ],
    ids=range(9),
)
def test_sentences_are_recognised_with_what_stands_in_them(greek: Sentences, english: str, said: str) -> None:
    assert greek.translated(english) == said


def test_asian_sentences_follow_one_another_without_a_space() -> None:
    japanese = Sentences({"One.", "Two."}, {"One.": "一。", "Two.": "二。"}.__getitem__)
    assert japanese.translated("One. Two.") == "一。二。"


def test_a_long_text_is_taken_apart_quickly(greek: Sentences) -> None:
    text = "Nobody knows this. " * 300
    assert greek.translated(text) == text


def test_shipped_sentences() -> None:
    said = sentences(GERMAN).translated("/x/a.pdf cannot be written: No space left. Choose another place.")
    assert said == "/x/a.pdf kann nicht geschrieben werden: No space left. Einen anderen Ort wählen."
    assert "「契約」" in sentences(JAPANESE).translated("There is no library called “契約”. Libraries: A, B.")
    assert sentences(ENGLISH).translated("Choose another place.") == "Choose another place."
    assert messages(ENGLISH).keys() == messages(GERMAN).keys()


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["de_AT.UTF-8"], "de"),
        (["ja"], "ja"),
        (["zh-Hans-CN"], "zh_CN"),
        (["zh_CN"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["zh-Hant-TW", "ja-JP"], "ja"),
        (["zh_TW.UTF-8"], "en"),
        (["fr_FR", "de"], "de"),
        (["fr_FR"], "en"),
        (["C.UTF-8"], "en"),
        (["C", ""], "en"),
        ([], "en"),
        (["german"], "en"),
    ],
)
def test_the_first_language_that_is_there(wanted: list[str], language: str) -> None:
    assert language_among(wanted) == language
