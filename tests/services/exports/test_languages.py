"""Exports and copies in the person's language: nothing of ours in them is English."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Source
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.readers.properties import DocumentProperties
from desktop_rag.services.exports.build import answer_copy, answer_markdown, conversation_document
from desktop_rag.services.exports.exports import SUFFIXES, Exports
from desktop_rag.services.exports.html_writer import write_html
from desktop_rag.services.exports.text_writer import write_markdown, write_plain
from desktop_rag.services.libraries.references import Reference, apa, reference_of
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.text.translations import CHINESE, GERMAN, JAPANESE, sentences
from tests.services.exports.exported import ANSWER, ASKED, INFO, QUESTION, read_back

LANGUAGES = (GERMAN, JAPANESE, CHINESE)
CHECKED = replace(ANSWER, notice="")
NOTES = Source(4, 0.5, "/home/anna/report.odt", 1, "1", 0, 9, "N", "n4", heading="Costs > Comments")
OURS = (
    "References", "Library:", "Model:", "Models:", "Supported", "Partly supported", "Nothing found", "page iii",
    "slide 2", "See ",
    "Underlined", "enclose", "support in the documents", "Quotations", "stopped", "interrupted", "passages that fit",
    "no answer", "Comments", "Conversation",
)  # fmt: skip
PASSAGES = replace(ANSWER, text="", citations=(), sentences=(), sources=(NOTES,), mode=AnswerMode.SEARCH, notice="")
ANSWERS = (
    CHECKED,
    replace(CHECKED, model="other"),
    replace(ANSWER, extractive=True, state=AnswerState.STOPPED, notice=""),
    replace(CHECKED, state=AnswerState.FAILED),
    replace(CHECKED, text="Costs [4]", citations=(), sentences=(), sources=(NOTES,)),
    PASSAGES,
    None,
)


def english_in(text: str) -> list[str]:
    return [words for words in OURS if words in text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("write", [write_markdown, write_plain, write_html])
def test_conversations_are_exported_in_every_language(language: str, write: Callable[..., str]) -> None:
    turns = [Turn(QUESTION, answer, ASKED) for answer in ANSWERS]
    info = replace(INFO, title="")
    assert len(english_in(write(conversation_document(info, turns)))) >= 15, "it is all there, in English"
    assert english_in(write(conversation_document(info, turns, say=sentences(language).translated))) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answer", [one for one in ANSWERS if one is not None], ids=lambda one: one.text[:5] or "none")
def test_what_is_copied_is_in_every_language(language: str, answer: Answer) -> None:
    say = sentences(language).translated
    copied = answer_copy(answer, say=say)
    for text in (copied.text, copied.html, answer_markdown(answer, say=say)):
        assert english_in(text) == []


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_are_in_german(tmp_path: Path, suffix: str) -> None:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(1, scratch=scratch)
    exports = Exports(ChatStore(tmp_path / "conversations.sqlite"), children, scratch, lambda *_: ())
    say = sentences(GERMAN).translated
    target = tmp_path / f"answer{suffix}"
    exports.answer(ANSWER, "Finanzen", target, asked_at=ASKED, say=say)
    text = " ".join(read_back(target).split())
    children.close()
    scratch.close()
    assert english_in(text) == []
    assert "Bibliothek: Finanzen" in text
    assert "report.pdf, Seite iii" in text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (GERMAN, "Meyer, A. (2024, 1. Mai). Report (S. 12) [a.pdf]."),
        (JAPANESE, "Meyer, A. (2024年5月1日). Report (p. 12) [a.pdf]."),
        (CHINESE, "Meyer, A. (2024年5月1日). Report (第 12 页) [a.pdf]."),
    ],
)
def test_references_are_in_every_language(language: str, line: str) -> None:
    say = sentences(language).translated
    source = Source(1, 1.0, "/d/a.pdf", 12, "12", 0, 1, "a", "n")
    found = reference_of(source, DocumentProperties("Report", "Meyer, A", "2024-05-01"), {}, say)
    assert apa(found, say) == line
    assert "n.d." not in apa(Reference("a.pdf"), say)


def test_a_name_that_is_a_word_of_ours_stays_a_name() -> None:
    say = sentences(GERMAN).translated
    assert say(UserText("Library: {name}", name="Comments")).endswith("Comments")
    assert say("Comments") == "Comments"
