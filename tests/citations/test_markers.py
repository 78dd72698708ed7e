"""References that models write by themselves are taken out whole, and tell which passage they meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import align
from desktop_rag.citations.markers import without_markers
from desktop_rag.core.results.answers import Source, Verdict

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
    "[Chunk 2]": [2],
    "[doc_2]": [2],
    "[Source-2]": [2],
    "[#2]": [2],
    "[Ref. 2]": [2],
    "[Passage 2 of report.pdf]": [2],
    "[2, S. 14]": [2],
    "[2](report.pdf#page=3)": [2],
    "[Source 2](#2)": [2],
    "【4:0†annual_report_2022.pdf】": [4],
    "〔出典2〕": [2],
    "（資料2より）": [2],
    "（出典：1、2）": [1, 2],
    "(Source 2, p. 4)": [2],
    "(Sources 1 and 3)": [1, 3],
    "(cf. Document 2)": [2],
    "([2])": [2],
    "(see [2])": [2],
    "([1], [3])": [1, 3],
    "(Sources: [1], [3])": [1, 3],
    "(page 12, [2])": [2],
    "（参见[2]）": [2],
    "(siehe [Quelle 2])": [2],
    "[1], [3]": [1, 3],
    "[1] and [3]": [1, 3],
    "[1][3]": [1, 3],
    "【1】、【3】": [1, 3],
    "**[2]**": [2],
    "*[2]*": [2],
    "**([2])**": [2],
    "[page 12]": [],
    "[report.pdf, p. 3]": [],
    "(Source: report.pdf, page 3)": [],
    "(annual report.pdf, p. 3)": [],
    "<cite>2</cite>": [2],
    "<sup>2</sup>": [2],
    "<sup>[1, 3]</sup>": [1, 3],
    "\\cite{2}": [2],
    "\\cite{1-99999999}": [],  # a list of them would take gigabytes
    "\\[2\\]": [2],
    "²": [2],
    "¹²": [12],
}

_RAISED = ("¹", "²", "<sup>")


@pytest.mark.parametrize(("marker", "named"), MARKERS.items(), ids=MARKERS)
@pytest.mark.parametrize(
    "form", ["{said} {marker}.", "{said}.{marker}", "{said}{marker}.", "{said}. {marker} And so on."]
)
def test_a_marker_goes_and_says_what_it_names(marker: str, named: list[int], form: str) -> None:
    if marker.startswith(_RAISED) and " {marker}" in form:
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
        "Set a[1] = 2, then row_ids[2] and argList[1].",
        "It calls values[1].strip() and results[2] == 3.",
        "The value lies in the interval [1, 10], never at [0, 1].",
        "See [the rules][1] for more.\n\n[1]: https://example.org/rules\n",
        "Leap years have a day more[^1].\n\n[^1]: Except those that a hundred divides, but not four hundred.\n",
        "The report (2022) and the appendix (Annex 2) are in the file report.pdf.",
        "It rose by 3 % (see the table below) and fell (in [sic] 2019).",
        "Solve x² + y² = 1 and sin² a.",
        "The 3<sup>2</sup> and m<sup>2</sup> stay.",
        "1. Open it.\n2. Close it.",
        "- [ ] to do\n- [x] done",
        "![1](https://example.org/1.png)",
        "He said [in 1999] that [he] knew.",
        "Source 2 of the river lies in the hills.",
        "**Otters** hold *hands*.",
    ],
)
def test_what_is_no_marker_stays(text: str) -> None:
    assert without_markers(text) == (text, [])


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("According to [1], otters sleep.", "According to source 1, otters sleep."),
        ("According to [Source 2], otters sleep.", "According to Source 2, otters sleep."),
        ("As stated in [1] and [2], otters sleep.", "As stated in source 1, 2, otters sleep."),
        ("Source [1] says that otters sleep.", "Source 1 says that otters sleep."),
        ("[2] states that otters sleep.", "source 2 states that otters sleep."),
        ("Laut [1] schlafen Otter.", "Laut Quelle 1 schlafen Otter."),
        ("Selon [1], les loutres dorment.", "Selon la source 1, les loutres dorment."),
        ("[1]によると、ラッコは眠る。", "出典 1によると、ラッコは眠る。"),
        ("根据[2]，水獭睡觉。", "根据来源 2，水獭睡觉。"),
    ],
)
def test_a_marker_that_a_sentence_needs_becomes_a_word(answer: str, expected: str) -> None:
    text, hints = without_markers(answer)
    assert text == expected
    assert hints


def test_emphasis_around_words_stays_around_them() -> None:
    assert without_markers("**Otters sleep**[2]**.**")[0] == "**Otters sleep****.**"
    assert without_markers("**Otters** sleep **[2]**.")[0] == "**Otters** sleep."
    assert without_markers("**Otters sleep [2].**")[0] == "**Otters sleep.**"


@pytest.mark.parametrize(
    "answer", ["According to [2], otters hold hands while they sleep.", "Laut [2] otters hold hands."]
)
def test_a_word_for_a_marker_is_no_figure_of_the_answer(answer: str) -> None:
    (sentence,) = align(answer, TWINS).sentences
    assert (sentence.verdict, sentence.citation) == (Verdict.SUPPORTED, 2)


@pytest.mark.parametrize(
    "end",
    [
        "\n\nSource: [1]",
        "\n\nSources: [1], [2]\n",
        "\n\n**Source:** [1]",
        " Source: [1]",
        "\n\nSources:\n[1] report.pdf\n[2] letter.docx, p. 3",
        "\n\n**References**\n\n1. [1] The annual report\n2. [2] A letter",
        "\n\n## Quellen\n- Quelle 1: Bericht\n- Quelle 2: Brief",
        "\n\n参考文献：\n[1] 报告\n",
        "[^1]\n\n[^1]: report.pdf, page 3\n",
        " [1]\n\n[1]: Source 1, page 3",
    ],
)
def test_lists_of_sources_at_the_end_go_too(end: str) -> None:
    text, _ = without_markers(f"{SAID}.{end}")
    assert text.strip() == f"{SAID}."


@pytest.mark.parametrize(
    "text",
    [
        "Sources:\n- Solar power\n- Wind",
        "References\n\nThe letter names three of them.",
        "Sources:\n[1] report.pdf\n\nMore of it follows.",
    ],
)
def test_a_list_of_other_things_stays(text: str) -> None:
    assert "Sources" in without_markers(text)[0] or "References" in without_markers(text)[0]
    assert without_markers(text)[0].split("\n")[-1] == text.rsplit("\n", maxsplit=1)[-1]


@pytest.mark.parametrize("marker", [marker for marker, named in MARKERS.items() if named == [2]])
def test_of_equal_passages_the_one_named_is_cited(marker: str) -> None:
    aligned = align(f"{SAID}{marker}.", TWINS)
    assert aligned.text == f"{SAID} [2]."


_BRACKETED = [marker for marker in MARKERS if not marker.startswith(_RAISED)]
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
