"""Evidence packs in the window: exporting an answer or a table as one, and checking one by menu or by dropping it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QLabel, QTableWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource, ItemLook, ItemState, SourceLook
from desktop_rag.core.results.packs import PackCheck, PackKind
from desktop_rag.gui.packs.dialog import PackDialog
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import Notice
from tests.gui.conversations.test_exporting import ANSWER
from tests.gui.person import choose_for_answer, click, drop, find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Open = Callable[[], MainWindow]
RENT, GATE = (
    EvidenceItem(number, text, Verdict.SUPPORTED, (), (EvidenceSource("Contracts/lease.txt", 1, "1", 0, 9, text),))
    for number, text in enumerate(("The rent is £950.", "The gate closes at 20:00."), 1)
)
SAID = ("The source says £990.",)
CHANGED = SourceLook(ItemState.UNSUPPORTED, "/c/lease.txt", "", Verdict.CONTRADICTED, SAID, has_words=False)
FOUND = PackCheck(
    "/tmp/answer.pack.html",
    is_whole=True,
    kind=PackKind.ANSWER,
    title="What is the rent?",
    library="Contracts",
    sentences=2,
    items=(
        ItemLook(RENT, (CHANGED,)),
        ItemLook(GATE, (SourceLook(ItemState.SAME, "/c/lease.txt"),)),
    ),
)


def choose(monkeypatch: pytest.MonkeyPatch, name: str, kind: str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, kind))


@pytest.mark.parametrize(
    ("named", "kind", "written"),
    [
        ("mine", "Evidence pack (PDF) (*.pack.pdf)", "mine.pack.pdf"),
        ("mine.docx", "Evidence pack (HTML) (*.pack.html)", "mine.pack.html"),
        ("mine.pack.html", "Web page (*.html)", "mine.pack.html"),
    ],
)
def test_an_answer_is_exported_as_a_pack_when_that_is_chosen(
    qtbot: QtBot,
    open_window: Open,
    scripted: ScriptedWorker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    named: str,
    kind: str,
    written: str,
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    turn = window.chat_pane.turns.add_turn("How long?")
    turn.show_answer(ANSWER)
    choose(monkeypatch, str(tmp_path / named), kind)
    choose_for_answer(turn, "Export answer…")
    qtbot.waitUntil(lambda: bool(scripted.called("packs.answer")))
    (call,) = scripted.called("packs.answer")
    assert (call.answer.text, call.target, call.replace, call.sign) == (ANSWER.text, tmp_path / written, True, None)
    notice = find(window, Notice, "chat_notice")
    qtbot.waitUntil(lambda: notice.accessibleName() == f"Exported to “{written}”.")
    assert not scripted.called("exports.answer")


def test_a_pack_is_checked_by_the_menu_or_where_it_is_dropped(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.add_library("Papers")
    scripted.pack_check = FOUND
    window = open_window()
    pack = tmp_path / "answer.pack.html"
    pack.write_text("a pack")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(pack), ""))
    find(window, QAction, "program.verify_pack").trigger()
    qtbot.waitUntil(lambda: bool(window.findChildren(PackDialog)))
    dialog = find(window, PackDialog, "pack_dialog")
    assert dialog.isVisible()
    notice = find(dialog, Notice, "pack_notice").accessibleName()
    assert notice.startswith("The pack is whole")
    assert "1 of 2 sentences or cells that rest on files are unchanged." in notice
    table = find(dialog, QTableWidget, "pack_table")
    shown = [[table.item(row, column).text() for column in (0, 1)] for row in range(table.rowCount())]
    assert shown == [["1. The rent is £950.", "no longer supported"], ["2. The gate closes at 20:00.", "same"]]
    detail = find(dialog, QLabel, "pack_detail")
    assert detail.text() == "/c/lease.txt: no longer supported. Supported → Contradicted. The source says £990."
    table.setCurrentCell(1, 0)
    assert detail.text() == "/c/lease.txt: same."
    click(qtbot, dialog, "pack_close_button")
    qtbot.waitUntil(lambda: not window.findChildren(PackDialog))

    scripted.pack_check = PackCheck(str(pack), is_whole=False, problem="It was changed after it was made.")
    assert drop(window, [pack]) == "Drop to verify the evidence pack"
    qtbot.waitUntil(lambda: bool(window.findChildren(PackDialog)))
    dialog = find(window, PackDialog, "pack_dialog")
    notice = find(dialog, Notice, "pack_notice").accessibleName()
    assert notice == "This evidence pack is not whole. It was changed after it was made."
    assert not find(dialog, QTableWidget, "pack_table").isVisible()
    assert not scripted.called("files.add")
    assert [call.file for call in scripted.called("packs.verify")] == [pack, pack]
