"""Letters of symbol fonts."""

import pytest

from desktop_rag.readers.symbol_fonts import sign_of, with_signs


@pytest.mark.parametrize(
    ("font", "letters", "signs"),
    [
        ("Symbol", "\uf06d\uf0b0\uf0b1\uf0b7\uf0a3\uf0d6\uf061\uf0e5", "µ°±•≤√α∑"),
        ("symbol", "abGW", "αβΓΩ"),
        ("Wingdings", "\uf0fe\uf0fd\uf0a8\uf06f\uf0fc\uf0fb\uf0e0", "☑☒☐☐✓✗→"),
        ("Wingdings 2", "PRQ", "✓☑☒"),
        ("Webdings", "a", "✓"),
        ("Arial", "plain", "plain"),
        ("", "\uf06d", "µ"),
    ],
)
def test_letters_are_the_signs_that_are_drawn(font: str, letters: str, signs: str) -> None:
    assert with_signs(letters, font) == signs


def test_every_place_of_symbol_is_its_sign() -> None:
    known = {0x41: "Α", 0x5B: "[", 0x7E: "∼", 0xA0: "€", 0xD1: "∇", 0xE0: "◊", 0xEF: "⎪", 0xF2: "∫", 0xFE: "⎭"}
    assert {code: sign_of(code, "Symbol") for code in known} == known
    assert sign_of(0xF0F0, "Symbol") == ""


def test_letters_of_other_fonts_stay_as_they_are() -> None:
    assert sign_of(0x2612, "MS Gothic") == "☒"
    assert sign_of(0xD800, "MS Gothic") == ""
