"""Screens of the page that checks a text: before there is one, while it is checked, and with what was found."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_rag.core.results.text_checks import DecisionKind, FindingDecision
from desktop_rag.gui.drafts.draft_words import Group
from desktop_rag.gui.drafts.page import DraftPane
from tests.tools.screens.stage import Stage

_LETTER = """The flat in Mill Lane

Dear Ms Weber,

I read the lease of 1 April 2024 again. The notice period is three months to the end of a month [1]. Notice is given \
in writing. The monthly rent is 1,250 euros and is due on the third working day of each month (lease.pdf, p. 3). The \
deposit of 2,400 euros is paid back within eight weeks. The landlord is Anna Weber, and the tenant is Jonas Keller.

The heating was replaced in autumn. Pets are welcome in the whole house. May I paint the kitchen yellow?

家賃は毎月27日までに払います。解約の予告期間は三か月です。
"""
DRAFT = f"{_LETTER}\n\nKind regards\n\nReferences\n\n[1] lease.pdf\n[2] M. Hale, Letting and law (2019)\n"


def _page(stage: Stage) -> DraftPane:
    stage.command("view.check")
    page = stage.window.page_commands.draft
    assert page is not None
    page.stop()
    page.edit.load("")
    page.check_button.setFocus()
    stage.window.panes.show_sources(show=True)
    stage.rest()
    return page


def empty(stage: Stage) -> None:
    """Show the page without a text."""
    _page(stage).notice.hide()
    stage.window.panes.show_sources(show=False)


def busy(stage: Stage) -> None:
    """Check a long text, of which a part is done."""
    page = _page(stage)
    page.show_text("\n\n".join(f"{_LETTER}\nThe rent of flat {number} is {number * 7} euros." for number in range(400)))
    stage.wait(lambda: not page.edit.is_loading)
    page.notice.hide()
    page.check()
    stage.wait(lambda: page._done > 30 and page.list.rows.rowCount() > 2)
    page.next_finding()


def found(stage: Stage, *, opened: bool = False) -> None:
    """Show what was found in a text, and the first finding, with its page where wanted."""
    page = _page(stage)
    page.show_text(DRAFT)
    page.notice.hide()
    page.check()
    stage.wait(lambda: page._job is None)
    stage.rest()
    page.next_finding()
    if opened:
        QTest.keyClick(page.list, Qt.Key.Key_Return)
    else:
        stage.window.panes.show_sources(show=False)
        page.next_finding()
        page._decide(FindingDecision(DecisionKind.ACCEPTED, "They agreed on the phone."))
        page.previous_finding()
    for _ in range(4):
        stage.rest()


def inside(stage: Stage) -> None:
    """Show what does not fit within a text: the first is chosen."""
    page = _page(stage)
    table = "| Part | Euros |\n|---|---|\n| Rent | 1,150 |\n| Heating | 120 |\n| Total | 1,280 |"
    page.show_text(f"{DRAFT}\n\nThere are three reasons:\n\n- the noise\n- the stairs\n\n{table}\n")
    page.notice.hide()
    page.check()
    stage.wait(lambda: page._job is None)
    stage.rest()
    page._choose_group(Group.INNER)
    stage.window.panes.show_sources(show=False)
    page.next_finding()
    for _ in range(4):
        stage.rest()
