"""Screens of the page about all documents: what is found in a library, its register and table, what differs in it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_rag.gui.all_documents.columns_dialog import ColumnsDialog
from desktop_rag.gui.all_documents.comparison_section import CompareMode
from desktop_rag.gui.all_documents.page import AllDocumentsPane
from desktop_rag.gui.all_documents.section import Section, take_focus
from tests.tools.screens.agreements import AMENDED
from tests.tools.screens.stage import Stage
from tests.tools.screens.worlds import AGREEMENTS

_COLUMN = 3  # of the table, whose cell is chosen


def _page(stage: Stage, choose: Callable[[AllDocumentsPane], Section]) -> AllDocumentsPane:
    """Show a section of the page."""
    stage.command("view.all_documents")
    page = stage.window.page_commands.all_documents
    assert page is not None
    page.show_section(choose(page))
    stage.rest()
    return page


def _rest(stage: Stage, page: AllDocumentsPane) -> None:
    """Wait for the job of the section that is shown, and for the page that it opens."""
    stage.wait(lambda: page.section._job is None)
    for _ in range(3):
        stage.rest()


def find(stage: Stage, *, opened: bool = True) -> None:
    """Find all mentions of a word; of the first file they are unfolded."""
    page = _page(stage, lambda page: page.find_all)
    if opened:
        page.find_all.look_for("deposit")
        _rest(stage, page)
        take_focus(page.find_all.list)
        QTest.keyClick(page.find_all.list, Qt.Key.Key_Right)
        stage.rest()
        QTest.keyClick(page.find_all.list, Qt.Key.Key_Down)
        _rest(stage, page)


def register(stage: Stage) -> None:
    """Show the dates, amounts and parties of a library, with the sentence of one."""
    page = _page(stage, lambda page: page.register)
    _rest(stage, page)
    take_focus(page.register.table)
    _rest(stage, page)


def ask_model(stage: Stage) -> None:
    """Say how much a model would have to read for the register."""
    page = _page(stage, lambda page: page.register)
    _rest(stage, page)
    page.register._with_model.click()
    stage.wait(page.register.notice.isVisible)


def table(stage: Stage, *, row: int = 1, group: int = 0) -> None:
    """Show the table of a library that is filled, with the place of a cell."""
    page = _page(stage, lambda page: page.table)
    section = page.table
    stage.wait(lambda: section.model.rowCount() > row)
    section._group.setCurrentIndex(group)
    stage.rest()
    section.table.setFocus()
    section.table.setCurrentIndex(section.model.index(row, _COLUMN))
    section.table.open_current()
    _rest(stage, page)


def columns(stage: Stage) -> None:
    """Show the columns of a table, with the last one's question."""
    table(stage)
    section = _page(stage, lambda page: page.table).table
    section._edit_columns(new=False)
    dialog = section.window().findChildren(ColumnsDialog)[-1]
    dialog.list.setCurrentRow(dialog.list.count() - 1)
    for _ in range(3):
        stage.rest()


def new_table(stage: Stage) -> None:
    """Propose to fill a table of which nothing is known yet."""
    page = _page(stage, lambda page: page.table)
    section = page.table
    stage.wait(lambda: section._choice.count() > 1)
    section._choice.setCurrentIndex(1)
    stage.wait(lambda: section.model.rowCount() > 0 and section.model.index(0, 1).data() == "…")
    section._fill.click()
    stage.wait(section.notice.isVisible)


def compare(stage: Stage, mode: CompareMode | None = CompareMode.FILES) -> None:
    """Compare two files, or two folders; without a mode, show what there is before."""
    page = _page(stage, lambda page: page.comparison)
    section = page.comparison
    chosen = mode or CompareMode.FILES
    section.mode.setCurrentIndex(section.mode.findData(chosen.value))
    section._choose_mode()
    stage.rest()
    if mode is None:
        section.before.clear()
        section.after.clear()
        return
    info = stage.window.library_pane.current_library()
    assert info is not None
    folder = next(one for one in info.folders if one.endswith(AGREEMENTS))
    name = f"/{AMENDED}" if mode is CompareMode.FILES else ""
    section.before.set_file(f"{folder}/2023{name}")
    section.after.set_file(f"{folder}/2024{name}")
    section.compare()
    _rest(stage, page)
    take_focus(section.areas()[-1])  # type: ignore[arg-type]
    _rest(stage, page)


def contradictions(stage: Stage, *, both: bool = False) -> None:
    """Show what disagrees between files, with the page of one, or both pages in a window of their own."""
    page = _page(stage, lambda page: page.contradictions)
    _rest(stage, page)
    listed = page.contradictions.list
    take_focus(listed)
    _rest(stage, page)
    if both:
        QTest.keyClick(listed, Qt.Key.Key_Return)
        for _ in range(6):
            stage.rest()
