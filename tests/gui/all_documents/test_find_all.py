"""The page “All documents”: every mention, by file, with the files that have none or could not be read."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.links import Link, parse_link
from desktop_rag.core.results.answers import AllDocumentsOffer, Source
from desktop_rag.core.results.mentions import (
    FileGap,
    FileMentions,
    MeaningHit,
    MeaningHits,
    MeaningQuery,
    Mention,
    MentionCounts,
    MentionQuery,
)
from desktop_rag.core.results.review import ReviewTable, table_of
from desktop_rag.gui.all_documents.find_all import FindAllSection
from desktop_rag.gui.all_documents.mention_list import Group, MentionModel
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.row_list import ROW_ROLE
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
pytestmark = pytest.mark.usefixtures("english")
TEXT = "The notice period is 30 days. Another sentence has the notice period, and once more: notice period."


def mention(file: str, number: int) -> Mention:
    source = Source(number, 0.0, file, 3, "3", 100, 100 + len(TEXT), TEXT, f"id{number}", ("words",))
    return Mention(source, 104, 117, ((4, 17),))


def counts(files: int = 2) -> MentionCounts:
    return MentionCounts(
        MentionQuery("notice period"),
        ("notice period",),
        tuple(FileMentions(f"/docs/lease {number}.pdf", 3) for number in range(files)),
        ("/docs/tea.md", "/docs/cats.txt"),
        (FileGap("/docs/locked.pdf", "The file is protected by a password."),),
        ("/docs/new.docx",),
        (),
        (("notice period", 5), ("Notice Period", 1)),
    )


@pytest.fixture
def section(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> FindAllSection:
    scripted.add_library("A", files=6, folders=("/docs",))
    scripted.mention_counts = counts()
    scripted.mentions_found["/docs/lease 0.pdf"] = (mention("/docs/lease 0.pdf", 1),)
    window = open_window()
    window.actions_table["view.all_documents"].trigger()
    section = find(window, FindAllSection, "find_all")
    assert section.isVisible()
    return section


def count(qtbot: QtBot, section: FindAllSection, words: str = "notice period") -> None:
    section.edit.setText(words)
    QTest.keyClick(section.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: section.export_button.isVisible() and not section.stop_button.isVisible())


def rows(section: FindAllSection) -> list[str]:
    model = section.list.rows
    return [str(model.index(number).data()) for number in range(model.rowCount())]


def test_every_mention_is_counted_with_its_denominator_and_method(qtbot: QtBot, section: FindAllSection) -> None:
    count(qtbot, section)
    assert section.summary.text() == (
        "6 mentions in 2 of 6 files. 1 could not be read. 1 is still being read. Words: complete."
    )
    assert section.spellings.text() == "Written: notice period (5), Notice Period (1)"
    assert rows(section) == ["lease 0.pdf. 3 mentions", "lease 1.pdf. 3 mentions"]


def test_the_link_of_a_mention_is_copied(qtbot: QtBot, section: FindAllSection) -> None:
    count(qtbot, section)
    section.list.setCurrentIndex(section.list.rows.index(0))
    QTest.keyClick(section.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: len(rows(section)) == 3)
    section.list.setCurrentIndex(section.list.rows.index(1))
    QGuiApplication.clipboard().clear()  # it may have the link of another test
    find(section.list, QAction, "mention_link").trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("desktop-rag://"))
    assert parse_link(QGuiApplication.clipboard().text()) == Link(name="A", file="lease 0.pdf", page=3, quote=TEXT)


def test_files_without_mentions_and_those_not_readable_are_listed(qtbot: QtBot, section: FindAllSection) -> None:
    count(qtbot, section)
    assert section.chips[Group.WITHOUT].text() == "Without 2"
    section.chips[Group.WITHOUT].click()
    assert rows(section) == ["tea.md", "cats.txt"]
    section.chips[Group.UNREADABLE].click()
    assert rows(section) == ["locked.pdf. The file is protected by a password."]
    section.chips[Group.WAITING].click()
    assert rows(section) == ["new.docx"]


def test_the_keyboard_unfolds_a_file_opens_a_mention_and_comes_back(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    count(qtbot, section)
    QTest.keyClick(section.edit, Qt.Key.Key_Down)
    assert section.list.hasFocus()
    QTest.keyClick(section.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(rows(section)) == 3)
    window = section.window()
    assert isinstance(window, MainWindow)
    QTest.keyClick(section.list, Qt.Key.Key_Down)
    QTest.keyClick(section.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None and window.source_pane.opened.source() is not None)
    viewer = window.source_pane.opened
    assert viewer is not None
    shown = viewer.citation()
    assert shown is not None
    assert (shown.file, shown.page, shown.start, shown.end, shown.quote) == (
        "/docs/lease 0.pdf", 3, 104, 117, "notice period",
    )  # fmt: skip
    assert window.panes.sources_visible()
    QTest.keyClick(section.list, Qt.Key.Key_Left)
    assert len(rows(section)) == 2
    QTest.keyClick(section.list, Qt.Key.Key_Escape)
    assert section.edit.hasFocus()


def test_a_click_folds_and_unfolds(qtbot: QtBot, section: FindAllSection) -> None:
    count(qtbot, section)
    place = section.list.visualRect(section.list.rows.index(0)).center()
    QTest.mouseClick(section.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: len(rows(section)) == 3)
    QTest.mouseClick(section.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(rows(section)) == 2


def test_a_count_can_be_stopped_and_what_was_there_stays(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    count(qtbot, section)
    scripted.mention_seconds = 60
    QTest.keyClick(section.edit, Qt.Key.Key_Return)
    assert section.stop_button.isVisible()
    QTest.keyClick(section.edit, Qt.Key.Key_Escape)
    assert not section.stop_button.isVisible()
    assert section.summary.text().startswith("6 mentions")


def test_what_cannot_be_counted_is_said(qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker) -> None:
    scripted.mention_error = UserError("There is nothing to look for.", "Type a word.")
    section.edit.setText("…")
    section.find_button.click()
    qtbot.waitUntil(section.notice.isVisible)
    assert any("nothing to look for" in one.text() for one in section.notice.findChildren(QLabel))


def test_options_count_again(qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker) -> None:
    count(qtbot, section)
    section.exact.click()
    qtbot.waitUntil(lambda: not section.stop_button.isVisible())
    called = [call.query for name, call in scripted.calls if name == "mentions.count"]
    assert [one.exact for one in called] == [False, True]


def test_files_that_changed_offer_to_count_again(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    count(qtbot, section)
    assert not section.again_button.isVisible()
    scripted.bus.emit(StoreChanged(0, frozenset({"nodes"}), ("A",)))
    qtbot.waitUntil(section.again_button.isVisible)


@pytest.mark.parametrize("statement", [False, True])
def test_mentions_and_the_proof_are_saved_to_a_file(
    qtbot: QtBot,
    section: FindAllSection,
    scripted: ScriptedWorker,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    statement: bool,
) -> None:
    count(qtbot, section)
    chosen = (str(tmp_path / "found"), "Table (*.csv)")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_kwargs: chosen)
    section.export_button.menu().actions()[int(statement)].trigger()
    qtbot.waitUntil(section.notice.isVisible)
    (call,) = (call for name, call in scripted.calls if name == "mentions.export")
    assert call.target == tmp_path / "found.csv"
    assert call.statement is statement


def test_ten_thousand_files_are_shown_within_a_frame_or_few(qtbot: QtBot, section: FindAllSection) -> None:
    many = counts(10_000)
    model = section.list.rows
    assert isinstance(model, MentionModel)
    started = time.perf_counter()
    model.show_group(many)
    model.unfold(5)
    model.show_mentions("/docs/lease 5.pdf", [mention("/docs/lease 5.pdf", n) for n in range(1)])
    assert time.perf_counter() - started < 0.5  # a slow machine with other work; alone it takes 20 ms
    assert model.rowCount() == 10_001
    assert model.index(6).data(ROW_ROLE).mention is not None


def test_the_page_has_a_section_for_each_question(qtbot: QtBot, section: FindAllSection) -> None:
    pane = section.window().page_commands.all_documents  # type: ignore[attr-defined]
    find(pane, QToolButton, "register_section_tab").click()
    assert pane.register.isVisible()
    assert not section.isVisible()
    find(pane, QToolButton, "find_all_tab").click()
    assert section.isVisible()
    assert section.edit.hasFocus()


def test_what_an_answer_offers_is_looked_up_with_its_words(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    window = section.window()
    assert isinstance(window, MainWindow)
    window.page_commands.show_ask()
    window.chat_pane.all_documents_wanted.emit(AllDocumentsOffer("find_all", "notice period", 6))
    qtbot.waitUntil(lambda: section.summary.text().startswith("6 mentions in 2 of 6 files."))
    assert section.isVisible()
    assert section.edit.text() == "notice period"
    pane = window.page_commands.all_documents
    assert pane is not None
    question = "Who was absent every time?"
    scripted.tables_found = [ReviewTable("A", table_of(question), (), 0, 0)]
    window.chat_pane.all_documents_wanted.emit(AllDocumentsOffer("table", question, 6))
    qtbot.waitUntil(lambda: find(pane, ComboBox, "table_choice").currentText() == question)
    assert pane.table.isVisible()
    assert find(pane, QPushButton, "table_fill_button").isEnabled()
    window.chat_pane.all_documents_wanted.emit(AllDocumentsOffer("register", "invoice", 6))
    assert pane.register.isVisible()
    assert find(pane, QLineEdit, "register_filter").text() == "invoice"


def meant(qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker) -> None:
    """Look for what sentences mean: three are above the cut, twelve below it."""
    scores = [3.0, 2.0, 1.0, *(-float(number) for number in range(1, 13))]
    hits = tuple(
        MeaningHit(Source(1, 0.0, f"/docs/{number}.pdf", 1, "1", 5, 20, f"sentence {number}", "", ("meaning",)), score)
        for number, score in enumerate(scores)
    )
    gap = (FileGap("/docs/locked.pdf", "The file is protected by a password."),)
    scripted.meaning_hits = MeaningHits(MeaningQuery(""), hits, 0.0, 40, 90, 19, gap)
    section.meaning.setChecked(True)
    section.edit.setText("pets are forbidden")
    QTest.keyClick(section.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(section.meaning_list.isVisible)


def sentences(section: FindAllSection) -> list[str]:
    model = section.meaning_list.model
    return [str(model.index(row, 1).data()) for row in range(model.rowCount())]


def test_by_meaning_the_cut_and_the_ten_below_it_are_shown(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    meant(qtbot, section, scripted)
    shown = sentences(section)
    assert shown[:5] == ["sentence 0", "sentence 1", "sentence 2", "Cut here. Just below it:", "sentence 3"]
    assert len(shown) == 3 + 1 + 10
    assert section.summary.text() == (
        "3 sentences in 3 of 20 files. 1 could not be read. "
        "Meaning: not complete. The 40 nearest of 90 passages were read."
    )
    assert not section.exact.isEnabled()
    assert not section.export_button.isVisible()


def test_decisions_by_keyboard_move_the_cut_and_the_count(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    meant(qtbot, section, scripted)
    table, model = section.meaning_list.table, section.meaning_list.model
    table.setFocus()
    table.setCurrentIndex(model.index(6, 1))  # “sentence 5”, below the cut
    QTest.keyClick(table, Qt.Key.Key_Plus)
    assert sentences(section).index("Cut here. Just below it:") == 6
    assert section.summary.text().startswith("6 sentences in 6 of 20 files.")
    assert model.hit(table.currentIndex().row()).source.text == "sentence 5"
    table.setCurrentIndex(model.index(3, 1))
    find(section, QPushButton, "meaning_not_meant_button").click()
    assert section.summary.text().startswith("4 sentences in 4 of 20 files.")  # the cut agrees with one of both
    QTest.keyClick(table, Qt.Key.Key_Minus)  # once more takes it back
    assert section.summary.text().startswith("6 sentences in 6 of 20 files.")


def test_a_sentence_found_by_meaning_opens_its_place(
    qtbot: QtBot, section: FindAllSection, scripted: ScriptedWorker
) -> None:
    meant(qtbot, section, scripted)
    section.meaning_list.table.setCurrentIndex(section.meaning_list.model.index(1, 1))
    with qtbot.waitSignal(section.passage_wanted) as wanted:
        QTest.keyClick(section.meaning_list.table, Qt.Key.Key_Return)
    source, citation, opened = wanted.args
    assert (source.file, citation.on_page(1), opened) == ("/docs/1.pdf", (5, 20), True)
    section.meaning.setChecked(False)
    qtbot.waitUntil(section.list.isVisible)
    assert section.exact.isEnabled()
