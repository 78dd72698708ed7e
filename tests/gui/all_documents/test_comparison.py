"""The section “Compare” of the page “All documents”: two files, their differences, and the pages of both sides."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.comparison import (
    ChangedFile,
    ComparedText,
    Comparison,
    ComparisonSummary,
    Difference,
    DifferenceKind,
    DifferentPart,
    EarlierText,
    EarlierTexts,
    FileChange,
    FolderComparison,
    Place,
    Side,
    Statement,
    SummaryPoint,
)
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.gui.all_documents.comparison_list import is_narrow, side_box
from desktop_rag.gui.all_documents.comparison_section import CompareMode, ComparisonSection
from desktop_rag.gui.all_documents.comparison_words import file_line, side_names
from desktop_rag.gui.all_documents.section import take_focus
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
pytestmark = pytest.mark.usefixtures("english")
OLD, NEW = "/docs/lease 0.pdf", "/docs/lease 1.pdf"


def side(file: str, text: str, marks: tuple[tuple[int, int], ...] = (), page: int = 2) -> Side:
    return Side(file, (Place(page, str(page), 10, 10 + len(text)),), text, marks, "Rent")


def comparison() -> Comparison:
    rent, notice = "The rent is {} euros a month.", "Notice is given three months before."
    differences = (
        Difference(
            1,
            DifferenceKind.CHANGED,
            DifferentPart.PARAGRAPH,
            side(OLD, rent.format("900"), ((12, 15),)),
            side(NEW, rent.format("950"), ((12, 15),), 3),
        ),
        Difference(2, DifferenceKind.MOVED, DifferentPart.PARAGRAPH, side(OLD, notice), side(NEW, notice, (), 5)),
        Difference(
            3, DifferenceKind.GONE, DifferentPart.ROW, side(OLD, "| Heating | 90 |", ((0, 16),)), None, "Heating"
        ),
    )
    return Comparison(ComparedText(OLD, 4, 30), ComparedText(NEW, 5, 29), differences, 28)


@pytest.fixture
def section(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> ComparisonSection:
    scripted.add_library("A", files=6, folders=("/docs",))
    scripted.comparison_found = comparison()
    files = (FileStatus(file, FileState.READY, "", 1, 1) for file in (OLD, NEW, "/docs/tea.txt"))
    scripted.file_lists["A"] = tuple(files)
    window = open_window()
    window.actions_table["view.all_documents"].trigger()
    find(window, QToolButton, "comparison_tab").click()
    section = find(window, ComparisonSection, "comparison")
    assert section.isVisible()
    return section


def compare(qtbot: QtBot, section: ComparisonSection) -> None:
    section.before.set_file(OLD)
    section.after.set_file(NEW)
    QTest.keyClick(section.after, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: section.export_button.isVisible() and not section.stop_button.isVisible())


def rows(section: ComparisonSection) -> list[str]:
    model = section.list.rows
    return [str(model.index(number).data()) for number in range(model.rowCount())]


def opened(section: ComparisonSection) -> tuple[str, int, int, int]:
    """Return the file, the page and the range that are shown beside the section."""
    window = section.window()
    assert isinstance(window, MainWindow)
    viewer = window.source_pane.opened
    shown = None if viewer is None else viewer.citation()
    return ("", 0, 0, 0) if shown is None else (shown.file, shown.page, shown.start, shown.end)


def test_differences_are_listed_with_both_sides_and_counted(qtbot: QtBot, section: ComparisonSection) -> None:
    compare(qtbot, section)
    assert section.summary.text() == "3 differences. 28 paragraphs and rows are alike."
    assert rows(section)[0].startswith("Changed · Paragraph. Before: The rent is 900 euros a month., ")
    assert "After: The rent is 950 euros a month., Page 3" in rows(section)[0]
    assert rows(section)[2].startswith("Gone · Table row · Heating. Before: ")
    assert [chip.text() for chip in section.chips.values() if chip.isVisible()] == ["Changed 1", "Moved 1", "Gone 1"]


def test_a_kind_is_chosen_and_left_again(qtbot: QtBot, section: ComparisonSection) -> None:
    compare(qtbot, section)
    section.chips[DifferenceKind.GONE].click()
    assert len(rows(section)) == 1
    section.chips[DifferenceKind.MOVED].click()
    assert rows(section)[0].startswith("Moved")
    section.chips[DifferenceKind.MOVED].click()
    assert len(rows(section)) == 3


def test_the_keyboard_opens_either_side_and_comes_back(qtbot: QtBot, section: ComparisonSection) -> None:
    compare(qtbot, section)
    QTest.keyClick(section.after, Qt.Key.Key_Down)
    assert section.list.hasFocus()
    QTest.keyClick(section.list, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: opened(section) == (OLD, 2, 10, 40))
    QTest.keyClick(section.list, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: opened(section) == (NEW, 3, 10, 40))
    QTest.keyClick(section.list, Qt.Key.Key_Down)
    QTest.keyClick(section.list, Qt.Key.Key_Down)
    QTest.keyClick(section.list, Qt.Key.Key_Return)  # it is gone: what was there is shown
    qtbot.waitUntil(lambda: opened(section)[0] == OLD)
    QTest.keyClick(section.list, Qt.Key.Key_Escape)
    assert section.before.hasFocus()


def test_a_click_opens_the_side_that_was_clicked(qtbot: QtBot, section: ComparisonSection) -> None:
    compare(qtbot, section)
    view = section.list
    box = view.visualRect(view.rows.index(1)).adjusted(12, 6, -12, -6)
    for number, place in ((0, (OLD, 2)), (1, (NEW, 5))):
        spot = side_box(box, number).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        qtbot.waitUntil(lambda place=place: opened(section)[:2] == place)


def test_some_letters_offer_the_files_that_fit(qtbot: QtBot, section: ComparisonSection) -> None:
    box, completer = section.before, section.before.completer()
    assert completer is not None
    box.setFocus()
    box.read()
    QTest.keyClicks(box, "lea 1")
    qtbot.waitUntil(lambda: completer.model().rowCount() == 1)
    box.setText(str(completer.model().index(0, 0).data()))
    assert (box.file(), box.text()) == (NEW, "lease 1.pdf  ·  docs")


def test_both_files_are_swapped(qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker) -> None:
    compare(qtbot, section)
    section.swap_button.click()
    qtbot.waitUntil(lambda: section.before.file() == NEW and not section.stop_button.isVisible())
    called = [call for name, call in scripted.calls if name == "comparisons.files"]
    assert [tuple(call) for call in called] == [("A", OLD, NEW), ("A", NEW, OLD)]


def test_what_cannot_be_compared_is_said(qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker) -> None:
    scripted.comparison_error = UserError("The library has no file “x”.", "Give its name.")
    section.before.set_file("x")
    section.after.set_file(NEW)
    section.compare_button.click()
    qtbot.waitUntil(section.notice.isVisible)
    assert not section.stop_button.isVisible()


def test_a_comparison_is_stopped_with_escape(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    scripted.comparison_seconds = 30
    section.before.set_file(OLD)
    section.after.set_file(NEW)
    QTest.keyClick(section.before, Qt.Key.Key_Return)
    assert section.stop_button.isVisible()
    QTest.keyClick(section.before, Qt.Key.Key_Escape)
    assert not section.stop_button.isVisible()
    assert section.before.text()


def test_files_that_change_meanwhile_can_be_compared_again(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    compare(qtbot, section)
    scripted.bus.emit(StoreChanged(0, frozenset({"documents"}), ("A",)))
    qtbot.waitUntil(section.again_button.isVisible)
    section.again_button.click()
    qtbot.waitUntil(lambda: not section.stop_button.isVisible())
    assert not section.again_button.isVisible()


def test_differences_are_exported(
    qtbot: QtBot,
    section: ComparisonSection,
    scripted: ScriptedWorker,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    compare(qtbot, section)
    target = tmp_path / "found.html"
    monkeypatch.setattr(QFileDialog, "exec", lambda _: True, raising=False)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target), ""))
    section.export_button.click()
    qtbot.waitUntil(lambda: any(name == "comparisons.export" for name, _ in scripted.calls))


def test_sides_stand_one_above_the_other_where_it_is_narrow() -> None:
    assert is_narrow(400)
    assert not is_narrow(900)
    wide, narrow = QRect(0, 0, 900, 100), QRect(0, 0, 380, 180)
    assert side_box(wide, 0).top() == side_box(wide, 1).top()
    assert side_box(narrow, 1).top() > side_box(narrow, 0).bottom()
    assert not side_box(wide, 0).intersects(side_box(wide, 1))


@pytest.mark.parametrize("width", [400, 900])
def test_rows_are_painted(qtbot: QtBot, section: ComparisonSection, width: int) -> None:
    compare(qtbot, section)
    section.list.resize(width, 500)
    picture = QPixmap(width, 500)
    painter = QPainter(picture)
    section.list.render(painter, QPoint())
    painter.end()
    assert not picture.isNull()


def choose_mode(section: ComparisonSection, mode: CompareMode) -> None:
    number = section.mode.findData(mode.value)
    section.mode.setCurrentIndex(number)
    section.mode.activated.emit(number)


def test_a_file_is_compared_with_its_earlier_state(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    scripted.infos["A"] = replace(scripted.infos["A"], keeps_earlier=True)
    scripted.changed("A")
    scripted.earlier_texts = EarlierTexts(5, (EarlierText(NEW, 2000, 1500, 3, 900), EarlierText(NEW, 1500, 5, 3, 800)))
    choose_mode(section, CompareMode.EARLIER)
    assert not section.before.isVisible()
    section.after.set_file(NEW)
    QTest.keyClick(section.after, Qt.Key.Key_Return)
    qtbot.waitUntil(section.export_button.isVisible)
    assert section.states.count() == 2
    assert section.states.currentText().startswith("As it was until 1/1/70")
    section.states.setCurrentIndex(1)
    section.states.activated.emit(1)
    qtbot.waitUntil(lambda: len(scripted.called("comparisons.files")) == 2)


def test_nothing_is_kept_until_a_button_is_pressed(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    choose_mode(section, CompareMode.EARLIER)
    assert "keeps no earlier states" in section.notice.accessibleName()
    find(section, QPushButton, "keep_earlier_button").click()
    qtbot.waitUntil(lambda: scripted.infos["A"].keeps_earlier)
    qtbot.waitUntil(lambda: "from now on" in section.notice.accessibleName())


def folder_comparison() -> FolderComparison:
    return FolderComparison(
        "/docs/2023",
        "/docs/2024",
        (
            ChangedFile(FileChange.CHANGED, "/docs/2023/lease.pdf", "/docs/2024/lease.pdf", 3),
            ChangedFile(FileChange.RENAMED, "/docs/2023/a.txt", "/docs/2024/b.txt", 0),
            ChangedFile(FileChange.NEW, "", "/docs/2024/new.txt"),
            ChangedFile(FileChange.GONE, "/docs/2023/gone.txt", ""),
        ),
        7,
    )


def test_two_folders_are_compared_and_a_click_opens_a_file(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    scripted.folders_found = folder_comparison()
    scripted.folder_names = ("/docs/2023", "/docs/2024")
    choose_mode(section, CompareMode.FOLDERS)
    assert section.before.placeholderText() == "The folder before"
    section.before.set_file("/docs/2023")
    section.after.set_file("/docs/2024")
    section.compare_button.click()
    qtbot.waitUntil(section.files.isVisible)
    assert section.summary.text() == "4 files differ; unchanged: 7."
    model = section.files.rows
    shown = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(4)]
    assert shown == [
        "lease.pdf, Changed, 3 differences",
        "a.txt → b.txt, Renamed or moved",
        "new.txt, New",
        "gone.txt, Gone",
    ]
    section.file_chips[FileChange.GONE].click()
    assert model.rowCount() == 1
    section.file_chips[FileChange.GONE].click()

    box = section.files.visualRect(model.index(0)).center()
    QTest.mouseClick(section.files.viewport(), Qt.MouseButton.LeftButton, pos=box)
    qtbot.waitUntil(section.list.isVisible)
    assert scripted.called("comparisons.files")[-1][:3] == ("A", "/docs/2023/lease.pdf", "/docs/2024/lease.pdf")
    assert section.after.file() == "/docs/2024"
    section.back_button.click()
    assert section.files.isVisible()
    section.files.setCurrentIndex(model.index(2))
    QTest.keyClick(section.files, Qt.Key.Key_Return)
    window = section.window()
    assert isinstance(window, MainWindow)
    viewer = window.source_pane.opened
    assert viewer is not None
    qtbot.waitUntil(lambda: (shown := viewer.source()) is not None and shown.file == "/docs/2024/new.txt")
    QTest.keyClick(section.files, Qt.Key.Key_Escape)
    assert not section.files.hasFocus()


def test_a_folder_then_and_now(qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker) -> None:
    scripted.infos["A"] = replace(scripted.infos["A"], keeps_earlier=True)
    found = ChangedFile(FileChange.CHANGED, "/docs/a.txt", "/docs/a.txt", 2, 1234.5)
    scripted.folders_found = FolderComparison("/docs", "/docs", (found,), 3, 1, 5)
    choose_mode(section, CompareMode.SINCE)
    assert [section.states.itemText(row) for row in range(section.states.count())][1] == "Since a week ago"
    section.after.set_file("/docs")
    QTest.keyClick(section.after, Qt.Key.Key_Return)
    qtbot.waitUntil(section.files.isVisible)
    assert "is not known" in section.summary.text()
    take_focus(section.files)
    QTest.keyClick(section.files, Qt.Key.Key_Return)
    qtbot.waitUntil(section.list.isVisible)
    assert section.back_button.isVisible()


def test_a_model_sums_up_and_each_sentence_opens_its_page(
    qtbot: QtBot, section: ComparisonSection, scripted: ScriptedWorker
) -> None:
    compare(qtbot, section)
    assert not section.summarise_button.isVisible(), "no model is connected"
    scripted.config.update({"llm.provider": "ollama", "llm.model": "small"})
    rent = comparison().differences[0]
    assert rent.before is not None
    assert rent.after is not None
    point = SummaryPoint(
        1,
        Statement("The rent was <900>.", rent.before, Verdict.SUPPORTED),
        Statement("It is 960.", rent.after, Verdict.PARTLY, ("The source says 950.",)),
    )
    scripted.comparison_summary = ComparisonSummary((point,), 2, 3, 3)
    compare(qtbot, section)
    qtbot.waitUntil(section.summarise_button.isVisible)
    section.summarise_button.click()
    qtbot.waitUntil(section.points.isVisible)
    text = section.points.text()
    assert "The rent was &lt;900&gt;." in text
    assert "The source says 950." in text
    assert "Left out, as the files do not say it: 2." in text
    assert not section.summarise_button.isVisible()
    section.points.linkActivated.emit("0-after")
    qtbot.waitUntil(lambda: opened(section)[:2] == (NEW, 3))
    section.points.linkActivated.emit("0-before")
    qtbot.waitUntil(lambda: opened(section)[:2] == (OLD, 2))


@pytest.mark.parametrize(
    ("after", "kept", "names"),
    [
        ("/docs/new/lease.pdf", 0.0, ("Before: lease.pdf · old", "After: lease.pdf · new")),
        ("/docs/new/lease 2.pdf", 0.0, ("Before: lease.pdf", "After: lease 2.pdf")),
        ("/docs/old/lease.pdf", 1_700_000_000.0, ("Before: As it was until", "After: As it is now")),
    ],
    ids=["of one name", "of two names", "an earlier state"],
)
def test_both_sides_say_whose_they_are(after: str, kept: float, names: tuple[str, str]) -> None:
    before = ComparedText("/docs/old/lease.pdf", 1, 1, kept=kept)
    told = side_names(Comparison(before, ComparedText(after, 1, 1), (), 0))
    assert tuple(long[: len(name)] for (long, _), name in zip(told, names, strict=True)) == names


def test_a_file_whose_text_is_the_same_says_so() -> None:
    assert file_line(ChangedFile(FileChange.CHANGED, "/a/x.pdf", "/b/x.pdf", 0)) == "Changed, same text"
    assert file_line(ChangedFile(FileChange.RENAMED, "/a/x.pdf", "/b/y.pdf", 0)) == "Renamed or moved"


def test_a_box_names_folders_as_they_are_seen_from_the_library(section: ComparisonSection) -> None:
    for file in ("/docs/2023/lease.pdf", "/elsewhere/lease.pdf"):
        section.before.set_file(file)
        assert section.before.file() == file
    section.before.set_file("/docs/2023/lease.pdf")
    assert section.before.text() == "lease.pdf  ·  docs/2023"


def test_a_name_that_does_not_fit_ends_in_an_ellipsis_until_somebody_types(section: ComparisonSection) -> None:
    box = section.after
    box.set_file("/docs/2024/" + "lease of the flat in Harbour Road " * 4 + ".pdf")
    section.before.setFocus()
    room, text = box.shortened()
    assert text.endswith("…")
    assert box.rect().contains(room)
    box.grab()
    box.set_file("/docs/a.pdf")
    assert box.shortened()[1] == box.text()
