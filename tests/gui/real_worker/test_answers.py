"""The window on the real worker: a dropped folder, a question, the page behind the answer."""

import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop_rag.gui.chat import question_runner
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import drop
from tests.helpers.embedding_server import Answer, EmbeddingServer
from tests.helpers.faulty_disk import FAULTS, faulty_disk
from tests.helpers.scripted_server import Reply, ScriptedServer

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
LONG = 60_000
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


def fill(qtbot: QtBot, window: MainWindow, folder: Path) -> None:
    drop(window, [folder])

    def understood() -> bool:
        info = window.library_pane.current_library()
        return info is not None and info.files == 3 and 0 < info.nodes == info.nodes_embedded

    qtbot.waitUntil(understood, timeout=LONG)
    qtbot.waitUntil(window.chat_pane.question.edit.isEnabled, timeout=LONG)


def ask(qtbot: QtBot, window: MainWindow, question: str, until: Callable[[str], bool]) -> None:
    qtbot.keyClicks(window.chat_pane.question.edit, question)
    qtbot.mouseClick(window.chat_pane.question.ask_button, Qt.MouseButton.LeftButton)
    turns = window.chat_pane.turns.turns
    qtbot.waitUntil(lambda: bool(turns()) and until(turns()[-1].answer_view.toPlainText()), timeout=LONG)


def click_citation(qtbot: QtBot, window: MainWindow, number: int = 0) -> None:
    view = window.chat_pane.turns.turns()[-1].answer_view
    qtbot.waitUntil(lambda: len(view.chip_rects()) > number, timeout=LONG)
    _, rect = view.chip_rects()[number]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


def test_from_a_dropped_folder_to_the_highlighted_page(qtbot: QtBot, window: MainWindow, reports: Path) -> None:
    fill(qtbot, window, reports)
    info = window.library_pane.current_library()
    assert info is not None
    assert (info.name, info.need_attention) == ("Reports", 1)
    ask(qtbot, window, "How high were net sales in 2023?", lambda text: "4,712 million" in text)
    click_citation(qtbot, window)
    wait_for_page(qtbot, window, 3)
    qtbot.waitUntil(lambda: _marked(window) > 50, timeout=LONG)


def test_a_file_without_pages_is_shown_as_text(qtbot: QtBot, window: MainWindow, reports: Path) -> None:
    fill(qtbot, window, reports)
    ask(qtbot, window, "How long do cats sleep?", lambda text: "sixteen hours" in text)
    click_citation(qtbot, window)
    text = window.source_pane.viewer.text.document
    qtbot.waitUntil(lambda: text.isVisible() and "They purr." in text.toPlainText(), timeout=LONG)


def test_a_model_streams_and_is_stopped(qtbot: QtBot, window: MainWindow, reports: Path) -> None:
    fill(qtbot, window, reports)
    with ScriptedServer() as server:
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        window.chat_pane._bridge.worker.config.update(settings)
        server.script(Reply(tokens=["Net sales were 4,712 million euros in 2023. ", "And"], silent_after=1))
        ask(qtbot, window, "Net sales?", lambda text: "4,712" in text)
        assert window.chat_pane.busy
        qtbot.keyClick(window.chat_pane.question.edit, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not window.chat_pane.busy, timeout=LONG)
    click_citation(qtbot, window)
    wait_for_page(qtbot, window, 3)


def test_a_model_that_falls_silent_is_told_of_until_it_goes_on(
    qtbot: QtBot, window: MainWindow, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_runner, "STALL_SECONDS", 1.0)
    fill(qtbot, window, reports)
    goes_on = threading.Event()

    def words(_: object) -> Reply:
        def pieces() -> Iterator[bytes]:
            yield event("Net sales were 4,712 million euros in 2023. ")
            goes_on.wait(60)
            yield event("And so on.") + event("", "stop") + b"data: [DONE]\n\n"

        return Reply(raw=pieces())

    with ScriptedServer() as server:
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        window.chat_pane._bridge.worker.config.update(settings)
        server.script(words)
        ask(qtbot, window, "Net sales?", lambda text: "4,712" in text)
        turn = window.chat_pane.turns.turns()[-1]
        qtbot.waitUntil(turn.stall.isVisible, timeout=LONG)
        assert re.fullmatch(r"The model has not answered for \d+ s\. Esc stops\.", turn.stall.text())
        goes_on.set()
        qtbot.waitUntil(lambda: not turn.stall.isVisible(), timeout=LONG)
        qtbot.waitUntil(lambda: not window.chat_pane.busy, timeout=LONG)
        assert "And so on." in turn.answer_view.toPlainText()


def test_nothing_is_said_of_the_model_while_its_answer_is_checked(
    qtbot: QtBot, window: MainWindow, reports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_runner, "STALL_SECONDS", 0.5)
    compared, goes_on = threading.Event(), threading.Event()

    def compare_slowly(texts: list[str]) -> Answer | None:
        if any("doze" in text for text in texts):
            compared.set()
            goes_on.wait(15)
        return None

    with EmbeddingServer() as embedding, ScriptedServer() as server:
        models = {
            "embedding.provider": "openai",
            "embedding.base_url": embedding.address,
            "embedding.model": "double",
            "llm.provider": "openai",
            "llm.base_url": server.base_url,
            "llm.model": server.models[0],
        }
        window.chat_pane._bridge.worker.config.update(models)
        fill(qtbot, window, reports)
        embedding.refuse = compare_slowly
        # in words that only their meaning could find in a passage
        server.script(Reply(tokens=["Furry animals doze most of the time [1]."]))
        ask(qtbot, window, "How long do cats sleep?", lambda text: "most of the time" in text)
        turn = window.chat_pane.turns.turns()[-1]
        qtbot.waitUntil(compared.is_set, timeout=LONG)
        looks: list[bool] = []
        window.chat_pane._runner._look.timeout.connect(lambda: looks.append(turn.stall.isVisible()))
        qtbot.waitUntil(lambda: len(looks) == 3, timeout=LONG)
        goes_on.set()
        assert looks == [False] * 3
        qtbot.waitUntil(lambda: not window.chat_pane.busy, timeout=LONG)


def event(text: str, finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish_reason}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def test_an_answer_that_cannot_be_saved_stays_and_says_so(qtbot: QtBot, window: MainWindow, reports: Path) -> None:
    fill(qtbot, window, reports)
    full = next(fault for fault in FAULTS if fault.name == "full")
    with ScriptedServer() as server, faulty_disk() as disk:
        settings = {"llm.provider": "openai", "llm.base_url": server.base_url, "llm.model": server.models[0]}
        window.chat_pane._bridge.worker.config.update(settings)
        server.script(Reply(tokens=["Net sales were 4,712 million ", "euros in 2023."], delay=0.2))
        bridge = window.chat_pane._bridge
        bridge.answer_delta.connect(lambda _job, _text: disk.arm(full, lasting=True))
        ask(qtbot, window, "Net sales?", lambda text: "2023" in text)
        turn = window.chat_pane.turns.turns()[-1]
        qtbot.waitUntil(lambda: "could not be saved" in turn._notice._message.text(), timeout=LONG)
        assert "4,712 million" in turn.answer_view.toPlainText()
        disk.arm(None)


def wait_for_page(qtbot: QtBot, window: MainWindow, number: int) -> None:
    def shown() -> bool:
        marks = window.source_pane.viewer.pages.navigator.marks
        return marks.page == number and bool(marks.cited)

    qtbot.waitUntil(shown, timeout=LONG)


def _marked(window: MainWindow) -> int:
    """Count the pixels of the page that have the colour of a cited sentence."""
    image = window.source_pane.viewer.pages.view.grab().toImage()
    count = 0
    for y in range(0, image.height(), 2):
        for x in range(0, image.width(), 2):
            colour = image.pixelColor(x, y)
            count += colour.red() > 220 and 150 < colour.green() < 210 and colour.blue() < 110
    return count
