"""A clause with its number is a unit of its own, in every format and language."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.evidence.clauses import clause_starts
from desktop_rag.evidence.units import Passage, units_of
from desktop_rag.readers.file import load_file
from tests.helpers.office import word_file
from tests.response_synthesizers.quoting.test_choice import quoted


def _units(text: str) -> list[str]:
    return [one.text for one in units_of([Passage(text)])]


@pytest.mark.parametrize(
    "lines",
    [
        ("2.1 The tenant pays the rent", "2.2 Late payments bear interest"),
        ("3.1.1. Der Mieter zahlt die Miete", "3.1.2. Verzug kostet Zinsen"),
        ("2.9 Pets are allowed", "3.1 The landlord insures the building"),
        ("§ 3 Die Miete ist monatlich fällig", "§ 4 Die Kaution wird verzinst"),
        ("Article 5 The buyer pays the price", "Article 6 The seller delivers the goods"),
        ("Artículo 5 El comprador paga", "Artículo 6 El vendedor entrega"),
        ("第3条 乙は賃料を毎月支払う", "第4条 甲は敷金を返す"),
        ("第十条 承租人每月支付租金", "第十一条 出租人退还押金"),
        ("一、承租人每月支付租金", "二、出租人退还押金"),
    ],
)
def test_a_clause_is_a_unit_whatever_its_label(lines: tuple[str, str]) -> None:
    assert _units("\n".join(lines)) == list(lines)
    assert _units("\n\n".join(lines)) == list(lines)


def test_items_of_a_clause_are_units() -> None:
    text = "§ 3 Miete\n(1) Die Miete beträgt 900 EUR\n(2) Sie ist im Voraus zu zahlen\na) bar\nb) durch Überweisung"
    expected = ["§ 3 Miete", "Die Miete beträgt 900 EUR", "Sie ist im Voraus zu zahlen", "bar", "durch Überweisung"]
    assert _units(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The fee is set out in clause\n2.1 of the agreement and in section\n2.2 of the annex.",
        "It holds about\n2.5 Million people, and many of them\nwork for the\n7.1 Million visitors of the town.",
        "Wie in\n§ 3 vereinbart, zahlt der Mieter.",
        "The tenant pays, as\n(a) said before, the rent.",
    ],
)
def test_a_line_of_running_text_that_begins_with_a_number_is_no_clause(text: str) -> None:
    assert clause_starts(text) == ()
    assert _units(text) == [text]


_QUESTION = "When is the rent due?"
_CLAUSES = ("The rent is due on the first day.", "Late payments bear interest.", "Pets are allowed.")


def _docx(path: Path) -> Path:
    level = '<w:lvl w:ilvl="{}"><w:numFmt w:val="decimal"/><w:lvlText w:val="{}"/></w:lvl>'
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{level.format(0, "%1")}{level.format(1, "%1.%2")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    paragraph = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
    )
    body = paragraph.format(0, "Rent") + "".join(paragraph.format(1, clause) for clause in _CLAUSES)
    return word_file(path / "lease.docx", body, {"numbering": numbering})


def _txt(path: Path) -> Path:
    file = path / "lease.txt"
    file.write_text("\n".join(["1 Rent", *(f"1.{place} {one}" for place, one in enumerate(_CLAUSES, 1))]))
    return file


def _pdf(path: Path) -> Path:
    file = path / "lease.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        for place, one in enumerate(["1 Rent", *(f"1.{place} {one}" for place, one in enumerate(_CLAUSES, 1))]):
            page.insert_text((72, 100 + 14 * place), one, fontsize=11)
        document.save(file)
    return file


@pytest.mark.parametrize("write", [_docx, _txt, _pdf])
def test_a_clause_is_quoted_without_its_neighbour(tmp_path: Path, write: type) -> None:
    [page] = load_file(write(tmp_path))
    assert quoted(_QUESTION, page.text)[0] == f"1.1 {_CLAUSES[0]}"
