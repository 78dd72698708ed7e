"""How sources are cited elsewhere: as a line and as an entry of BibTeX."""

import pytest

from desktop_rag.core.results.answers import Source
from desktop_rag.readers.properties import DocumentProperties
from desktop_rag.services.libraries.references import Reference, apa, bibtex, reference_of

_WHOLE = Reference("report.pdf", "Annual report", "Meyer, Anna; Kim, B.", "2024-05-01", "p. 12", "12")


@pytest.mark.parametrize(
    ("reference", "line"),
    [
        (_WHOLE, "Meyer, Anna; Kim, B. (2024, May 1). Annual report (p. 12) [report.pdf]."),
        (Reference("a.pdf", "Title", "Ann", "2024-05"), "Ann. (2024, May). Title [a.pdf]."),
        (Reference("a.pdf", "Title", "", "2024", "p. 3"), "Title (p. 3) [a.pdf]. (2024)."),
        (Reference("a.pptx", place="slide 2"), "a.pptx (slide 2). (n.d.)."),
        (Reference("a.pdf", date="2024-13-01"), "a.pdf. (2024)."),
    ],
)
def test_a_line_has_what_is_known(reference: Reference, line: str) -> None:
    assert apa(reference) == line


def test_an_entry_of_bibtex_has_what_is_known() -> None:
    assert bibtex(_WHOLE) == (
        "@misc{meyer2024annual,\n  author = {{Meyer, Anna} and {Kim, B.}},\n  title = {{Annual report}},\n"
        "  year = {2024},\n  month = {5},\n  pages = {12},\n  howpublished = {report.pdf},\n}"
    )


@pytest.mark.parametrize(
    ("reference", "key"),
    [
        (Reference("a.pdf", "The Über-Plan", "Jörg Müller", "2020"), "muller2020uber"),
        (Reference("2023 report.pdf"), "report"),
        (Reference("报告.pdf", "报告"), "source"),
        (Reference("a.pdf", "Of the people", "Ann of Cleves; Bo"), "clevespeople"),
    ],
)
def test_keys_are_plain_letters_and_digits(reference: Reference, key: str) -> None:
    assert bibtex(reference).startswith(f"@misc{{{key},\n")


def test_signs_that_mean_something_to_tex_are_written_out() -> None:
    entry = bibtex(Reference("a_b.pdf", "50% of {A} & B~C\\D", place="sheet Q#1"))
    assert "title = {{50\\% of \\{A\\} \\& B\\textasciitilde{}C\\textbackslash{}D}}" in entry
    assert "howpublished = {a\\_b.pdf}" in entry
    assert "note = {sheet Q\\#1}" in entry


def source(file: str, label: str = "3", heading: str = "") -> Source:
    return Source(1, 1.0, file, 3, label, 0, 5, "words", "n", heading=heading)


@pytest.mark.parametrize(
    ("file", "label", "heading", "place", "page"),
    [
        ("/d/a.pdf", "iv", "", "p. iv", "iv"),
        ("/d/a.pptx", "3", "", "slide 3", ""),
        ("/d/a.xlsx", "Sales", "", "sheet Sales", ""),
        ("/d/a.md", "1", "Top > Part  two", "section “Part two”", ""),
        ("/d/a.txt", "1", "", "", ""),
    ],
)
def test_the_place_is_told_in_the_terms_of_the_format(
    file: str, label: str, heading: str, place: str, page: str
) -> None:
    found = reference_of(source(file, label, heading), DocumentProperties("T", "A", "2020"), {})
    assert (found.place, found.page, found.title, found.author) == (place, page, "T", "A")


def test_a_message_is_cited_by_its_head_and_without_addresses() -> None:
    stored = {"subject": "Offer", "from": '"Meyer, Anna" <anna@example.org>', "date": "2024-05-01"}
    found = reference_of(source("/d/box.zip//offer.eml"), DocumentProperties("not this"), dict(stored))
    assert apa(found) == "Meyer, Anna. (2024, May 1). Offer [offer.eml]."
    alone = reference_of(source("/d/a.eml"), DocumentProperties(), {"subject": "S", "from": "ann@example.org"})
    assert alone.author == "ann@example.org"
