"""“Without a language model it answers with word-for-word quotations.”"""

import re
from pathlib import Path

import pytest

from desktop_rag.core.results.answers import Answer
from desktop_rag.worker.worker import Worker
from tests.helpers.pages import pdf_of

WAIT = 120
TEXTS = {
    "lease.txt": "The notice period is three months. It begins with the first day of a month. Pets are allowed.",
    "odd.txt": "Prices are 3.50 € (incl. 19 % VAT), e.g. for “tea” & <b>cake</b>; see §4. Nothing else *costs*.",
    "東京.txt": "東京都の人口は約千四百万人です。首都は東京です。大阪は西にあります。",
    "中文.txt": "租期为两年。押金为三个月房租。不得转租。",
    "umlaut.txt": "Die Kündigungsfrist beträgt drei Monate. Haustiere sind erlaubt. Straße und Größe stehen im Anhang.",
}
QUESTIONS = {
    "How long is the notice period?": "lease.txt",
    "What does tea cost, including VAT?": "odd.txt",
    "東京都の人口は？": "東京.txt",
    "押金是多少？": "中文.txt",
    "Wie lang ist die Kündigungsfrist?": "umlaut.txt",
}
_MARKER = re.compile(r"\s*\[\d+\]")


@pytest.fixture
def library(worker: Worker, tmp_path: Path) -> Worker:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    pdf_of(folder / "whales.pdf", "Whales sing at night. They breathe air.", "Whales sleep standing up.")
    worker.libraries.create("lib").result(WAIT)
    worker.files.add("lib", [folder], embed=False).result(WAIT)
    return worker


def text_of(file: str) -> str:
    return TEXTS[Path(file).name]


def assert_quoted(answer: Answer) -> None:
    """Check that the whole answer consists of words of the files, each where its citation says."""
    assert answer.extractive
    assert answer.model == ""
    assert answer.usage.completion_tokens is None
    assert answer.citations
    for citation in answer.citations:
        said = answer.text[citation.answer_start : citation.answer_end]
        assert said == citation.quote
        assert citation.quote == text_of(citation.file)[citation.start : citation.end]
        assert answer.sources[citation.marker - 1].file == citation.file
    rest = answer.text
    for citation in sorted(answer.citations, key=lambda one: -one.answer_start):
        rest = rest[: citation.answer_start] + rest[citation.answer_end :]
    assert not re.sub(r"[\s>*\-…]", "", _MARKER.sub("", rest)), f"words that nobody wrote: {rest}"


@pytest.mark.slow
def test_answers_are_words_of_the_files_in_any_language(library: Worker) -> None:
    for question, expected in QUESTIONS.items():
        answer = library.answers.ask("lib", question).result(WAIT)
        assert_quoted(answer)
        assert expected in {Path(citation.file).name for citation in answer.citations}, question


@pytest.mark.slow
def test_a_quotation_leads_to_its_words_on_the_page(library: Worker) -> None:
    answer = library.answers.ask("lib", "Where do whales sleep, standing up?").result(WAIT)
    citation = next(one for one in answer.citations if "standing" in one.quote)
    assert (Path(citation.file).name, citation.page) == ("whales.pdf", 2)
    source = answer.sources[citation.marker - 1]
    cited = (citation.start, citation.end)
    image = library.pages.render("lib", source, page=citation.page, zoom=1.0, cited=cited).result(WAIT)
    assert image.cited


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("mode", ["answer", "chat"])
def test_also_within_a_conversation(library: Worker, mode: str) -> None:
    conversation = library.conversations.create("lib").result(WAIT)
    for question in ("How long is the notice period?", "Are pets allowed?"):
        asked = library.answers.ask("lib", question, conversation_id=conversation, overrides={"answer.mode": mode})
        assert_quoted(asked.result(WAIT))
    assert len(library.conversations.turns(conversation).result(WAIT)) == 2


def test_what_the_files_do_not_say_is_not_made_up(library: Worker) -> None:
    answer = library.answers.ask("lib", "xyzzy plugh?").result(WAIT)
    for citation in answer.citations:
        assert citation.quote in text_of(citation.file)
    assert answer.text == "" or answer.citations or answer.notice
