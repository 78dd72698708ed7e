"""Questions about the library itself, and messages that ask for nothing, are answered without quotations."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.user_text import UserText
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

SOURCE = "This comes from the list of files, not from their text."


@pytest.fixture
def lib(services: Services, tmp_path: Path) -> Services:
    folder = tmp_path / "ferry"
    (folder / "old").mkdir(parents=True)
    for number, (name, text) in enumerate(
        [
            ("harbour rules.txt", "Files are kept in the tin box. A file of the harbour is grey. " * 9),
            ("old/tariff 2019.md", "# Tariff\n\nA dog costs two crowns."),
            ("crew.csv", "name,role\nAnna,mate\nBo,cook\n"),
        ]
    ):
        path = folder / name
        path.write_text(text)
        os.utime(path, (1_600_000_000 + number * 86_400, 1_600_000_000 + number * 86_400))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    os.utime(folder / "broken.pdf", (1_500_000_000, 1_500_000_000))
    services.fill("lib", folder)
    return services


def ask(lib: Services, question: str, conversation: str = "", **values: OptionValue) -> Answer:
    given = {key.replace("__", "."): value for key, value in values.items()}
    return answer_to(lib.answers, Question("lib", question, conversation, given), lib.call())


@pytest.mark.parametrize("message", ["Hello", "谢谢！", "🚢", "???", "Why?"])
def test_a_message_that_asks_for_nothing_is_told_what_can_be_asked(lib: Services, message: str) -> None:
    answer = ask(lib, message)
    assert (answer.text, answer.citations, answer.sources, answer.answered) == ("", (), (), False)
    assert answer.notice.startswith("Ask a question about your files, for example: What does “")
    assert isinstance(answer.notice, UserText)


def test_one_word_that_is_a_question_is_answered(lib: Services) -> None:
    answer = ask(lib, "Dog?")
    assert answer.citations
    assert not answer.notice.startswith("Ask a question")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many files are in this library?", "Number of files: 4. Number of pages: 3. Not readable: 1."),
        ("Wie viele Dateien gibt es?", "Number of files: 4. Number of pages: 3. Not readable: 1."),
        ("What is the newest file?", "The newest file is “crew.csv”, last changed on 2020-09-15."),
        ("最早的文件是哪个？", "The oldest file is “broken.pdf”, last changed on 2017-07-14."),
        ("一番大きいファイルは？", "The largest file is “harbour rules.txt” (558 bytes)."),
        ("Which file is the smallest?", "The smallest file is “broken.pdf” (16 bytes)."),
    ],
)
def test_the_list_of_files_answers_and_says_so(lib: Services, question: str, told: str) -> None:
    answer = ask(lib, question)
    assert answer.notice == f"{told} {SOURCE}"
    assert (answer.text, answer.citations, answer.answered) == ("", (), True)


def test_names_formats_and_what_was_not_read(lib: Services) -> None:
    assert ask(lib, "List all files").text == "- broken.pdf\n- crew.csv\n- harbour rules.txt\n- tariff 2019.md"
    assert "- PDF: 1" in ask(lib, "Which file formats are there?").text
    unread = ask(lib, "Which files could not be read and why?").notice
    assert unread.startswith("Number of files that were not read: 1. “broken.pdf”: ")
    assert len(unread) > 100
    assert ask(lib, "When was the library last updated?").notice.startswith("A file was last read on 2")


def test_only_the_files_in_scope_count(lib: Services, tmp_path: Path) -> None:
    scope = f'file_path under "{tmp_path / "ferry" / "old"}"'
    assert ask(lib, "How many files are there?", retrieval__filters=scope).notice.startswith("Number of files: 1.")
    assert ask(lib, "List all files", retrieval__filters=scope).text == "- tariff 2019.md"
    assert ask(lib, "How many PDFs are there?").notice.startswith("Number of files: 1.")
    assert ask(lib, "How many spreadsheets are there?", retrieval__filters=scope).notice.startswith("There are no such")


def test_a_question_that_merely_has_the_word_is_answered_from_the_text(lib: Services) -> None:
    for question in ("Where are files of the harbour kept?", "Which colour does a file of the harbour have?"):
        answer = ask(lib, question)
        assert answer.citations
        assert SOURCE not in answer.notice


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def test_with_a_model_it_greets_and_the_list_still_tells_the_facts(lib: Services, server: ScriptedServer) -> None:
    server.default = Reply(tokens=["Hello! ", "What would you like to know?"])
    model: dict[str, OptionValue] = {
        "llm__provider": "openai", "llm__base_url": server.base_url, "llm__model": "scripted-model"
    }  # fmt: skip
    conversation = lib.chats.create("lib")
    assert ask(lib, "Hello", conversation, **model).text.startswith("Hello! What would you like to know?")
    counted = ask(lib, "How many files are there?", conversation, **model)
    assert (counted.notice.startswith("Number of files: 4."), counted.model) == (True, "")
    only = ask(lib, "Hello", answer__documents_only=True, **model)
    assert only.notice.startswith("Ask a question about your files")
