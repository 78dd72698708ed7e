"""The row below the search box: folder, type, date and language as buttons, and conditions that were typed as chips."""

import datetime as dt
from collections.abc import Mapping
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from desktop_rag.core.results.search import SearchChoices
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.filter_menus import FilterMenus, SearchFilters
from desktop_rag.gui.widgets.basics import button, plain_tip, set_property
from desktop_rag.gui.widgets.theme import Appearance

_WIDEST = 150
_NAMES = ("folder", "kind", "date", "language")


class FilterBar(QWidget):
    """Offers what the library has; ``facets`` of the results say how many files each choice would leave."""

    changed = Signal()
    condition_removed = Signal(str)  # one that was typed
    choices_wanted = Signal()  # a menu is about to open

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.menus = FilterMenus(self)
        self.menus.wanted.connect(self._apply)
        self._typed: tuple[str, ...] = ()
        self.buttons = {name: self._make_button(name) for name in _NAMES}
        self._clear = button(self.tr("Clear"), "search_filters_clear", "link")
        self._clear.clicked.connect(self.clear)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for push in self.buttons.values():
            row.addWidget(push)
        row.addWidget(self._clear)
        row.addStretch(1)
        self._chips = QHBoxLayout()
        self._chips.setSpacing(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(row)
        layout.addLayout(self._chips)
        appearance.changed.connect(self._show)
        self._show()

    @property
    def filters(self) -> SearchFilters:
        """What is chosen."""
        return self.menus.filters

    def conditions(self) -> str:
        """Return the chosen conditions as a person would type them."""
        return self.filters.conditions(dt.datetime.now(dt.UTC).astimezone().date())

    def set_choices(self, choices: SearchChoices) -> None:
        """Offer what a library has."""
        self.menus.choices = choices
        self._show()

    def set_facets(self, facets: Mapping[str, Mapping[str, int]]) -> None:
        """Remember how many files were found of each kind and language; the menus show it."""
        self.menus.facets = facets

    def show_typed(self, query: str) -> None:
        """Show the conditions that are part of what was typed."""
        typed: tuple[str, ...] = ()
        if ":" in query:
            from desktop_rag.retrievers.query_syntax import conditions_in

            typed = tuple(written for _, _, written in conditions_in(query))
        if typed == self._typed:
            return
        self._typed = typed
        while self._chips.count():
            item = self._chips.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for number, written in enumerate(typed):
            chip = button(f"{written}  ×", f"search_chip_{number}", "chip")
            chip.setAccessibleName(self.tr("Remove the condition {text}").format(text=written))
            chip.clicked.connect(partial(self._remove, written))
            self._chips.addWidget(chip)
        if typed:
            self._chips.addStretch(1)

    def typed(self) -> tuple[str, ...]:
        """Return the conditions that are part of what was typed."""
        return self._typed

    def clear(self) -> None:
        """Clear every filter."""
        self.choose(SearchFilters())

    def choose(self, filters: SearchFilters) -> None:
        """Filter by these from now on."""
        self._apply(filters)

    def reset(self) -> None:
        """Forget everything: another library is searched."""
        self.menus.filters = SearchFilters()
        self.menus.facets = {}
        self.set_choices(SearchChoices((), (), {}, {}))

    def _make_button(self, name: str) -> QPushButton:
        push = button("", f"search_{name}_button", "narrow")
        push.setIconSize(QSize(16, 16))
        push.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        push.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        menu = QMenu(push)
        menu.setObjectName(f"search_{name}_menu")
        menu.setLayoutDirection(QGuiApplication.layoutDirection())  # the button's is turned, for its chevron
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(partial(self._fill_menu, name, menu))
        push.setMenu(menu)
        return push

    def _fill_menu(self, name: str, menu: QMenu) -> None:
        """Fill a menu with the choices known so far, and ask for the current ones."""
        self.choices_wanted.emit()
        self.menus.fill(name, menu)

    def _apply(self, filters: SearchFilters) -> None:
        if filters != self.filters:
            self.menus.filters = filters
            self._show()
            self.changed.emit()

    def _remove(self, written: str) -> None:
        self.condition_removed.emit(written)

    def _show(self) -> None:
        filters = self.filters
        folder = PurePath(filters.folder).name or filters.folder
        texts = {
            "folder": (self.tr("Folder"), folder),
            "kind": (self.tr("Type"), ", ".join(search_words.kind(kind) for kind in filters.kinds)),
            "date": (self.tr("Date"), self._date_text()),
            "language": (self.tr("Language"), ", ".join(map(search_words.language, filters.languages))),
        }
        for name, push in self.buttons.items():
            title, value = texts[name]
            shown = push.fontMetrics().elidedText(value or title, Qt.TextElideMode.ElideMiddle, _WIDEST - 40)
            push.setText(shown.replace("&", "&&"))
            push.setToolTip(plain_tip(filters.folder) if name == "folder" and value else "")
            push.setAccessibleName(f"{title}: {value}" if value else self.tr("{name}: all").format(name=title))
            push.setIcon(self._appearance.icon("chevron-down", "accent" if value else "muted"))
            set_property(push, "active", bool(value))
        languages = len(self.menus.choices.languages) > 1 or bool(filters.languages)
        self.buttons["language"].setVisible(languages)
        self._clear.setVisible(filters != SearchFilters())

    def _date_text(self) -> str:
        """Return the chosen time in words; nothing for any."""
        filters = self.filters
        return (
            ""
            if filters.period == search_words.ANY
            else search_words.period(filters.period, filters.first, filters.last)
        )
