"""The row below the search box: folder, type, date and language as buttons, and conditions that were typed as chips."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QDate, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QDateEdit,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.results.search import SearchChoices
from desktop_rag.gui.search import search_words
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, button_row, label, plain_tip, set_property
from desktop_rag.gui.widgets.theme import Appearance

_WIDEST = 150
_NAMES = ("folder", "kind", "date", "language")
_LEVEL = "    "


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """The chosen filters; empty fields do not narrow."""

    folder: str = ""
    kinds: tuple[str, ...] = ()
    period: str = search_words.ANY
    first: str = ""
    last: str = ""
    languages: tuple[str, ...] = ()

    def conditions(self, today: dt.date) -> str:
        """Return them as they would be typed."""
        first = self.first if self.period == search_words.RANGE else search_words.since(self.period, today)
        last = self.last if self.period == search_words.RANGE else ""
        before = (dt.date.fromisoformat(last) + dt.timedelta(days=1)).isoformat() if last else ""
        parts = {
            "folder": f'"{self.folder}"' if self.folder else "",
            "type": ",".join(self.kinds),
            "after": first,
            "before": before,
            "language": ",".join(self.languages),
        }
        return " ".join(f"{key}:{value}" for key, value in parts.items() if value)


class DateRangeDialog(QDialog):
    """Asks for two days, both of them included."""

    chosen = Signal(str, str)

    def __init__(self, first: str, last: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dates_dialog")
        self.setWindowTitle(self.tr("Changed between"))
        today = QDate.currentDate()
        self.first = self._make_field("dates_first", self.tr("From"), first, today.addYears(-1))
        self.last = self._make_field("dates_last", self.tr("To"), last, today)
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow(label(self.tr("From"), "muted"), self.first)
        form.addRow(label(self.tr("To"), "muted"), self.last)
        use = button(self.tr("Apply"), "dates_use_button", "primary")
        cancel = button(self.tr("Cancel"), "dates_cancel_button")
        use.clicked.connect(self._use)
        cancel.clicked.connect(self.reject)
        use.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addLayout(button_row(cancel, use))

    def _make_field(self, name: str, text: str, day: str, otherwise: QDate) -> QDateEdit:
        field = QDateEdit(QDate.fromString(day, "yyyy-MM-dd") if day else otherwise)
        field.setObjectName(name)
        field.setAccessibleName(text)
        field.setMinimumWidth(160)
        return field

    def _use(self) -> None:
        days = sorted((self.first.date().toString("yyyy-MM-dd"), self.last.date().toString("yyyy-MM-dd")))
        self.chosen.emit(*days)
        self.accept()


class FilterMenus(QObject):
    """Fills menus with the library's values, and emits the person's choice.

    ``facets`` of the results say how many files each choice would leave.
    """

    wanted = Signal(object)  # SearchFilters

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._widget = parent
        self.filters = SearchFilters()
        self.choices = SearchChoices((), (), {}, {})
        self.facets: Mapping[str, Mapping[str, int]] = {}

    def fill(self, name: str, menu: QMenu) -> None:
        """Put the choices of one condition into its menu."""
        menu.clear()
        fill: dict[str, Callable[[QMenu], None]] = {
            "folder": self._fill_folders,
            "kind": self._fill_kinds,
            "date": self._fill_dates,
            "language": self._fill_languages,
        }
        fill[name](menu)

    def _fill_folders(self, menu: QMenu) -> None:
        self._add(menu, self.tr("All folders"), not self.filters.folder, partial(self._choose_folder, ""))
        if self.choices.folders:
            menu.addSeparator()
        for path, count in self.choices.folders:
            root = next(
                (one for one in self.choices.roots if path == one or path.startswith((f"{one}/", f"{one}\\"))), path
            )
            level = len(PurePath(path).parts) - len(PurePath(root).parts)
            text = f"{_LEVEL * level}{PurePath(path).name or path}"
            action = self._add(
                menu, _counted(text, count), path == self.filters.folder, partial(self._choose_folder, path)
            )
            action.setToolTip(plain_tip(path))

    def _fill_kinds(self, menu: QMenu) -> None:
        """Offer the kinds of files; several may be chosen."""
        self._add(menu, self.tr("All types"), not self.filters.kinds, partial(self._toggle, "kinds", ""))
        menu.addSeparator()
        for kind, count in self._counts("kind", self.choices.kinds, self.filters.kinds).items():
            if kind != "other":
                text = _counted(search_words.kind(kind), count)
                self._add(menu, text, kind in self.filters.kinds, partial(self._toggle, "kinds", kind))

    def _fill_dates(self, menu: QMenu) -> None:
        for name in (search_words.ANY, search_words.WEEK, search_words.MONTH, search_words.YEAR):
            self._add(menu, search_words.period(name), name == self.filters.period, partial(self._choose_period, name))
        menu.addSeparator()
        ranged = self.filters.period == search_words.RANGE
        self._add(menu, self.tr("From … to …"), ranged, self._choose_dates)

    def _fill_languages(self, menu: QMenu) -> None:
        """Offer the languages; several may be chosen."""
        self._add(menu, self.tr("All languages"), not self.filters.languages, partial(self._toggle, "languages", ""))
        menu.addSeparator()
        for code, count in self._counts("language", self.choices.languages, self.filters.languages).items():
            text = _counted(search_words.language(code), count)
            self._add(menu, text, code in self.filters.languages, partial(self._toggle, "languages", code))

    def _counts(self, facet: str, whole: Mapping[str, int], chosen: Iterable[str]) -> Mapping[str, int]:
        """Return the counts among what was found, or of the library where that would hide the other choices."""
        found = self.facets.get(facet, {})
        if not found or any(chosen):
            return whole
        return {**found, **{name: 0 for name in whole if name not in found}}

    @staticmethod
    def _add(menu: QMenu, text: str, chosen: bool, do: object) -> QAction:  # noqa: FBT001
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(do)
        return action

    def _choose_folder(self, path: str) -> None:
        self.wanted.emit(replace(self.filters, folder=path))

    def _choose_period(self, name: str) -> None:
        self.wanted.emit(replace(self.filters, period=name, first="", last=""))

    def _choose_dates(self) -> None:
        dialog = DateRangeDialog(self.filters.first, self.filters.last, self._widget)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._use_dates)
        dialog.open()

    def _use_dates(self, first: str, last: str) -> None:
        self.wanted.emit(replace(self.filters, period=search_words.RANGE, first=first, last=last))

    def _toggle(self, field: str, value: str) -> None:
        """Choose one more value or one less; "" chooses none, which is all."""
        now = self.filters.kinds if field == "kinds" else self.filters.languages
        other = tuple(one for one in now if one != value) if value in now else (*now, value)
        other = other if value else ()
        if field == "kinds":
            self.wanted.emit(replace(self.filters, kinds=other))
        else:
            self.wanted.emit(replace(self.filters, languages=other))


def _counted(text: str, count: int) -> str:
    return f"{text}\t{words.number(count)}" if count else text


class FilterBar(QWidget):
    """Offers the library's filters; ``facets`` of the results give the number of files for each choice."""

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
        """The chosen filters."""
        return self.menus.filters

    def conditions(self) -> str:
        """Return the chosen conditions as a person would type them."""
        return self.filters.conditions(dt.datetime.now(dt.UTC).astimezone().date())

    def set_choices(self, choices: SearchChoices) -> None:
        """Offer the filters of a library."""
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
            "kind": (self.tr("Type"), words.listed(map(search_words.kind, filters.kinds))),
            "date": (self.tr("Date"), self._date_text()),
            "language": (self.tr("Language"), words.listed(map(search_words.language, filters.languages))),
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
