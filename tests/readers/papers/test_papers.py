"""What the first pages of papers say, in the layouts of journals, conferences and people."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.readers.papers.model import Paper
from desktop_rag.readers.properties import DocumentProperties, document_properties
from tests.helpers.office import package, word_parts
from tests.readers.papers.layouts import OTHERS, PAPERS, at, bold, centred, columns, written

_PROSE = "The tide turns twice a day in most harbours, and the clerks note the hour in their books. " * 4
_DATED = "D:20220501120000"


def paper_of(path: Path) -> Paper:
    paper = document_properties(path).paper
    assert paper is not None
    return paper


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PAPERS)
def test_a_first_page_says_who_wrote_what_and_where_it_appeared(tmp_path: Path, name: str) -> None:
    wanted = PAPERS[name]
    properties = document_properties(
        written(tmp_path / "a.pdf", wanted.pieces, wanted.stamp, title="untitled", author="user")
    )
    paper = properties.paper
    assert paper is not None
    imprint = paper.imprint
    assert (properties.title, properties.author) == (wanted.title, wanted.people)
    assert (imprint.doi, imprint.arxiv, imprint.year) == (wanted.doi, wanted.arxiv, wanted.year)
    where = (imprint.journal, imprint.volume, imprint.issue, imprint.pages)
    assert where == (wanted.journal, wanted.volume, wanted.issue, wanted.pages)
    assert paper.has_others == wanted.has_others


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", OTHERS)
def test_of_other_documents_nothing_is_made_up(tmp_path: Path, name: str) -> None:
    said = {"title": "What the file says", "author": "Ann", "creationDate": _DATED}
    properties = document_properties(written(tmp_path / "a.pdf", OTHERS[name], **said))
    assert properties == DocumentProperties("What the file says", "Ann", "2022-05-01")
    bare = written(tmp_path / "b.pdf", OTHERS[name], title="Microsoft Word - draft3.doc", author="user")
    assert document_properties(bare) == DocumentProperties()


@pytest.mark.parametrize(
    "title", ["Microsoft Word - draft3.doc", "untitled", "doi:10.1016/j.tides.2020.1", "paper_final.tex"]
)
def test_the_page_wins_over_what_a_program_filled_in(tmp_path: Path, title: str) -> None:
    layout = PAPERS["French paper"]
    properties = document_properties(
        written(tmp_path / "a.pdf", layout.pieces, title=title, author="user", creationDate=_DATED)
    )
    # it names no year: the file does
    assert (properties.title, properties.author, properties.date) == (layout.title, layout.people, "2022")


def test_a_title_in_capitals_is_taken_from_the_file_where_that_has_it_in_small_letters(tmp_path: Path) -> None:
    title = "The Economics of Sleeping Clerks"
    path = written(tmp_path / "a.pdf", PAPERS["working paper"].pieces, title=title, author="A. Meyer")
    assert document_properties(path).title == title


def test_authors_whom_the_page_shows_in_no_list_are_those_of_the_file(tmp_path: Path) -> None:
    pieces = [
        bold(90, 16, "Reading tide books"),
        at(120, 8, "Anna Meyer and her friend Bo Kim of the harbour wrote this in one winter by the light of a lamp."),
        at(160, 10, f"<b>Abstract.</b> {_PROSE}"),
        at(260, 10, "<b>Keywords:</b> tides"),
        at(300, 10, _PROSE * 4),
        at(800, 7, "Tides 12, 45–67 (2019)"),
    ]
    paper = paper_of(written(tmp_path / "a.pdf", pieces, title="Reading tide books", author="Anna Meyer; Bo Kim"))
    assert [person.inverted for person in paper.people] == ["Meyer, Anna", "Kim, Bo"]


def test_a_publisher_says_in_the_file_where_the_paper_appeared(tmp_path: Path) -> None:
    pieces = [bold(90, 16, "Reading tide books"), at(120, 10, "Anna Meyer"), at(150, 10, f"<b>Abstract.</b> {_PROSE}")]
    subject = "Journal of Tides, 591 (2020) 12-19. doi:10.1016/j.jtides.2020.125139"
    imprint = paper_of(written(tmp_path / "a.pdf", pieces, subject=subject)).imprint
    assert (imprint.journal, imprint.volume, imprint.pages, imprint.year) == (
        "Journal of Tides",
        "591",
        "12-19",
        "2020",
    )
    assert imprint.doi == "10.1016/j.jtides.2020.125139"


@pytest.mark.parametrize(
    ("line", "doi"),
    [
        ("https://doi.org/10.1000/xyz123.", "10.1000/xyz123"),
        ("http://dx.doi.org/10.1000/xyz123,", "10.1000/xyz123"),
        ("(doi:10.1000/abc(12)34).", "10.1000/abc(12)34"),
        ("DOI 10.1000/xyz_1-2;", "10.1000/xyz_1-2"),
        ("DOI: 10.1002/(SICI)1097-0258(19980815)17:15&lt;1661::AID-SIM968&gt;3.0.CO;2-2", ("10.1002/(SICI)1097-0258"
                                                                                          "(19980815)17:15"
                                                                                          "<1661::AID-SIM968>3.0.CO;2-2")),
        ("https://doi.org/10.1016/<br>j.jtides.2020.125139", "10.1016/j.jtides.2020.125139"),
        ("Data: https://doi.org/10.5281/zenodo.123", ""),
    ],
)  # fmt: skip
def test_a_doi_ends_where_its_sentence_goes_on(tmp_path: Path, line: str, doi: str) -> None:
    pieces = [
        bold(90, 16, "Reading tide books"),
        at(120, 10, "Anna Meyer"),
        at(150, 10, f"<b>Abstract.</b> {_PROSE}"),
        *columns(300, _PROSE, times=2),
        at(800, 7, line),
    ]
    assert paper_of(written(tmp_path / "a.pdf", pieces)).imprint.doi == doi


def test_the_doi_of_what_a_paper_cites_is_not_its_own(tmp_path: Path) -> None:
    pieces = [
        bold(90, 16, "Reading tide books"),
        at(120, 10, "Anna Meyer"),
        at(150, 10, f"<b>Abstract.</b> {_PROSE}"),
        at(300, 10, f"{_PROSE} So says Lee (2018), https://doi.org/10.1000/other. {_PROSE}"),
    ]
    assert paper_of(written(tmp_path / "a.pdf", pieces)).imprint.doi == ""


_WORD = (
    '<w:p><w:pPr><w:pStyle w:val="Titel"/></w:pPr><w:r><w:t>Reading tide books</w:t></w:r></w:p>'
    '<w:p><w:r><w:t>Anna Meyer</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1</w:t></w:r>'
    '<w:r><w:t>, Bo Kim</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r></w:p>'
    "<w:p><w:r><w:t>1 University of Kiel, 2 Institute of Waves</w:t></w:r></w:p>"
    "<w:p><w:r><w:t>Abstract</w:t></w:r></w:p><w:p><w:r><w:t>The tide turns.</w:t></w:r></w:p>"
    "<w:p><w:r><w:t>Keywords: tides. doi:10.1000/xyz123</w:t></w:r></w:p>"
)  # fmt: skip


def test_a_word_file_has_its_title_in_a_style(tmp_path: Path) -> None:
    styles = '<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>'
    path = package(tmp_path / "a.docx", word_parts(_WORD, {"styles": styles}))
    paper = paper_of(path)
    assert paper.title == "Reading tide books"
    assert [person.inverted for person in paper.people] == ["Meyer, Anna", "Kim, Bo"]
    assert paper.imprint.doi == "10.1000/xyz123"


def test_an_opendocument_text_has_its_title_in_a_style(tmp_path: Path) -> None:
    content = (
        '<o:document-content xmlns:o="o" xmlns:s="s" xmlns:f="f" xmlns:t="t"><o:automatic-styles><s:style s:name="P1" '
        's:parent-style-name="Title"/><s:style s:name="T1"><s:text-properties s:text-position="super 58%"/></s:style>'
        '</o:automatic-styles><o:body><t:p t:style-name="P1">Reading tide books</t:p><t:p>Anna Meyer<t:span '
        't:style-name="T1">1</t:span>, Bo Kim<t:span t:style-name="T1">2</t:span></t:p><t:h '
        't:outline-level="1">Abstract'
        "</t:h><t:p>The tide turns.</t:p></o:body></o:document-content>"
    )
    styles = '<o:styles xmlns:o="o" xmlns:s="s"><s:style s:name="Title"/></o:styles>'
    parts = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content, "styles.xml": styles}
    properties = document_properties(package(tmp_path / "a.odt", parts))
    assert (properties.title, properties.author) == ("Reading tide books", "Meyer, Anna; Kim, Bo")


def test_the_page_of_a_publisher_describes_the_paper(tmp_path: Path) -> None:
    said = {
        "title": "Reading tide books", "author": "Anna Meyer", "journal_title": "Journal of Tides", "volume": "12",
        "issue": "3", "firstpage": "45", "lastpage": "67", "publication_date": "2019/05/03", "doi": "10.1000/xyz123",
    }  # fmt: skip
    metas = "".join(f'<meta name="citation_{name}" content="{value}">' for name, value in said.items())
    path = tmp_path / "a.html"
    path.write_text(
        f"<html><head><title>Tides | Home</title>{metas}</head><body><p>x</p></body></html>", encoding="utf-8"
    )
    properties = document_properties(path)
    assert (properties.title, properties.author, properties.date) == ("Reading tide books", "Meyer, Anna", "2019")
    imprint = paper_of(path).imprint
    where = (imprint.journal, imprint.volume, imprint.issue, imprint.pages, imprint.doi)
    assert where == ("Journal of Tides", "12", "3", "45-67", "10.1000/xyz123")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", ("<html><body><h1>Reading tide books</h1><p>Anna Meyer<sup>1</sup> and Bo Kim<sup>2</sup></p>"
                   "<h2>Abstract</h2><p>The tide turns.</p></body></html>")),
        ("a.md", "# Reading tide books\n\nAnna Meyer^1^ and Bo Kim^2^\n\n## Abstract\n\nThe tide turns.\n"),
        ("a.tex", ("\\documentclass{article}\\title{Reading tide books\\thanks{Paid by the moon.}}\n\\author{Anna "
                  "Meyer\\\\ University of Kiel \\and Bo "
                  "Kim\\inst{2}}\n\\begin{document}\\maketitle\\begin{abstract}The tide "
                  "turns.\\end{abstract}\\end{document}")),
    ],
)  # fmt: skip
def test_a_text_has_its_title_in_a_heading(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    properties = document_properties(path)
    assert (properties.title, properties.author) == ("Reading tide books", "Meyer, Anna; Kim, Bo")


def test_a_heading_alone_makes_no_paper(tmp_path: Path) -> None:
    for name, text in (
        ("a.md", "# Plan\n\nAnna Meyer\n\n## Summary\n\nWe sleep."),
        ("a.html", "<h1>Plan</h1><p>Anna Meyer</p>"),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert document_properties(path).paper is None


def test_text_that_is_turned_or_tiny_does_no_harm(tmp_path: Path) -> None:
    pieces = [centred(100, 4, "x " * 3000)]
    assert document_properties(written(tmp_path / "a.pdf", pieces, "CONFIDENTIAL 2019")) == DocumentProperties()


def test_two_people_who_stand_over_their_places_are_told_apart_by_and(tmp_path: Path) -> None:
    pieces = [
        centred(80, 16, "<b>Tidal Snapshots</b>"),
        centred(115, 10, "K. MANI CHANDY<br>University of Tides<br>and<br>LESLIE LAMPORT<br>Harbour International"),
        at(200, 10, f"<b>Abstract.</b> {_PROSE}"),
    ]
    assert document_properties(written(tmp_path / "a.pdf", pieces)).author == "Chandy, K. Mani; Lamport, Leslie"


def test_a_name_that_is_broken_at_the_end_of_a_line_is_whole(tmp_path: Path) -> None:
    pieces = [
        centred(80, 16, "<b>Tidal Snapshots</b>"),
        centred(115, 10, "Anna Meyer<sup>1</sup>, Corina<br>For\u0103scu<sup>2</sup>, Paulo Ro-<br>cha<sup>1</sup>"),
        centred(170, 9, "<sup>1</sup> University of Tides"),
        at(200, 10, f"<b>Abstract.</b> {_PROSE}"),
    ]
    author = "Meyer, Anna; For\u0103scu, Corina; Rocha, Paulo"
    assert document_properties(written(tmp_path / "a.pdf", pieces)).author == author


def test_what_a_footnote_cites_is_not_where_the_paper_appeared(tmp_path: Path) -> None:
    pieces = [
        at(
            40,
            8,
            "Reprinted with corrections from <i>The Harbour Technical Journal</i>, Vol. 27, pp. 379–423, July, 1948.",
        ),
        centred(90, 16, "<b>A Mathematical Theory of Tides</b>"),
        centred(120, 10, "By C. E. SHANLEY"),
        centred(140, 9, "INTRODUCTION"),
        at(160, 10, _PROSE * 3),
        at(
            790,
            7,
            "<sup>1</sup> Nyman, H., “Certain Topics in Telegraph Transmission Theory,” A.I.E.E. Trans., v. "
            "47, p. 617, 1928.",
        ),
    ]
    imprint = paper_of(written(tmp_path / "a.pdf", pieces)).imprint
    assert (imprint.journal, imprint.volume, imprint.pages) == ("Harbour Technical Journal", "27", "379-423")
    assert imprint.year == "1948"


def test_a_page_that_an_archive_puts_before_a_paper_is_passed_over(tmp_path: Path) -> None:
    cover = [
        at(
            60,
            9,
            "See discussions, stats, and author profiles for this publication at: https://archive.example/256104772",
        ),
        at(90, 20, "A reading of tide books"),
        at(300, 9, "Dan Fox<br>University of Tides<br>https://doi.org/10.1000/xyz123"),
    ]
    paper = PAPERS["French paper"]
    path = written(tmp_path / "a.pdf", cover)
    with pymupdf.open(path) as document, pymupdf.open(written(tmp_path / "b.pdf", paper.pieces)) as second:
        document.insert_pdf(second)
        document.saveIncr()
    properties = document_properties(path)
    assert (properties.title, properties.author) == (paper.title, paper.people)
    assert paper_of(path).imprint.doi == "10.1000/xyz123"


def test_letters_without_size_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), "Tides " * 20, fontsize=0.001)
        page.insert_text((72, 90), "Tides and clerks", fontsize=14)
        document.save(path)
    assert document_properties(path) == DocumentProperties()


def test_a_year_of_the_file_before_there_were_such_files_is_none(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pdf", PAPERS["French paper"].pieces, creationDate="D:19100102120000")
    assert document_properties(path).date == ""


def test_a_number_in_a_figure_is_no_year(tmp_path: Path) -> None:
    pieces = [*PAPERS["French paper"].pieces, at(700, 6, "2000"), at(720, 6, "3000")]
    assert document_properties(written(tmp_path / "a.pdf", pieces)).date == ""


def test_a_firm_below_the_names_is_no_part_of_them(tmp_path: Path) -> None:
    pieces = [
        centred(80, 16, "<b>The Harbour File System</b>"),
        centred(115, 12, "Anna Meyer, Bo Kim, and Shun-Tak Lee<br>Harbourside<sup>∗</sup>"),
        at(200, 10, f"<b>Abstract.</b> {_PROSE}"),
    ]
    author = "Meyer, Anna; Kim, Bo; Lee, Shun-Tak"
    assert document_properties(written(tmp_path / "a.pdf", pieces)).author == author
