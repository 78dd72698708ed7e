"""The tools of pages: the list, the page number, the magnification, and a menu with the rest."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from desktop_rag.gui.sources.pages.zoom import Fit
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import IconButton, label
from desktop_rag.gui.widgets.theme import Appearance

_MOST = 999_999  # what can be typed; beyond the last page is the last page
_ROOM_FOR_PERCENT, _ROOM_FOR_ZOOM = 500, 420  # logical pixels of the row of tools; the menu and the keys remain


class PageBox(QLineEdit):
    """The number of the page that is read; another one is gone to with Enter."""

    page_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._page = 0
        self.setObjectName("page_box")
        self.setAccessibleName(self.tr("Page number"))
        self.setToolTip(self.tr("Go to page (Ctrl+G)"))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedWidth(52)
        self.setValidator(QIntValidator(1, _MOST, self))
        self.returnPressed.connect(self._go)

    def show_page(self, page: int) -> None:
        """Write a page's number, 0 for none, unless the person is typing one."""
        self._page = page
        if not (self.hasFocus() and self.isModified()):
            self._write()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Discard a number that was typed but not used."""
        super().focusOutEvent(event)
        self._write()

    def _write(self) -> None:
        self.setText(str(self._page) if self._page else "")

    def _go(self) -> None:
        self.setModified(False)
        self.page_wanted.emit(int(self.text()))
        self.selectAll()


class PageBar(QWidget):
    """Shows the current page and emits commands; knows nothing of their execution."""

    page_wanted = Signal(int)
    page_step = Signal(int)
    zoom_step = Signal(int)
    fit_wanted = Signal(object)  # Fit, or None: as large as it is printed
    turn_wanted = Signal(int)  # degrees
    list_wanted = Signal(bool)
    dark_wanted = Signal(bool)

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.box = PageBox()
        self._count = label("", "muted")
        self._count.setObjectName("page_count")
        self._percent = _percent_label()
        self._previous = self._small("left", self.tr("Previous page (←)"), "previous_page_button")
        self._next = self._small("right", self.tr("Next page (→)"), "next_page_button")
        self._smaller = self._small("minus", self.tr("Smaller (−)"), "zoom_out_button")
        self._larger = self._small("plus", self.tr("Larger (+)"), "zoom_in_button")
        self._fit = self._small("fit", self.tr("Fit width (0)"), "fit_width_button")
        self.list_action = self._checkable(self.tr("Page list\tF4"), "page_list_action")
        self.dark_action = self._checkable(self.tr("Dark pages\tCtrl+Shift+D"), "dark_pages_action")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._previous)
        row.addWidget(self.box)
        row.addSpacing(4)
        row.addWidget(self._count)
        row.addWidget(self._next)
        row.addSpacing(4)
        for tool in (self._smaller, self._percent, self._larger, self._fit):
            row.addWidget(tool)
        row.addWidget(self._make_menu_button())
        self.show_page(0, 0)
        self._connect()

    def show_page(self, page: int, pages: int) -> None:
        """Write “60” and “of 141”; nothing while there are no pages."""
        self.box.show_page(page)
        numbers = {"page": words.number(page), "pages": words.number(pages)}
        self._count.setText(self.tr("of {pages}").format(**numbers) if pages else "")
        self._count.setAccessibleName(self.tr("Page {page} of {pages}").format(**numbers) if pages else "")
        self._previous.setEnabled(page > 1)
        self._next.setEnabled(page < pages)

    def show_zoom(self, percent: int) -> None:
        """Write “100%”."""
        self._percent.setText(self.tr("{percent}%").format(percent=percent))

    def fit_into(self, width: int) -> None:
        """Hide buttons without room; the menu and the keys also have their commands."""
        self._percent.setVisible(width >= _ROOM_FOR_PERCENT)
        for button in (self._smaller, self._larger, self._fit):
            button.setVisible(width >= _ROOM_FOR_ZOOM)

    def offer_list(self, possible: bool) -> None:  # noqa: FBT001 - the signal's argument
        """Offer the list of pages while there is room for it."""
        self.list_action.setEnabled(possible)

    def focus_box(self) -> None:
        """Let the person type a page number."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def _connect(self) -> None:
        self.box.page_wanted.connect(self.page_wanted)
        self._previous.clicked.connect(partial(self.page_step.emit, -1))
        self._next.clicked.connect(partial(self.page_step.emit, 1))
        self._smaller.clicked.connect(partial(self.zoom_step.emit, -1))
        self._larger.clicked.connect(partial(self.zoom_step.emit, 1))
        self._fit.clicked.connect(partial(self.fit_wanted.emit, Fit.WIDTH))
        self.list_action.toggled.connect(self.list_wanted)
        self.dark_action.toggled.connect(self.dark_wanted)

    def _make_menu_button(self) -> QToolButton:
        result = self._small("dots", self.tr("More for pages"), "page_menu_button")
        menu = QMenu(result)
        menu.setObjectName("page_menu")
        for text, fit in (
            (self.tr("Fit width\t0"), Fit.WIDTH),
            (self.tr("Fit page\t9"), Fit.PAGE),
            (self.tr("Actual size\t1"), None),
        ):
            menu.addAction(text, partial(self.fit_wanted.emit, fit))
        menu.addAction(self.tr("Larger\t+"), partial(self.zoom_step.emit, 1))
        menu.addAction(self.tr("Smaller\t−"), partial(self.zoom_step.emit, -1))
        menu.addSeparator()
        menu.addAction(self.tr("Turn right\tCtrl+R"), partial(self.turn_wanted.emit, 90))
        menu.addAction(self.tr("Turn left"), partial(self.turn_wanted.emit, -90))
        menu.addSeparator()
        menu.addActions([self.list_action, self.dark_action])
        result.setMenu(menu)
        result.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return result

    def _checkable(self, text: str, name: str) -> QAction:
        result = QAction(text, self)
        result.setObjectName(name)
        result.setCheckable(True)
        return result

    def _small(self, icon: str, text: str, name: str) -> IconButton:
        result = IconButton(self._appearance, icon, text, name)
        result.setIconSize(QSize(16, 16))
        result.setFixedSize(28, 28)
        return result


def _percent_label() -> QLabel:
    result = label("", "muted")
    result.setObjectName("zoom_label")
    result.setMinimumWidth(44)
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return result
