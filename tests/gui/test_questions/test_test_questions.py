"""The test questions: kept, asked, compared, read and written."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.test_questions import QuestionSet, SavedQuestion
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.source_list import SourceList
from desktop_rag.gui.test_questions.dialog import QuestionDialog, QuestionSetDialog
from desktop_rag.gui.test_questions.model import BEFORE, NOW, PLACES, read_places, written
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

QUESTIONS = (
    SavedQuestion("q1", "How long is the notice period?", (("/docs/lease.pdf", 3),)),
    SavedQuestion("q2", "Who signed?", (("notes.txt", None), ("/docs/sale.pdf", None))),
)


@pytest.fixture
def dialog(
    qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> Iterator[QuestionSetDialog]:
    scripted.golden = QuestionSet(QUESTIONS)
    dialog = QuestionSetDialog(bridge, appearance, "Papers")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 2)
    yield dialog
    dialog.close()
    dialog.deleteLater()


def press(qtbot: QtBot, dialog: QuestionSetDialog, name: str) -> None:
    qtbot.mouseClick(find(dialog, QPushButton, f"questions_{name}_button"), Qt.MouseButton.LeftButton)


def cell(dialog: QuestionSetDialog, row: int, column: int) -> str:
    return str(dialog.model.index(row, column).data())


def test_before_and_after_a_change(qtbot: QtBot, dialog: QuestionSetDialog, scripted: ScriptedWorker) -> None:
    change = find(dialog, QLabel, "questions_change")
    scripted.ranks, scripted.figures["hit@1"] = {"q1": 2, "q2": 1}, 0.5
    press(qtbot, dialog, "run")
    qtbot.waitUntil(lambda: cell(dialog, 0, NOW) == "rank 2")
    assert find(dialog, QLabel, "questions_hit@1").text() == "0.50"
    qtbot.waitUntil(lambda: "compared with this one" in change.text())
    scripted.ranks, scripted.figures["hit@1"] = {"q1": 1, "q2": None}, 0.75
    press(qtbot, dialog, "run")
    qtbot.waitUntil(lambda: cell(dialog, 0, NOW) == "rank 1")
    assert find(dialog, QLabel, "questions_hit@1").text() == "0.50 → 0.75"
    assert (cell(dialog, 0, BEFORE), cell(dialog, 1, NOW)) == ("rank 2", "not found")
    qtbot.waitUntil(lambda: "Better: 1" in change.text())
    assert "Worse: 1 (“Who signed?”)" in change.text()
    press(qtbot, dialog, "keep")
    qtbot.waitUntil(lambda: scripted.golden.baseline == scripted.golden.last)


def test_questions_are_added_edited_and_removed(
    qtbot: QtBot, dialog: QuestionSetDialog, scripted: ScriptedWorker
) -> None:
    press(qtbot, dialog, "add")
    edit = find(dialog, QuestionDialog, "questions_edit")
    save = find(edit, QPushButton, "questions_save_button")
    find(edit, QLineEdit, "questions_question").setText("What  is due?")
    assert not save.isEnabled()
    find(edit, QPlainTextEdit, "questions_places").setPlainText("lease.pdf, page 12\n\nsale.pdf")
    qtbot.mouseClick(save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 3)
    assert scripted.golden.questions[2] == SavedQuestion("q3", "What is due?", (("lease.pdf", 12), ("sale.pdf", None)))
    dialog.table.selectRow(1)
    press(qtbot, dialog, "remove")
    qtbot.waitUntil(lambda: [one.id for one in scripted.golden.questions] == ["q1", "q3"])
    dialog.table.selectRow(0)
    press(qtbot, dialog, "edit")
    edit = dialog.findChildren(QuestionDialog)[-1]
    assert find(edit, QPlainTextEdit, "questions_places").toPlainText() == "/docs/lease.pdf, page 3"
    find(edit, QLineEdit, "questions_question").setText("How long?")
    qtbot.mouseClick(find(edit, QPushButton, "questions_save_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.golden.questions[0].text == "How long?")
    assert scripted.golden.questions[0].id == "q1"


def test_export_and_import(qtbot: QtBot, dialog: QuestionSetDialog, scripted: ScriptedWorker, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    dialog.files.export_to(file, scripted.golden.questions)
    qtbot.waitUntil(file.exists)
    qtbot.waitUntil(lambda: find(dialog, QLabel, "questions_change").text() == "Saved.")
    first = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert first == {
        "id": "q1",
        "question": "How long is the notice period?",
        "expected": [{"file": "/docs/lease.pdf", "page": 3}],
    }
    file.write_text('{"id": "q2", "question": "By whom?", "expected": [{"file": "a.pdf"}]}\n', encoding="utf-8")
    dialog.files.import_from(file)
    qtbot.waitUntil(lambda: cell(dialog, 1, PLACES) == "a.pdf")
    assert [one.text for one in scripted.golden.questions] == ["How long is the notice period?", "By whom?"]
    file.write_text("nonsense\n", encoding="utf-8")
    dialog.files.import_from(file)
    qtbot.waitUntil(dialog.notice.isVisible)


@pytest.mark.parametrize("place", [("a.pdf", None), ("/docs/a, b.pdf", 12), ("x, page one.txt", None)])
def test_places_are_read_as_they_are_written(place: tuple[str, int | None]) -> None:
    assert read_places(f" {written(place)} \n") == (place,)


def test_the_menu_of_a_source_offers_it(qtbot: QtBot, appearance: Appearance) -> None:
    sources = SourceList(appearance)
    qtbot.addWidget(sources)
    kept: list[tuple[object, bool]] = []
    sources.test_question_wanted.connect(lambda one, by_page: kept.append((one, by_page)))
    one = source(1)
    for action in sources.make_menu(one).actions():
        action.trigger()
    assert kept == [(one, False), (one, True)]
