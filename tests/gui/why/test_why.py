"""“Why this answer?”: what is read from a trace, and what a person sees and clicks."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListView, QPlainTextEdit, QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import AgentStep, Answer, TraceEvent
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.why.answer_trace import AnswerTrace, TokenBudget
from desktop_rag.gui.why.dialog import WhyDialog
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.gui.person import ask, find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
TOKENS = {"prompts": [640, 700], "window": 4096, "answer": 1024, "room": 2372}
ONE, TWO = source(1), source(2, "/docs/notes.txt", 1)


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """What the dialog lies over."""
    widget = QWidget()
    widget.resize(900, 600)
    qtbot.addWidget(widget)
    return widget


def note(node_id: str, score: float, page: int = 3) -> dict[str, object]:
    return {"node_id": node_id, "score": score, "file": f"/docs/{node_id.split('-', maxsplit=1)[0]}.pdf", "page": page}


def searched(retriever: str, query: str, nodes: list[dict[str, object]]) -> dict[str, object]:
    return {"retriever": retriever, "query_str": query, "nodes": nodes}


def trace() -> tuple[TraceEvent, ...]:
    """Two wordings, words and meaning; a step that drops and moves; a prompt and its answer."""
    found = [note("other-9", 0.9), note(ONE.node_id, 0.8), note(TWO.node_id, 0.7)]
    before = ["other-9", ONE.node_id, TWO.node_id]
    sent = [{"role": "system", "content": "Use the passages."}, {"role": "user", "content": "通知期間は？"}]
    return (
        TraceEvent(1, None, "query", 0.0, 2.0, {"query_str": "notice?"}),
        TraceEvent(2, 1, "retrieve", 0.0, 0.5, searched("FusionRetriever", "notice?", found)),
        TraceEvent(3, 2, "retrieve", 0.1, 0.2, searched("BM25Retriever", "notice?", found)),
        TraceEvent(4, 2, "retrieve", 0.1, 0.2, searched("VectorRetriever", "how long?", [])),
        TraceEvent(
            5, 1, "reranking", 0.5, 0.1,
            {"postprocessor": "SimilarityPostprocessor", "before": before, "after": [TWO.node_id, ONE.node_id],
             "scores": [0.95, 0.5]},
        ),
        TraceEvent(6, 1, "synthesize", 0.6, 1.4, {"tokens": TOKENS}),
        TraceEvent(7, 6, "templating", 0.6, 0.0, {}),
        TraceEvent(
            8, 6, "llm", 0.6, 1.3,
            {"messages": sent, "model_name": "small", "response": "30 days.", "prompt_tokens": 812,
             "completion_tokens": 9},
        ),
    )  # fmt: skip


def answer_with(*events: TraceEvent, scripted: ScriptedWorker) -> Answer:
    return replace(scripted.whole_answer("q", "The notice period is 30 days [1]."), trace=events, timings={})


def test_a_trace_tells_wordings_lists_tokens_and_times(scripted: ScriptedWorker) -> None:
    explained = AnswerTrace(answer_with(*trace(), scripted=scripted))
    assert explained.wordings == ["notice?", "how long?"]
    assert [(stage.event.kind, stage.depth) for stage in explained.stages] == [
        ("query", 0),
        ("retrieve", 1),
        ("retrieve", 2),
        ("retrieve", 2),
        ("reranking", 1),
        ("synthesize", 1),
        ("llm", 2),
    ]
    dropped, moved = explained.found(trace()[4])[2], explained.found(trace()[4])[0]
    assert (moved.node_id, moved.rank, moved.before, moved.score) == (TWO.node_id, 1, 3, 0.95)
    assert (dropped.node_id, dropped.rank, dropped.before, dropped.file) == ("other-9", 0, 1, "/docs/other.pdf")
    assert [found.cited for found in explained.found(trace()[1])] == [False, True, False]
    assert explained.budget == TokenBudget(4096, 700, 1024, 2372)
    times = explained.seconds()
    assert explained.total == 2.0
    assert times["model"] == 1.3
    assert abs(times["searching"] - 0.5) < 1e-9
    assert abs(sum(times.values()) - 2.0) < 1e-9


def test_payloads_of_any_shape_are_read(
    host: QWidget, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    strange = [
        TraceEvent(number, parent, kind, 0.0, 0.0, payload, "lost" if number % 2 else "")
        for number, (kind, parent, payload) in enumerate(
            [
                ("retrieve", 99, {"nodes": None}),
                ("retrieve", None, {"nodes": [1, {}, {"score": "x", "page": "?"}]}),
                ("reranking", 1, {"before": "abc", "after": 4}),
                ("llm", 1, {"messages": ["x", {"role": 3}]}),
                ("llm", None, {}),
                ("synthesize", None, {"tokens": {"window": "large", "prompts": 3}}),
                ("agent_step", None, {"tool": 3}),
                ("something_new", 7, {"deep": {"a": [1, None]}, "text": "ä"}),
                ("function_call", None, {}),
                ("tree", 0, {}),
            ],
            1,
        )
    ]
    dialog = show(host, bridge, appearance, answer_with(*strange, scripted=scripted))
    assert dialog.list.model().rowCount() == 11
    for row in range(11):
        dialog.list.setCurrentIndex(dialog.list.model().index(row, 0))


def test_an_answer_without_a_trace_says_so(
    qtbot: QtBot, host: QWidget, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    dialog = show(host, bridge, appearance, answer_with(scripted=scripted))
    qtbot.waitUntil(lambda: any("how the answer comes about" in text.text() for text in dialog.findChildren(QLabel)))


def show(host: QWidget, bridge: Bridge, appearance: Appearance, answer: Answer) -> WhyDialog:
    dialog = WhyDialog(answer, bridge, appearance, host)
    dialog.show()
    return dialog


def ask_why(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> WhyDialog:
    """Ask a question and have its answer explained."""
    scripted.add_library("Papers")
    scripted.sources = (ONE, TWO)
    scripted.trace = trace()
    window = open_window()
    turn = ask(qtbot, window)
    qtbot.mouseClick(find(turn, QPushButton, "why_button"), Qt.MouseButton.LeftButton)
    dialog = window.findChild(WhyDialog)
    assert dialog is not None
    return dialog


def test_a_person_looks_into_an_answer(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = ask_why(qtbot, open_window, scripted)
    qtbot.waitUntil(lambda: dialog.findChild(QLabel, "why_total") is not None)
    texts = [text.text() for text in dialog.findChildren(QLabel)]
    assert "“how long?”" in texts
    assert "700 of 4,096 tokens sent · 1,024 reserved for the answer · 2,372 left" in texts
    stages = find(dialog, QListView, "why_stages")
    stages.setFocus()
    qtbot.keyClick(stages, Qt.Key.Key_Down)
    qtbot.keyClick(stages, Qt.Key.Key_Down)
    table = find(dialog, QTableView, "why_passages")
    assert table.isVisible()
    shown = [[table.model().index(row, column).data() for column in (0, 1, 4)] for row in range(3)]
    assert shown == [
        ["1", "other.pdf · page 3", ""],
        ["2", "lease.pdf · page 3", "1 · cited"],
        ["3", "notes.txt", "2 · read"],
    ]
    with qtbot.assertNotEmitted(dialog.passage_chosen):
        click_row(qtbot, table, 0)
    assert "not among the answer's sources" in find(dialog, QLabel, "why_hint").text()
    with qtbot.waitSignal(dialog.passage_chosen):
        click_row(qtbot, table, 2)
    qtbot.waitUntil(lambda: scripted.called("pages.passage")[-1][1] == TWO)
    for _ in range(3):
        qtbot.keyClick(stages, Qt.Key.Key_Down)
    outcomes = [table.model().index(row, 3).data() for row in range(3)]
    assert outcomes == ["up by 2", "kept", "left out"]
    dialog.close()


def click_row(qtbot: QtBot, table: QTableView, row: int) -> None:
    place = table.visualRect(table.model().index(row, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_prompt_can_be_read_and_copied(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    scripted.trace = trace()
    window = open_window()
    ask(qtbot, window)
    window.actions_table["answer.why"].trigger()
    dialog = window.findChild(WhyDialog)
    assert dialog is not None
    stages = find(dialog, QListView, "why_stages")
    stages.setCurrentIndex(stages.model().index(7, 0))
    view = find(dialog, QPlainTextEdit, "why_text")
    assert view.toPlainText() == "── Instructions ──\nUse the passages.\n\n── You ──\n通知期間は？"
    assert "812 tokens read, 9 written · 1.3 s" in find(dialog, QLabel, "why_line").text()
    qtbot.mouseClick(find(dialog, QPushButton, "why_copy_button"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == view.toPlainText()
    qtbot.mouseClick(find(dialog, QToolButton, "why_reply"), Qt.MouseButton.LeftButton)
    assert view.toPlainText() == "30 days."
    dialog.close()


def test_everything_can_be_taken_along(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    dialog = ask_why(qtbot, open_window, scripted)
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    qtbot.mouseClick(find(dialog, QPushButton, "why_copy_text"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: find(dialog, QLabel, "why_exported").text() == "Copied")
    text = clipboard.text()
    for part in ("The notice period is 30 days", "Searched by words", "1. other.pdf · page 3  0.900", "通知期間は？"):
        assert part in text
    qtbot.mouseClick(find(dialog, QPushButton, "why_copy_json"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: clipboard.text().startswith("{"))
    stored = json.loads(clipboard.text())
    assert [event["kind"] for event in stored["trace"]] == [event.kind for event in trace()]
    assert stored["sources"][0]["file"] == ONE.file
    dialog.close()


def test_a_large_trace_opens_at_once(
    qtbot: QtBot, host: QWidget, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    nodes = [note(f"n{number}-1", 0.5) for number in range(200)]
    events = [TraceEvent(1, None, "query", 0.0, 9.0, {})]
    events += [
        TraceEvent(
            number, 1, "retrieve", 0.0, 0.1, {"retriever": "BM25Retriever", "query_str": "q" * 80, "nodes": nodes}
        )
        for number in range(2, 400)
    ]
    prompt = "A sentence of the prompt that is sent.\n" * 10_000
    events.append(TraceEvent(400, 1, "llm", 1.0, 1.0, {"messages": [{"role": "user", "content": prompt}]}))
    began = time.monotonic()
    dialog = show(host, bridge, appearance, answer_with(*events, scripted=scripted))
    opened = time.monotonic() - began
    dialog.list.setCurrentIndex(dialog.list.model().index(400, 0))
    view = find(dialog, QPlainTextEdit, "why_text")
    switched = time.monotonic() - began - opened
    qtbot.waitUntil(lambda: len(view.toPlainText()) > len(prompt))
    assert (opened, switched) < (1.0, 0.5), "generous: the machine is shared"


def test_steps_and_trace_are_stored_with_the_answer(tmp_path: Path, scripted: ScriptedWorker) -> None:
    store = ChatStore(tmp_path / "chats.sqlite")
    answer = replace(answer_with(*trace(), scripted=scripted), steps=(AgentStep(1, "think", "search", "{}", "found"),))
    conversation = store.create("Papers")
    store.answer(store.ask(conversation, "q"), answer)
    assert store.turns(conversation)[0].answer == answer
