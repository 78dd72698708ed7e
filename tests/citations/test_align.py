"""Citations are ours: whatever the model wrote, every marker leads to words that support its sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import Alignment, align
from desktop_rag.citations.owners import Owners
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.evidence.units import sentence_ranges

AMCOR = "Restructuring and related expenses were $96 million in fiscal 2022. The plan ends in 2024."
CATS = "Cats sleep sixteen hours a day. They purr when they are content."
TOKYO = "東京都の人口は約千四百万人です。首都は東京です。"


def source(rank: int, text: str, start: int = 100) -> Source:
    return Source(rank, 1.0, f"/files/{rank}.pdf", rank, str(rank), start, start + len(text), text, f"node{rank}")


SOURCES = (source(1, AMCOR), source(2, CATS), source(3, TOKYO))


def markers(answer: str, sources: tuple[Source, ...] = SOURCES) -> list[int]:
    return [citation.marker for citation in align(answer, sources).citations]


def verdicts(answer: str, sources: tuple[Source, ...] = SOURCES) -> list[Verdict]:
    return [sentence.verdict for sentence in align(answer, sources).sentences]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Restructuring expenses were $96 million in 2022.", [1]),
        ("Cats sleep sixteen hours a day. The plan ends in 2024.", [2, 1]),
        ("東京都の人口は約千四百万人です。", [3]),
        ("The moon is made of green cheese.", []),
        ("", []),
        ("Restructuring expenses were $97 million in 2022.", [1]),  # in part: the number stands nowhere
    ],
)
def test_sentences_are_cited_by_what_they_say(answer: str, expected: list[int]) -> None:
    assert markers(answer) == expected


@pytest.mark.parametrize("written", ["[2]", "[1]", "[9]", "[1, 3]", "【2】", " [2][3]", ""])
def test_markers_of_the_model_are_replaced_by_ours(written: str) -> None:
    aligned = align(f"Cats sleep sixteen hours a day {written}.", SOURCES)
    assert aligned.text.replace(" .", ".") == "Cats sleep sixteen hours a day [2]."


def test_numbers_from_different_sentences_of_a_passage_support_no_sentence() -> None:
    passage = source(
        1, "Net revenues rose by 77% in the year. Net income was $1.5 billion, after $1.6 billion in 2021."
    )
    assert verdicts("Net revenues rose by 77% to $1.5 billion.", (passage,)) == [Verdict.PARTLY]
    assert verdicts("Net revenues rose by 77%.", (passage,)) == [Verdict.SUPPORTED]


def test_a_year_may_stand_in_the_heading_of_a_table() -> None:
    table = source(1, "| Millions | 2022 | 2021 |\n| --- | --- | --- |\n| Net sales | 34,229 | 35,355 |")
    assert markers("Net sales were 34,229 in 2022.", (table,)) == [1]


def test_links_and_code_are_left_alone() -> None:
    text = "See [1](https://example.org).\n\n```\nx = a[1]\ncats sleep sixteen hours a day\n```"
    aligned = align(text, SOURCES)
    assert "[1](https://example.org)" in aligned.text
    assert "cats sleep sixteen hours a day\n```" in aligned.text


def test_in_a_table_the_marker_goes_into_the_last_cell() -> None:
    table = "| Animal | Sleep |\n| --- | --- |\n| Cats sleep | sixteen hours a day |\n"
    assert align(table, SOURCES).text == table.replace("a day |", "a day [2] |")


def test_a_citation_points_at_the_words_in_answer_and_page() -> None:
    answer = "First this. Cats sleep sixteen hours a day."
    aligned = align(answer, SOURCES)
    (citation,) = aligned.citations
    assert aligned.text == "First this. Cats sleep sixteen hours a day [2]."
    assert aligned.text[citation.answer_start : citation.answer_end] == "Cats sleep sixteen hours a day"
    assert CATS[citation.start - 100 : citation.end - 100] == citation.quote == "Cats sleep sixteen hours a day."
    assert 0 < citation.score <= 1


@pytest.mark.slow
def test_another_language_is_aligned_by_meaning_where_the_model_named_the_passage(
    embed_model: MultilingualE5Embedding,
) -> None:
    answer = "The population of Tokyo is about fourteen million [3]."
    assert markers(answer) == []
    (citation,) = align(answer, SOURCES, embed_model).citations
    assert citation.marker == 3
    assert "人口" in citation.quote
    assert align("Bananas are yellow and sweet [3].", SOURCES, embed_model).citations == ()


@given(st.text(max_size=300), st.lists(st.text(max_size=120), max_size=4))
def test_any_answer_survives(answer: str, texts: list[str]) -> None:
    sources = tuple(source(rank, text) for rank, text in enumerate(texts, 1))
    aligned = align(answer, sources)
    for citation in aligned.citations:
        assert 0 <= citation.answer_start < citation.answer_end <= len(aligned.text)
        text = texts[citation.marker - 1]
        assert text[citation.start - 100 : citation.end - 100] == citation.quote


_PIECES = st.sampled_from(
    '[1]|[2, 3]|[ 1;2 ]|[99]|【1†page】|【2|[|](x)|`|```|\n|\n\n|---|- |。|?|"|*|\u200b|\ud800|'
    "Cats sleep sixteen hours.|Tokyo has 14 million|3.5".split("|")
)


@given(st.lists(_PIECES, max_size=25).map(" ".join))
def test_markers_written_in_any_way_become_those_of_passages(answer: str) -> None:
    aligned = align(answer, SOURCES)
    for citation in aligned.citations:
        assert 1 <= citation.marker <= len(SOURCES)
        assert 0 <= citation.answer_start < citation.answer_end <= len(aligned.text)
        assert aligned.text[citation.answer_end :].startswith(f" [{citation.marker}]")


def test_a_heading_is_no_part_of_the_sentence_below_it() -> None:
    text = "Opening hours\nThe museum opens at nine o'clock on all days of\nthe week. It closes at six."
    found = [text[start:end] for start, end in sentence_ranges(text)]
    assert found[0] == "Opening hours"
    assert found[1].startswith("The museum opens")
    assert found[1].endswith("the week.")


@pytest.mark.parametrize(
    ("page", "quoted"),
    [
        ("ACME CORPORATION\nNet sales rose by 5 %.\nMore.", "Net sales rose by 5 %."),
        ("Acme Annual Report 2022\n14\nNet sales rose by 5 %. More.", "Net sales rose by 5 %."),
        ("Acme Annual Report 2022\nnet sales of the segment rose by 5 %.", "net sales of the segment rose by 5 %."),
        ("年次報告書\n売上高は5%増加した。", "売上高は5%増加した。"),
        ("Total Amount for The\nNet sales rose by 5 %.", "Total Amount for The\nNet sales rose by 5 %."),  # goes on
        ("Net Sales of Segment A\nRose by 5 % this year.", "Net Sales of Segment A\nRose by 5 % this year."),
        ("Mr. Miller,\nNet sales rose by 5 %.", "Mr. Miller,\nNet sales rose by 5 %."),
    ],
)
def test_a_heading_of_the_page_that_ran_into_a_sentence_is_not_quoted_with_it(page: str, quoted: str) -> None:
    answer = "売上高は5%増加した。" if "売" in page else "Net sales rose by 5 %."
    (citation,) = align(answer, (source(1, page),)).citations
    assert citation.quote == quoted
    assert page[citation.start - 100 : citation.end - 100] == quoted


def test_the_short_last_line_of_a_paragraph_is_no_heading() -> None:
    text = (
        "The tenant may end the lease before the end of the sixth month after that and\n"
        "Section Four then applies\n"
        "To what has been paid in advance, which is returned within thirty days of it."
    )
    assert [text[start:end] for start, end in sentence_ranges(text)] == [text]


def test_a_sentence_goes_on_where_lines_are_widely_spaced() -> None:
    text = "Rent\n\nThe landlord lets the flat, with three\n\nrooms and a kitchen.\n\nKeys\n\n- one\n\n- two"
    found = [text[start:end] for start, end in sentence_ranges(text)]
    assert found == ["Rent", "The landlord lets the flat, with three\n\nrooms and a kitchen.", "Keys", "one", "two"]


@given(st.text(max_size=400))
def test_sentences_are_in_order_and_do_not_overlap(text: str) -> None:
    position = 0
    for start, end in sentence_ranges(text):
        assert position <= start <= end <= len(text)
        position = end


def test_nothing_is_taken_out_of_code_nor_out_of_an_answer_without_passages() -> None:
    code = "Cats sleep sixteen hours a day [2], see `hours[1]`:\n\n```python\nprint(cats[0], [1, 2])\n```"
    text = align(code, SOURCES).text
    assert "`hours[1]`" in text
    assert "print(cats[0], [1, 2])" in text
    assert align("[1, 2, 3]", ()).text == "[1, 2, 3]"
    assert align("[1, 2, 3]", SOURCES).text == "[1, 2, 3]"


def test_a_negation_never_only_tells_whose_document_it_is() -> None:
    """Lines of a page that are no sentences by themselves count for what a document calls itself."""
    rule = "The rule proposal, if adopted, is not expected to\nbecome effective before 2024."
    passage = source(1, rule)
    owners = Owners("", {passage.file: 0.0}, {passage.file: rule}, {})
    answer = "The rule proposal, if adopted, is expected to become effective before 2024."
    (sentence,) = Alignment((passage,), owners=owners).aligned(answer).sentences
    assert sentence.verdict is Verdict.CONTRADICTED
