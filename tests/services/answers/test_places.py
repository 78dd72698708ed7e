"""A question about a place of a file is answered with the text of that place."""

import json
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer
from tests.helpers.asked import Question, answer_to
from tests.helpers.office import deck, package, relations, shape, slide_of
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

BOOKLET = (
    "Preface\n\nThis booklet was printed by the guild.",
    "Ropes\n\nHemp ropes are dried on the rail.",
    "Lamps\n\nThe stern lamp burns whale oil.",
    "Anchors\n\nThe kedge anchor weighs nineteen kilograms.",
    "Sails\n\nThe brown sail is patched with canvas.",
    "Charts\n\nCharts are kept in the tin tube.",
)


def write_pdf(path: Path, pages: tuple[str, ...], first: int = 0) -> None:
    """Write pages; with ``first`` each has its number at the bottom, from there on."""
    document = pymupdf.open()
    for number, text in enumerate(pages):
        page = document.new_page()
        page.insert_textbox((72, 72, 500, 700), text)
        if first:
            page.insert_text((300, 800), str(number + first))
    document.save(path)
    document.close()


def write_sheets(path: Path, **sheets: list[str]) -> None:
    """Write a workbook; cells are separated by commas."""
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    names = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": relations(*[("worksheet", f"s{n}.xml") for n in range(1, len(sheets) + 1)]),
        "xl/workbook.xml": f"<workbook {space} {office}><sheets>{names}</sheets></workbook>",
    }
    for number, rows in enumerate(sheets.values(), 1):
        cells = "".join(f"<row>{''.join(map(_cell, row.split(',')))}</row>" for row in rows)
        parts[f"xl/s{number}.xml"] = f"<worksheet {space}><sheetData>{cells}</sheetData></worksheet>"
    package(path, parts)


def _cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "ferry"
    folder.mkdir()
    write_pdf(folder / "ferry booklet.pdf", BOOKLET)
    (folder / "lease.md").write_text(
        "# Lease of the pier\n\n## 1 Rent\n\nThe rent is 900 crowns.\n\n## 2 Notice\n\nNotice takes three months.\n\n"
        "### 2.1 Form\n\nNotice is given in writing.\n\n## 3 Pets\n\nGoats are forbidden.\n"
    )
    (folder / "条例.txt").write_text(
        "第一章 总则\n\n第一条 本条例适用于渡船。\n\n第二条 船长负责安全。\n\n第二章 罚则\n\n第三条 罚款五百元。\n"
    )
    slides = ("The harbour opens at six.", "A goat costs two crowns.")
    deck(folder / "talk.pptx", [slide_of(shape(text)) for text in slides])
    write_sheets(folder / "ledger.xlsx", Rates=["what,crowns", "goat,2"], Crew=["name,role", "Anna,mate"])
    return folder


@pytest.fixture
def lib(services: Services, folder: Path) -> Services:
    services.fill("lib", folder)
    return services


def ask(lib: Services, question: str, conversation: str = "", **values: OptionValue) -> Answer:
    given = {key.replace("__", "."): value for key, value in values.items()}
    return answer_to(lib.answers, Question("lib", question, conversation, given), lib.call())


def quoted(answer: Answer) -> str:
    return " ".join(citation.quote for citation in answer.citations)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("What is on page 4?", "kedge anchor", "Preface"),
        ("Was steht auf Seite 3?", "whale oil", "Preface"),
        ("第5页写了什么？", "brown sail", "Preface"),
        ("2ページには何が書いてありますか？", "Hemp ropes", "Preface"),
        ("Que dit la page 2 ?", "Hemp ropes", "Preface"),
        ("What does p. 5 say?", "brown sail", "Preface"),
        ("page four", "kedge anchor", "Preface"),
        ("What is on the last page of the ferry booklet?", "tin tube", "Preface"),
        ("What does the first page of ferry booklet.pdf say?", "guild", "Hemp"),
        ("最后一页写了什么？", "tin tube", "Preface"),
        ("What do pages 3 to 5 say?", "whale oil", "Hemp"),
        ("What do pages 3 to 5 say?", "brown sail", "tin tube"),
        ("Welche Lampe steht auf Seite 3?", "whale oil", "Preface"),
        ("What is on slide 2?", "two crowns", "harbour opens"),
        ("Was steht auf der ersten Folie?", "opens at six", "two crowns"),
        ("What is on the sheet Crew?", "Anna", "goat"),
        ("Was steht auf Blatt 1?", "goat", "Anna"),
        ("What does clause 2 say?", "three months", "900"),
        ("What does section 2.1 say?", "in writing", "three months"),
        ("Was sagt § 3?", "Goats", "writing"),
        ("第二章讲了什么？", "罚款五百元", "船长"),
        ("第二条是什么？", "船长负责", "罚款"),
    ],
)
def test_a_place_is_quoted(lib: Services, question: str, has: str, lacks: str) -> None:
    answer = ask(lib, question)
    assert answer.answered, answer.notice
    assert has in quoted(answer)
    assert lacks not in answer.text


def test_where_several_files_have_the_place_the_question_or_the_person_decides(
    services: Services, folder: Path
) -> None:
    write_pdf(folder / "engine manual.pdf", tuple(f"Part {n}\n\nThe valve {n} is brass." for n in range(1, 7)))
    services.fill("lib", folder)
    both = ask(services, "What is on page 4?")
    assert (both.answered, both.citations) == (False, ())
    assert both.notice.startswith("Several files have such a place: “")
    assert "“engine manual.pdf”" in both.notice
    assert "valve 4" in quoted(ask(services, "What is on page 4 of the engine manual?"))
    assert "kedge" in quoted(ask(services, "What is on page 4 of the booklet?"))
    scope = f'file_path under "{folder / "engine manual.pdf"}"'
    assert "valve 4" in quoted(ask(services, "What is on page 4?", retrieval__filters=scope))
    assert "kedge" in quoted(ask(services, "Which anchor is on page 4?"))


def test_a_place_that_is_nowhere_is_not_made_up(lib: Services) -> None:
    answer = ask(lib, "What is on page 40?")
    assert (answer.answered, answer.text, answer.citations) == (False, "", ())
    assert answer.notice == "None of the files has such a place."
    named = ask(lib, "What is on page 40 of the ferry booklet?")
    assert named.notice == "“ferry booklet.pdf” has no such place. Its number of pages: 6."


def test_printed_numbers_count_before_positions(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "printed"
    folder.mkdir()
    write_pdf(folder / "excerpt.pdf", BOOKLET, first=3)
    services.fill("lib", folder)
    answer = ask(services, "What is on page 4?")
    assert "Hemp ropes" in quoted(answer)
    assert answer.notice.startswith("The page with the printed number 4 is page 2 of the file.")
    assert "tin tube" in quoted(ask(services, "What is on page 8?"))
    assert "whale oil" in quoted(ask(services, "What is on the third page?"))


def test_a_conversation_turns_pages(lib: Services) -> None:
    conversation = lib.chats.create("lib")
    assert "whale oil" in quoted(ask(lib, "What is on page 3?", conversation))
    assert "kedge" in quoted(ask(lib, "and on the next page?", conversation))
    assert "brown sail" in quoted(ask(lib, "下一页呢？", conversation))
    assert "kedge" in quoted(ask(lib, "Und auf der vorherigen Seite?", conversation))
    assert ask(lib, "How much does a goat cost?", conversation).answered


def test_the_beginning_of_a_long_place_is_quoted(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    long = "\n\n".join(f"The rule number {n} forbids goats of the kind {n * 7} on the pier." for n in range(60))
    (folder / "rules.md").write_text(f"# Rules\n\n## Chapter 1\n\n{long}\n\n## Chapter 2\n\nNothing else.\n")
    services.fill("lib", folder)
    answer = ask(services, "What does chapter 1 say?")
    assert "rule number 0 " in answer.text
    assert len(answer.text) < 2_600
    assert answer.notice == "This is the beginning. Open the source to read on."


def test_a_model_reads_the_passages_of_the_place(lib: Services) -> None:
    with ScriptedServer() as server:
        server.default = Reply(tokens=["The kedge anchor weighs nineteen kilograms."])
        model = {"llm__provider": "openai", "llm__base_url": server.base_url, "llm__model": "scripted-model"}
        answer = ask(lib, "What is on page 4?", **model)
        sent = json.dumps(server.requests[-1].body, ensure_ascii=False)
    assert "kedge anchor" in sent
    assert "Preface" not in sent
    assert answer.citations[0].page == 4


@pytest.fixture
def plain(services: Services, tmp_path: Path) -> Services:
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "constitution.txt").write_text("The peace clause forbids war. It was signed in 1946 by the assembly.")
    services.fill("lib", folder)
    return services


def test_a_place_of_something_else_changes_nothing(plain: Services) -> None:
    for question in ("When was Article 9 of the constitution on war signed?", "Which page says when it was signed?"):
        assert "such a place" not in ask(plain, question).notice


def test_a_summary_of_a_chapter_is_made_of_its_passages_alone(lib: Services) -> None:
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Captains answer for safety."])
        model = {"llm__provider": "openai", "llm__base_url": server.base_url, "llm__model": "scripted-model"}
        ask(lib, "Summarise section 2 of the lease", answer__mode="summarise", **model)
        sent = json.dumps(server.requests[-1].body, ensure_ascii=False)
    assert "Notice takes three months" in sent
    assert "900 crowns" not in sent


def test_who_only_searches_may_look_for_such_words(lib: Services) -> None:
    assert "kedge" in ask(lib, "page 4", answer__mode="search").sources[0].text
    assert "such a place" not in ask(lib, "page 40", answer__mode="search").notice


def test_a_sentence_that_speaks_of_a_clause_is_not_the_clause(services: Services, tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    clauses = ["2.1 The rent is due on the third.", "2.2 Late payments carry interest.", "2.3 Keys are handed over."]
    text = "\n\n".join(["Lease of the boathouse", *clauses, "Clause 2.2 does not apply to deposits."])
    (folder / "lease.txt").write_text(text, encoding="utf-8")
    services.fill("leases", folder)
    answer = answer_to(services.answers, Question("leases", "What does clause 2.2 say?", "", {}), services.call())
    assert "Late payments carry interest" in answer.text.partition("[")[0]
