"""The middle of the window: the conversation or a page in its place, below what the person has to know.

A switch in the header leads from one to another: Ask, Search, all documents, and the check of a text.
"""

from functools import partial

import shiboken6
from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from desktop_rag.gui.shell.actions import ActionTable
from desktop_rag.gui.widgets.flow_row import FlowRow

ASK, SEARCH, ALL_DOCUMENTS, CHECK = "ask", "search", "all_documents", "check"
WATCHED = "watched"  # a page that the switch leads away from, without a button for it
_COLUMN, _MARGIN = 860, 16  # pixels
_TITLE = 48  # pixels that a title has at least
_ROOMY_TITLE = 96  # pixels that a title has before the words of the switch become icons for it
_BEFORE_TITLE = 4  # pixels beside the usual spacing
_SEGMENT = 26  # pixels of a segment beside its text: 12 on each side and its frame, as in window.qss


class PageStack(QWidget):
    """Shows the conversation, or one page instead; a notice above belongs to all of them."""

    changed = Signal(object)  # bool: whether a page is shown in the place of the conversation

    def __init__(self, conversation: QWidget, notices: QWidget) -> None:
        super().__init__()
        self.setObjectName("pages")
        self._conversation = conversation
        self._before: QWidget | None = None  # what had the keyboard when a page took the place of the conversation
        self._stack = QStackedWidget()
        self._stack.addWidget(conversation)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(notices)
        layout.addWidget(self._stack, 1)

    def add_page(self, page: QWidget) -> None:
        """Make a page a part of this window, which deletes it in the end, without showing it."""
        self._stack.addWidget(page)

    def show_page(self, page: QWidget) -> None:
        """Show a page that was added; the keyboard comes back from it to where it is now."""
        if self.page() is None:
            self._before = self.window().focusWidget()
        self._stack.setCurrentWidget(page)
        self.changed.emit(self.page() is not None)

    def show_conversation(self) -> None:
        """Show the conversation again, with the keyboard where it was before."""
        page, focused = self.page(), self.window().focusWidget()
        self.changed.emit(False)  # noqa: FBT003
        self._stack.setCurrentWidget(self._conversation)
        before, self._before = self._before, None
        in_page = page is not None and (focused is None or page is focused or page.isAncestorOf(focused))
        if in_page and before is not None and shiboken6.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def page(self) -> QWidget | None:
        """Return the page that is shown, None for the conversation."""
        current = self._stack.currentWidget()
        return None if current is self._conversation else current


class PageSwitch(QFrame):
    """Buttons, one of them pressed; each triggers its command.

    Where room is short only the pressed one says its name, and the others show the icons of their commands.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.setObjectName(f"page_switch_{page}")
        self.setProperty("role", "switch")
        row = FlowRow(2)  # large text may have no room for one line
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.addWidget(row)
        group = QButtonGroup(self)
        self._page = page
        self._buttons: dict[str, QToolButton] = {}
        pages = (
            (ASK, self.tr("Ask")),
            (SEARCH, self.tr("Search")),
            (ALL_DOCUMENTS, self.tr("All documents")),
            (CHECK, self.tr("Check")),
        )
        for name, text in pages:
            push = QToolButton()
            push.setObjectName(f"{page}_page_{name}_button")
            push.setText(text)
            push.setAccessibleName(self.tr("Page: {name}").format(name=text))
            push.setProperty("role", "segment")
            push.setCheckable(True)
            push.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            group.addButton(push)
            row.add(push)
            self._buttons[name] = push
        group.setExclusive(page in self._buttons)
        self._stay()

    def follow(self, actions: ActionTable) -> None:
        """Trigger the commands, and show their icons, and their shortcuts in the tool tips."""
        for name, push in self._buttons.items():
            action = actions[f"view.{name}"]
            action.changed.connect(partial(_show_icon, push, action))
            _show_icon(push, action)
            push.clicked.connect(action.trigger)
            push.clicked.connect(self._stay)
            push.setToolTip(
                f"{push.text()} ({action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)})"
            )

    def worded_width(self) -> int:
        """Return the pixels of one line in which each button says its name."""
        font = next(iter(self._buttons.values())).font()
        font.setBold(True)  # as the pressed one has it
        metrics = QFontMetrics(font)
        return sum(metrics.horizontalAdvance(push.text()) + _SEGMENT for push in self._buttons.values())

    def set_worded(self, worded: bool) -> None:  # noqa: FBT001 - the one thing it says
        """Let each button say its name, or only the pressed one."""
        for name, push in self._buttons.items():
            says = worded or name == self._page
            style = Qt.ToolButtonStyle.ToolButtonTextOnly if says else Qt.ToolButtonStyle.ToolButtonIconOnly
            if push.toolButtonStyle() != style:
                push.setToolButtonStyle(style)

    def _stay(self) -> None:
        """Keep the mark of this page: the other page has a separate switch."""
        for name, push in self._buttons.items():
            push.setChecked(name == self._page)


def _show_icon(push: QToolButton, action: QAction) -> None:
    push.setIcon(action.icon())


class PageHeader(QHBoxLayout):
    """The line above a page: a button for the libraries, the switch, the title, and buttons at the right."""

    def __init__(self, before: QWidget, switch: PageSwitch, title: QWidget, *after: QWidget) -> None:
        super().__init__()
        self._switch, self._beside = switch, (before, *after)
        self.setContentsMargins(12, 12, 12, 12)
        self.setSpacing(8)
        self.addWidget(before)
        self.addWidget(switch)
        self.addSpacing(_BEFORE_TITLE)
        title.setMinimumWidth(_TITLE)
        self.addWidget(title, 1)
        for widget in after:
            self.addWidget(widget)

    def setGeometry(self, area: QRect) -> None:
        """Decide whether the switch has room for words before the widgets are placed."""
        beside = [widget.sizeHint().width() + self.spacing() for widget in self._beside if not widget.isHidden()]
        margins, gaps = self.contentsMargins(), 2 * self.spacing() + _BEFORE_TITLE
        room = area.width() - margins.left() - margins.right() - sum(beside) - gaps - _ROOMY_TITLE
        self._switch.set_worded(self._switch.worded_width() <= room)
        super().setGeometry(area)


def margin_beside_column(page: QWidget) -> int:
    """Return the free pixels on each side of a page whose content stands in a column that can be read."""
    return max(_MARGIN, (page.width() - _COLUMN) // 2)
