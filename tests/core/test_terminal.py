"""Text as terminals may print it."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.terminal import terminal_json, terminal_text

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
AWKWARD = st.text(st.one_of(st.characters(max_codepoint=0xFF), st.sampled_from(BIDI + "東\u200d\u0e01👩")))


@given(AWKWARD)
def test_nothing_is_left_that_a_terminal_obeys(text: str) -> None:
    shown = terminal_text(text)
    assert not [char for char in shown if (unicodedata.category(char) == "Cc" and char not in "\t\n") or char in BIDI]


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=BIDI)))
def test_text_of_every_script_stays(text: str) -> None:
    assert terminal_text(text) == text


def test_line_ends_of_windows_stay_line_ends() -> None:
    assert terminal_text("a\r\nb\tc\rd") == "a\nb\tc\ufffdd"


@given(AWKWARD)
def test_json_says_the_same(text: str) -> None:
    shown = terminal_json(json.dumps({text: [text]}, ensure_ascii=False))
    assert json.loads(shown) == {text: [text]}
    assert terminal_text(shown) == shown
