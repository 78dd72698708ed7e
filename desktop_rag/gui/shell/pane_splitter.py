"""Lays out the three panes: side by side when there is room, the sources over the conversation when not."""

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from desktop_rag.gui.widgets.basics import set_property
from desktop_rag.gui.widgets.theme import MOTION_MS, Appearance, scaled

NARROW = 964  # less, and the three panes cannot be as wide as they must
_SIDEBAR, _CHAT, _SOURCES = 264, 556, 460
_LEAST, _MOST = 220, 320  # of the sidebar
_OVERLAY = 440


class PaneSplitter(QWidget):
    """Holds sidebar, conversation and sources; the sidebar and the sources can be hidden."""

    def __init__(self, sidebar: QWidget, chat: QWidget, sources: QWidget, appearance: Appearance) -> None:
        super().__init__()
        self._sidebar, self._chat, self._sources = sidebar, chat, sources
        self._appearance = appearance
        self._sidebar_wanted = True
        self._sources_wanted = True
        self._overlay_open = False
        self._narrow = False
        self._page = False
        self._sidebar_width = _SIDEBAR
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget in (sidebar, chat, sources):
            self.splitter.addWidget(widget)
        chat.setMinimumWidth(420)
        self.splitter.setStretchFactor(0, 0)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setStretchFactor(2, 2)
        self.splitter.setSizes([_SIDEBAR, _CHAT, _SOURCES])
        self.splitter.splitterMoved.connect(self._remember_width)
        appearance.changed.connect(self._arrange)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self._slide = QPropertyAnimation(sources, b"geometry", self)
        self._slide.setDuration(MOTION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)

    @property
    def narrow(self) -> bool:
        """True if the sources are laid over the conversation."""
        return self._narrow

    @property
    def sidebar_shown(self) -> bool:
        """True if the person wants the sidebar."""
        return self._sidebar_wanted

    @property
    def sources_shown(self) -> bool:
        """True if the person wants the sources beside the conversation."""
        return self._sources_wanted

    def show_sidebar(self, *, show: bool) -> None:
        """Show or hide the left side."""
        self._sidebar_wanted = show
        self._sidebar.setVisible(show)

    def show_page(self, page: bool) -> None:  # noqa: FBT001 - the signal's argument
        """Make room for a page in the place of conversation and sources, or bring the sources back."""
        self._page = page
        self._overlay_open = False
        self._sources.setVisible(self._sources_wanted and not page and not self._narrow)
        self.splitter.refresh()

    def show_sources(self, *, show: bool) -> None:
        """Show or hide the right side; in a narrow window, open or close the overlay."""
        if self._narrow:
            self._overlay_open = show
            self._show_overlay(animate=True)
        else:
            self._sources_wanted = show
            self._sources.setVisible(show and not self._page)

    def sources_visible(self) -> bool:
        """Return True if the sources can be seen now."""
        return self._overlay_open if self._narrow else self._sources_wanted and not self._page

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Change the arrangement when the width asks for it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Arrange the panes for the window's width and the size of text; large text needs more room."""
        least = max(_LEAST, min(scaled(_LEAST), self.width() // 3))
        self._sidebar.setMinimumWidth(least)
        self._sidebar.setMaximumWidth(max(least, scaled(_MOST)))
        narrow = self.width() < scaled(NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            self._rearrange()
        elif narrow and self._overlay_open:
            self._sources.setGeometry(self._overlay_rect())

    def _remember_width(self) -> None:
        self._sidebar_width = self._sidebar.width()

    def _rearrange(self) -> None:
        self._slide.stop()
        self._overlay_open = False
        set_property(self._sources, "overlay", self._narrow)
        if self._narrow:
            # out of the splitter, to lie over the conversation
            self._sources.setParent(self)
            self._sources.hide()
        else:
            self.splitter.addWidget(self._sources)
            self.splitter.setStretchFactor(2, 2)
            sidebar = self._sidebar_width if self._sidebar_wanted else 0
            rest = max(self.width() - sidebar, 0)
            self.splitter.setSizes([sidebar, round(rest * 0.55), round(rest * 0.45)])
            self._sources.setVisible(self._sources_wanted and not self._page)

    def _overlay_rect(self) -> QRect:
        width = min(scaled(_OVERLAY), round(self.width() * 0.7))
        return QRect(self.width() - width, 0, width, self.height())

    def _show_overlay(self, *, animate: bool) -> None:
        self._slide.stop()
        if not self._overlay_open:
            self._sources.hide()
            return
        goal = self._overlay_rect()
        self._sources.show()
        self._sources.raise_()
        if animate and self._appearance.animated and self.isVisible():
            self._slide.setStartValue(goal.translated(goal.width() // 3, 0))
            self._slide.setEndValue(goal)
            self._slide.start()
        self._sources.setGeometry(goal)
