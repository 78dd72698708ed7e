"""First pages may hold anything: nothing of it raises an error, and what comes out is told in plain lines."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.papers import flowing
from desktop_rag.readers.papers.first_page import Line, of_lines
from desktop_rag.readers.papers.imprint import imprint_of
from desktop_rag.readers.papers.names import GAP, MARK, people_in
from desktop_rag.readers.papers.paper import paper_on
from desktop_rag.services.libraries.references import Reference, reference_texts

_WORDS = (
    "Anna Meyer Bo and et al. Jr. , ; - ( ) · – & Inc. of the Abstract Keywords: 1 Introduction University a@b.org "
    "Vol. 12 No. 3 "
    "pp. 45–67 (2019) 2019; doi:10.1000/x https://doi.org/10.1000/ Journal Proceedings Conference in May © "
    "arXiv:2103.15348 "
    "山田 太郎 第12卷 第3期 大学 김창호 摘要 等 J. van der MEYER Ltd { } \\title{ \\author{ # ^1^ <h1> <sup> :"
).split(" ")
_TEXTS = st.lists(st.sampled_from([*_WORDS, MARK, GAP, ""]), max_size=14).map(" ".join) | st.text(max_size=60)


@given(st.lists(st.tuples(_TEXTS, st.sampled_from([8.0, 10.0, 16.0]), st.booleans()), max_size=12))
def test_a_page_of_any_lines_is_a_paper_or_none(lines: list[tuple[str, float, bool]]) -> None:
    page = [
        Line(text, text, size, bold, "", (50, 20.0 * number, 500, 20.0 * number + size), number)
        for number, (text, size, bold) in enumerate(lines)
    ]
    for height in (0, 842):
        paper = paper_on(of_lines(page, height, 595 if height else 0), "Tides", "Anna Meyer")
        if paper is not None:
            author = "; ".join(person.inverted for person in paper.people)
            texts = reference_texts(Reference("a.pdf", paper.title, author, paper.imprint.year, "p. 1", "1", paper))
            assert all(line[2:6] == "  - " for line in texts.ris.splitlines())
            assert texts.bibtex.startswith("@")


@given(_TEXTS)
def test_a_line_of_any_text_has_names_and_facts_or_none(text: str) -> None:
    assert all(person.family for person in people_in(text))
    assert all(person.family for person in people_in(text, japanese=True))
    assert imprint_of([text], [text], [text]).evidence >= 0


@given(_TEXTS)
def test_a_source_of_any_text_has_lines(text: str) -> None:
    for reader in (flowing.of_tex, flowing.of_markdown, flowing.of_web_page):
        assert reader(text).body > 0
