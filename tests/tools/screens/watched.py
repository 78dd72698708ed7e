"""Screens of what is watched: before there is anything, and with what no longer holds, holds, and is in new files."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_rag.core.results.review import ReviewColumn, TableDefinition
from tests.tools.screens.stage import Stage

LIBRARY = "Leases"
_LEASE = """Lease of the flat in Mill Lane 12

The monthly rent is 1,150 euros and is due on the third working day of each month. The deposit is 2,400 euros.

Notice is given in writing. The notice period is three months to the end of a month.

家賃は毎月25日までに払います。
"""
_RULES = "House rules\n\nThe gate closes at 20:00. Visitors park for three hours.\n"
_TEXTS = (
    (
        "Letter to Ms Weber.docx",
        "The monthly rent is 1,150 euros. The notice period is three months. 家賃は毎月25日までに払います。",
    ),
    (
        "Note for visitors of the house in Mill Lane, with the times of the gate and the car park",
        "Visitors park for three hours.",
    ),
    ("Handover.md", "The gate closes at 20:00. Notice is given in writing. The deposit is 2,400 euros."),
)


def empty(stage: Stage) -> None:
    """Show the page without anything."""
    stage.command("view.watched")
    stage.rest()


def found(stage: Stage, *, opened: bool = False) -> None:
    """Show what is watched after its files have changed; the page of what no longer holds, where wanted."""
    _watch(stage)
    stage.choose_library(LIBRARY)
    stage.window.panes.show_sources(show=opened)
    stage.command("view.watched")
    page = stage.window.page_commands.watched
    assert page is not None
    stage.wait(lambda: page._job is None and page.list.rows.rowCount() > len(_TEXTS))
    stage.rest()
    QTest.keyClick(page.list, Qt.Key.Key_Home)
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    if opened:
        QTest.keyClick(page.list, Qt.Key.Key_Return)
    for _ in range(3):
        stage.rest()


def told(stage: Stage) -> None:
    """Show the notice above the conversation, and the line in the sidebar."""
    stage.command("view.ask")
    _watch(stage)
    stage.choose_library(LIBRARY)
    stage.wait(stage.window.library_pane.watched_line.isVisible)


def _watch(stage: Stage) -> None:
    """Make a library, watch texts and a table of it, and change its files."""
    worker, folder = stage.worker, stage.data.parent / LIBRARY
    if folder.exists():
        return
    _write(folder, _LEASE, _RULES)
    worker.libraries.create(LIBRARY).result(60)
    worker.files.add(LIBRARY, [folder]).result(60)
    for title, text in _TEXTS:
        worker.pins.text(LIBRARY, worker.checks.check_text(LIBRARY, text).result(60), title).result(60)
    fees = TableDefinition("Fees", (ReviewColumn("Deposit", question="What is the deposit?"),))
    worker.tables.fill(LIBRARY, fees).result(60)
    worker.pins.table(LIBRARY, fees).result(60)
    stage.choose_library(LIBRARY)
    changed = _LEASE.replace("1,150", "1,250").replace("三", "四").replace("25日", "27日").replace("2,400", "2,900")
    _write(folder, changed.replace("Notice is given in writing. ", ""), None)
    (folder / "notice.txt").write_text("Notice to all\n\nVisitors park for five hours.\n", encoding="utf-8")
    worker.files.add(LIBRARY, [folder]).result(60)
    worker.pins.check(LIBRARY).result(60)


def _write(folder: Path, lease: str, rules: str | None) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "lease.txt").write_text(lease, encoding="utf-8")
    if rules is None:
        (folder / "rules.txt").unlink()
    else:
        (folder / "rules.txt").write_text(rules, encoding="utf-8")
