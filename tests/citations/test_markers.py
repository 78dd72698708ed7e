"""References that models write by themselves are taken out whole, and tell which passage they meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import align
from desktop_rag.citations.markers import without_markers
from desktop_rag.core.results.answers import Source

SAID = "Otters hold hands while they sleep"
TWINS = tuple(Source(rank, 1.0, f"/{rank}.pdf", 1, "1", 0, 35, f"{SAID}.", str(rank)) for rank in (1, 2, 3))
MARKERS = {
    "[2]": [2],
    "[1, 3]": [1, 3],
    "[1-3]": [1, 2, 3],
    "[1–3]": [1, 2, 3],
    "[^2]": [2],
    "[Source 2]": [2],
    "[Sources 1 and 3]": [1, 3],
    "[Source 1, Source 2]": [1, 2],
    "[Source: 2]": [2],
    "[Source 2: report.pdf, p. 4]": [2],
    "[Passage 2]": [2],
    "[passage #2]": [2],
    "[2, p. 14]": [2],
    "[Quelle 2]": [2],
    "[fuente 2]": [2],
    "［2］": [2],
    "〔2〕": [2],
    "[出典2]": [2],
    "［出典：2］": [2],
    "[来源2]": [2],
    "[资料 2]": [2],
    "(Source 2)": [2],
    "(see Passage 2)": [2],
    "（来源2）": [2],
    "[cite: 2]": [2],
    "[cite: 1, 2]": [1, 2],
    "【2】": [2],
    "【2†L4-L9】": [2],
    "[[2]]": [2],
    "[[2]](https://example.org/2)": [2],
    "[2](#source-2)": [2],
    "(page 12)": [],
    "(pp. 12–14)": [],
    "(S. 12)": [],
    "（第12页）": [],
    "(12ページ)": [],
    "²": [2],
    "¹²": [12],
}


@pytest.mark.parametrize(("marker", "named"), MARKERS.items(), ids=MARKERS)
@pytest.mark.parametrize(
    "form", ["{said} {marker}.", "{said}.{marker}", "{said}{marker}.", "{said}. {marker} And so on."]
)
def test_a_marker_goes_and_says_what_it_names(marker: str, named: list[int], form: str) -> None:
    if marker[0] in "¹²" and " {marker}" in form:
        pytest.skip("raised figures follow a word or its full stop")
    text, hints = without_markers(form.format(said=SAID, marker=marker))
    assert text == form.format(said=SAID, marker="").replace(" .", ".").replace(".  And", ". And")
    assert [hint.number for hint in hints] == named
    assert all(len(SAID) <= hint.position <= len(SAID) + 1 for hint in hints)


@pytest.mark.parametrize(
    "text",
    [
        "The hall covers 40 m² and 3 km², a field 20 square meters².",
        "Water is H₂O, and 10² is a hundred.",
        "See [1](https://example.org) and [the rules](https://example.org/2).",
        "He wrote [sic] in (1984) about [2019] and (a).",
        "Call `list[1]` first.",
        "```\nvalues[2] = [1, 2]\n```",
        "The number (12) of page 12 stands alone.",
    ],
)
def test_what_is_no_marker_stays(text: str) -> None:
    assert without_markers(text) == (text, [])


@pytest.mark.parametrize("marker", [marker for marker, named in MARKERS.items() if named == [2]])
def test_of_equal_passages_the_one_named_is_cited(marker: str) -> None:
    aligned = align(f"{SAID}{marker}.", TWINS)
    assert aligned.text == f"{SAID} [2]."


_BRACKETED = [marker for marker in MARKERS if marker[0] not in "¹²"]
_TEXT = st.lists(st.sampled_from([*_BRACKETED, SAID, ". ", ".", "\n", ", "]), min_size=1, max_size=12).map(" ".join)


@given(_TEXT)
def test_of_markers_nothing_is_left(answer: str) -> None:
    text, hints = without_markers(answer)
    assert not set(text) & set("[]［］〔〕【】（）()†#")
    assert not any(char.isdigit() for char in text)
    assert all(0 <= hint.position <= len(text) for hint in hints)


@given(st.text(max_size=200))
def test_only_markers_are_taken_out(answer: str) -> None:
    text, _ = without_markers(answer)
    remaining = iter(answer)
    assert all(char in remaining for char in text)
