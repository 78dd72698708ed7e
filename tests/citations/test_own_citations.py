"""The sources that a text names by itself, whatever their form, and the text without them."""

import pytest

from desktop_rag.citations.align import sentences_of
from desktop_rag.citations.own_citations import CitedText, cited_text

LIST = "\n\n## References\n\n[1] Cole, B. (2019). Gates. gates.txt\n[2] Miller, A. (2021). The lease of\n    Ludlow.\n"


def cited(text: str, *known: str) -> CitedText:
    return cited_text(text, lambda one: any(name in one.names for name in known))


def named(text: str, *known: str) -> list[tuple[str, str, str]]:
    return [(one.written, one.names, one.page) for one in cited(text, *known).citations]


@pytest.mark.parametrize(
    ("sentence", "written", "names", "page"),
    [
        ("It closes at 20:00 [1].", "[1]", "Cole, B. (2019). Gates. gates.txt", ""),
        ("It closes at 20:00. [2]", "[2]", "Miller, A. (2021). The lease of Ludlow.", ""),
        ("It closes at eight².", "[2]", "Miller, A. (2021). The lease of Ludlow.", ""),
        (
            "It closes at 20:00 (Miller 2021, p. 7).",
            "(Miller 2021, p. 7)",
            "Miller, A. (2021). The lease of Ludlow.",
            "7",
        ),
        ("It closes at 20:00 (siehe Cole, 2019).", "(siehe Cole, 2019)", "Cole, B. (2019). Gates. gates.txt", ""),
        ("Miller (2021) says that it closes.", "Miller (2021)", "Miller, A. (2021). The lease of Ludlow.", ""),
        ("It closes (lease.txt, p. 2).", "(lease.txt, p. 2)", "lease.txt", "2"),
        ("闸门于20:00关闭（Miller，2021）。", "(Miller，2021)", "Miller, A. (2021). The lease of Ludlow.", ""),
    ],
)
def test_a_source_is_told_by_its_item_or_its_name(sentence: str, written: str, names: str, page: str) -> None:
    assert named(f"{sentence}{LIST}") == [(written, names, page)]


def test_notes_name_their_sources() -> None:
    assert named("The gate closes.[^a]\n\n[^a]: Hall 2018, p. 3.\n") == [("[^a]", "Hall 2018, p. 3.", "3")]
    assert named("The gate closes [* Hall 2018, p. 3.].") == [("[Hall 2018, p. 3.]", "Hall 2018, p. 3.", "3")]
    assert named("The gate closes [* It is old.].") == []
    assert cited("The gate closes [* It is old.] at noon.").clean == "The gate closes at noon."
    assert named("The gate closes.¹\n\n¹ Hall 2018, p. 3.\n") == [("¹", "Hall 2018, p. 3.", "3")]
    below = cited("The gate ¹ closes ².\n\n¹ Hall 2018, p. 3.\n\n² It is old.\n\nIt holds 3 m².\n")
    assert [one.names for one in below.citations] == ["Hall 2018, p. 3."]
    assert below.clean.split() == "The gate closes. It holds 3 m².".split()


def test_what_only_looks_like_a_source_is_one_where_there_is_such() -> None:
    text = "It rained (Berlin 2021). See [the lease](lease%201.pdf#page=2) and [others](https://example.org)."
    assert named(text) == []
    assert named(text, "Berlin") == [("(Berlin 2021)", "Berlin 2021", "")]
    assert named(text, "lease") == [("[the lease](lease%201.pdf#page=2)", "lease%201.pdf#page=2", "2")]
    assert named("It rained in May (May 2021), in Bonn (2021) and for 3 h (about 1900).", "May", "Bonn") == [
        ("Bonn (2021)", "Bonn 2021", "")
    ]


def test_sentences_are_those_of_the_text_without_sources_lists_and_notes() -> None:
    text = (
        f"The gate (Cole 2019) closes at 20:00 [1]. It is [blue](a.txt).[^1] `x[1]` stays.\n\n[^1]: a.txt, p. 2{LIST}"
    )
    found = cited(text)
    assert found.clean.strip() == "The gate closes at 20:00. It is blue. `x[1]` stays."
    shown = [text[slice(*found.original(start, end))] for start, end, _ in sentences_of(found.clean, found.hints)]
    assert shown == ["The gate (Cole 2019) closes at 20:00", "It is [blue](a.txt)", "`x[1]` stays"]
    hinted = [one.hinted for _, _, one in sentences_of(found.clean, found.hints) if one is not None]
    assert hinted == [{0, 1}, {2}, set()]


def test_a_heading_that_is_none_of_a_list_takes_nothing_away() -> None:
    text = "# Sources\n\nThe river has three springs. They lie in the hills.\n"
    assert cited(text).clean == text
