"""How sources are cited elsewhere: as a line, as an entry of BibTeX and as a record of RIS."""

import pytest

from desktop_rag.core.results.answers import Source
from desktop_rag.readers.papers.model import Imprint, Paper, Person
from desktop_rag.readers.properties import DocumentProperties
from desktop_rag.services.libraries.references import Reference, apa, bibtex, reference_of, ris

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


_PEOPLE = (Person("Meyer", "Anna B."), Person("van der Berg", "Jan-Willem"), Person("Lee", "Cy", "Jr."))


def paper(people: tuple[Person, ...] = _PEOPLE, *, others: bool = False, **imprint: str | bool) -> Reference:
    """A passage on page 3 of a paper."""
    found = Paper("Tides & clerks", people, others, Imprint(**imprint))  # type: ignore[arg-type]
    author = "; ".join(person.inverted for person in people)
    return Reference("tides_1.pdf", "Tides & clerks", author, "2019", "p. 3", "3", found)


_ARTICLE = paper(journal="Tides", volume="12", issue="3", pages="45-67", doi="10.1000/a_b(1)%2")
_TALK = paper(
    (Person("Kim", "Bo-Young"), Person("山田", "太郎")), journal="Proceedings of Tides", is_conference=True, pages="1-9"
)
_PREPRINT = paper((Person("Kim", "Bo"),), others=True, arxiv="2103.15348")


@pytest.mark.parametrize(
    ("reference", "line"),
    [
        (
            _ARTICLE,
            (
                "Meyer, A. B., van der Berg, J.-W., & Lee, C., Jr. (2019). Tides & clerks (p. 3). Tides, 12(3), 45–67. "
                "https://doi.org/10.1000/a_b(1)%2"
            ),
        ),
        (_TALK, "Kim, B.-Y., & 山田太郎. (2019). Tides & clerks (p. 3). In Proceedings of Tides (pp. 1–9)."),
        (
            _PREPRINT,
            "Kim, B., et al. (2019). Tides & clerks (p. 3). arXiv:2103.15348. https://arxiv.org/abs/2103.15348",
        ),
        (paper((Person("Smith", "JA"),)), "Smith, J. A. (2019). Tides & clerks (p. 3) [tides_1.pdf]."),
        (paper((), journal="Tides"), "Tides & clerks (p. 3). (2019). Tides."),
    ],
)
def test_a_paper_is_cited_by_where_it_appeared(reference: Reference, line: str) -> None:
    assert apa(reference) == line


def test_of_more_than_twenty_authors_the_last_stands_behind_an_ellipsis() -> None:
    line = apa(paper(tuple(Person(f"N{number}", "Bo") for number in range(25))))
    assert line.startswith("N0, B., N1, B., ")
    assert "N18, B., … N24, B. (2019)" in line


def test_the_entry_of_a_paper_has_its_type_and_names_told_apart() -> None:
    assert bibtex(_ARTICLE) == (
        "@article{meyer2019tides,\n  author = {Meyer, Anna B. and van der Berg, Jan-Willem and Lee, Jr., Cy},\n"
        "  title = {{Tides \\& clerks}},\n  journal = {Tides},\n  year = {2019},\n  volume = {12},\n  number = {3},\n"
        "  doi = {10.1000/a_b(1)%2},\n  pages = {45--67},\n  note = {p. 3},\n}"
    )
    assert bibtex(_TALK).startswith("@inproceedings{kim2019tides,\n  author = {Kim, Bo-Young and 山田, 太郎},\n")
    assert "  booktitle = {Proceedings of Tides},\n" in bibtex(_TALK)
    assert bibtex(_PREPRINT).startswith("@misc{kim2019tides,\n  author = {Kim, Bo and others},\n")
    assert "  eprint = {2103.15348},\n  archiveprefix = {arXiv},\n" in bibtex(_PREPRINT)
    assert "author = {{Tide Group}},\n" in bibtex(paper((Person("Tide Group"),)))
    assert "howpublished = {tides\\_1.pdf}" in bibtex(paper())


def test_a_record_of_ris_has_a_tag_on_each_line() -> None:
    assert ris(_ARTICLE).splitlines() == [
        "TY  - JOUR", "ID  - meyer2019tides", "AU  - Meyer, Anna B.", "AU  - van der Berg, Jan-Willem",
        "AU  - Lee, Cy, Jr.", "TI  - Tides & clerks", "T2  - Tides", "PY  - 2019", "VL  - 12", "IS  - 3", "SP  - 45",
        "EP  - 67", "DO  - 10.1000/a_b(1)%2", "UR  - https://doi.org/10.1000/a_b(1)%2", "N1  - p. 3", "ER  - ",
    ]  # fmt: skip
    assert ris(_TALK).startswith("TY  - CPAPER\n")
    assert ris(_PREPRINT).startswith("TY  - UNPB\n")
    assert "\nAN  - arXiv:2103.15348\nUR  - https://arxiv.org/abs/2103.15348\n" in ris(_PREPRINT)


def test_any_document_has_a_record_of_ris() -> None:
    assert ris(_WHOLE).splitlines() == [
        "TY  - GEN", "ID  - meyer2024annual", "AU  - Meyer, Anna", "AU  - Kim, B.", "TI  - Annual report",
        "PY  - 2024", "DA  - 2024/05/01/", "SP  - 12", "N1  - report.pdf", "ER  - ",
    ]  # fmt: skip
    assert ris(Reference("a.pptx", place="slide 2")).splitlines() == [
        "TY  - GEN", "ID  - source", "TI  - a.pptx", "N1  - slide 2", "ER  - ",
    ]  # fmt: skip


def test_no_value_of_ris_runs_over_its_line() -> None:
    record = ris(Reference("a.pdf", "One\nER  - \ntwo\r\nTY  - BOOK", "Ann\u2028Lee"))
    assert "TI  - One ER - two TY - BOOK\n" in record
    assert [line[:6] for line in record.splitlines()] == ["TY  - ", "ID  - ", "AU  - ", "TI  - ", "N1  - ", "ER  - "]
