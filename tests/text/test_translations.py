"""Sentences of the program in other languages, recognised by their text; which language a person wants."""

import copy
import itertools
import pickle

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.log import remember_secret
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.text.translations import (
    CHINESE,
    ENGLISH,
    GERMAN,
    JAPANESE,
    Sentences,
    language_among,
    messages,
    sentences,
)

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


@pytest.mark.parametrize("language", [GERMAN, JAPANESE, CHINESE])
def test_stored_sentences_that_begin_with_numbers_are_told_apart(language: str) -> None:
    spoken = sentences(language)
    counted = [text for text in messages(language) if text.startswith("{count} of {files}")]
    assert len(counted) >= 4
    filled = [text.format(count="2", files="34") for text in counted]
    for first, second in itertools.permutations(filled, 2):
        apart = f"{spoken.translated(first)} {spoken.translated(second)}"
        together = spoken.translated(f"{first} {second}")
        assert together.replace(" ", "") == apart.replace(" ", "")


def test_a_long_text_is_taken_apart_quickly(greek: Sentences) -> None:
    text = "Nobody knows this. " * 300
    assert greek.translated(text) == text


def test_shipped_sentences() -> None:
    said = sentences(GERMAN).translated("/x/a.pdf cannot be written: No space left. Choose another place.")
    assert said == "/x/a.pdf kann nicht geschrieben werden: No space left. Einen anderen Ort wählen."
    assert "「契約」" in sentences(JAPANESE).translated("There is no library called “契約”. Libraries: A, B.")
    assert sentences(ENGLISH).translated("Choose another place.") == "Choose another place."
    assert messages(ENGLISH).keys() == messages(GERMAN).keys()


def test_a_user_text_is_known_by_its_template_whatever_its_values_say(greek: Sentences) -> None:
    full = UserText("{path} cannot be written: {reason}.", path="Choose {reason}: a", reason="full, x stays")
    assert full == "Choose {reason}: a cannot be written: full, x stays."
    assert greek.translated(full) == "Δεν γράφεται το Choose {reason}: a (full, x stays)."
    error = UserError(full, UserText("Choose another place."))
    assert str(error) == f"{full} Choose another place."
    assert greek.translated(str(error)) == "Δεν γράφεται το Choose {reason}: a (full, x stays). Διάλεξε άλλο."
    waits = UserText("{what} waits: {error} It tries again.", what="x", error=UserText("Choose another place."))
    assert greek.translated(waits) == "x: Διάλεξε άλλο. Ξανά."


def test_a_user_text_joins_and_copies_with_its_values(greek: Sentences) -> None:
    one = UserText("Choose another place.")
    assert joined("", one) is one
    assert joined("A", "B") == "A B"
    assert greek.translated(joined(one, "Nobody knows this.")) == "Διάλεξε άλλο. Nobody knows this."
    for copied in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert isinstance(copied, UserText)
        assert (copied.template, copied.values) == (one.template, one.values)
    with pytest.raises(KeyError, match="reason"):
        UserText("{path} cannot be written: {reason}.", path="x")


def test_the_values_of_an_error_lose_their_secrets(greek: Sentences) -> None:
    remember_secret("sesame-5417")
    inner = UserText("{path} cannot be written: {reason}.", path="x", reason="sesame-5417")
    error = UserError(UserText("{what} waits: {error} It tries again.", what="sesame-5417", error=inner))
    assert "sesame" not in str(error)
    assert "sesame" not in greek.translated(error.message)


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
