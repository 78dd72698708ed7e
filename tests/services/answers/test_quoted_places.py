"""Above each quotation stands which file, and which page of it, it is from: in exports and copies."""

from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.citations.quoted_places import parts_at, quoted_places
from desktop_rag.core.results.answers import Answer, Citation, Source
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.services.exports.build import answer_copy, answer_document, conversation_document
from desktop_rag.services.exports.exports import SUFFIXES, Exports
from desktop_rag.services.exports.html_writer import write_html
from desktop_rag.services.exports.text_writer import write_markdown, write_plain
from desktop_rag.services.sources import source_place
from desktop_rag.worker.worker import Worker
from tests.helpers.pages import pdf_of
from tests.services.conftest import HereProcesses, Services
from tests.services.exports.exported import read_back

QUESTION = "How much is the deposit?"


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """Quotations from a PDF and a text that say the same of something else."""
    folder, data = tmp_path_factory.mktemp("leases"), tmp_path_factory.mktemp("data")
    intro = "<p>Lease of a flat between Harbour Homes (the landlord) and {name} (the tenant).</p>"
    clause = "The tenant {name} pays a deposit of {sum} before moving in. It is returned at the end of the lease."
    pdf_of(folder / "lease_anna.pdf", intro.format(name="Anna"), f"<p>{clause.format(name='Anna', sum='£1,800')}</p>")
    (folder / "ben.md").write_text(f"# Lease\n\n{clause.format(name='Ben', sum='£2,400')}\n", encoding="utf-8")
    worker = Worker(data)
    worker.libraries.create("leases").result()
    worker.files.add("leases", [folder]).result()
    answer = worker.answers.ask("leases", QUESTION).result()
    worker.close()
    return answer


@pytest.mark.slow
def test_exports_and_copies_name_the_file_above_its_words(answer: Answer) -> None:
    document = answer_document(answer, "Leases")
    conversation = conversation_document(ConversationInfo("c", "t", "Leases", 1.0), [Turn(QUESTION, answer, 1.0)])
    for text in (
        write_markdown(document),
        write_plain(document),
        write_html(document),
        write_markdown(conversation),
        answer_copy(answer).text,
        answer_copy(answer).html,
    ):
        flat = text.replace("\\", "")
        assert -1 < flat.find("lease_anna.pdf, page 2") < flat.find("The tenant Anna pays"), flat
        assert -1 < flat.find("ben.md, “Lease”") < flat.find("The tenant Ben pays"), flat
        # what is quoted is not said once more below
        assert flat.count("The tenant Anna pays") == flat.count("The tenant Ben pays") == 1, flat
    assert "lease_anna" not in answer_copy(answer, references=False).text


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_kind_of_file_written_names_the_file_above_its_words(
    answer: Answer, services: Services, tmp_path: Path, suffix: str
) -> None:
    exports = Exports(services.chats, HereProcesses(), services.scratch, services.pages.works)
    text = read_back(exports.answer(answer, "Leases", tmp_path / f"answer{suffix}"))
    flat = " ".join(text.replace("\\", "").split())
    assert -1 < flat.find("lease_anna.pdf, page 2") < flat.find("The tenant Anna pays")
    assert -1 < flat.find("ben.md, “Lease”") < flat.find("The tenant Ben pays")


@pytest.mark.slow
def test_the_line_is_no_part_of_the_answer_and_no_claim(answer: Answer) -> None:
    assert "lease_anna" not in answer.text
    assert len(answer.sentences) == len(answer.citations) == len(quoted_places(answer, source_place)) == 2
    for sentence, citation in zip(answer.sentences, answer.citations, strict=True):
        assert " ".join(answer.text[sentence.start : sentence.end].split()) == citation.quote
    assert quoted_places(replace(answer, extractive=False), source_place) == ()


def test_neighbours_of_one_page_have_one_line_and_a_table_keeps_its_title() -> None:
    text = "> One. [1]\n\n> Two. [1]\n\nPrices in euros\n\n"
    text += "| Item | Price | |\n|---|---|---|\n| Tea | 3 | [2]\n| Mate | 4 | [2]"
    text += "\n\n> Three. [1]"
    sources = tuple(Source(rank, 1.0, f"/f/{rank}.pdf", 4, "iv", 0, 9, "", f"n{rank}") for rank in (1, 2))
    citations = [
        _cited(text, quote, rank) for quote, rank in (("One.", 1), ("Two.", 1), ("Tea | 3", 2), ("Mate | 4", 2))
    ]
    # a sentence of a passage may begin on the page before it
    citations.append(replace(_cited(text, "Three.", 1), page=3))
    answer = Answer("?", text, tuple(citations), sources, "", extractive=True)
    places = quoted_places(answer, source_place)
    parts = [(place, text[start:end].strip()) for start, end, place in parts_at(places, 0, len(text))]
    assert parts == [
        ("1.pdf, page iv", "> One. [1]\n\n> Two. [1]"),
        ("2.pdf, page iv", text[text.index("Prices") : text.index("> Three")].strip()),
        ("1.pdf, page 3", "> Three. [1]"),
    ]
    assert "".join(text[start:end] for start, end, _ in parts_at(places, 3, 30)) == text[3:30]


def _cited(text: str, quote: str, rank: int) -> Citation:
    start = text.index(quote)
    return Citation(rank, start, start + len(quote), f"/f/{rank}.pdf", 4, 0, 9, quote, 1.0, f"n{rank}")
