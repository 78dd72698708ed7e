"""The menus of the conditions below the search box: folders, kinds of files, dates, languages."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop_rag.core.results.search import SearchChoices
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.dates_dialog import DateRangeDialog
from desktop_rag.gui.widgets import words

_LEVEL = "    "


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """What is chosen; empty fields do not narrow."""

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
            "folder": f'"{self.folder}"' if self.folder else "", "type": ",".join(self.kinds), "after": first,
            "before": before, "language": ",".join(self.languages),
        }  # fmt: skip
        return " ".join(f"{key}:{value}" for key, value in parts.items() if value)


class FilterMenus(QObject):
    """Fills menus with what the library has, and tells what the person chose.

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
            "folder": self._fill_folders, "kind": self._fill_kinds, "date": self._fill_dates,
            "language": self._fill_languages,
        }  # fmt: skip
        fill[name](menu)

    def _fill_folders(self, menu: QMenu) -> None:
        """Offer the folders as a tree."""
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
            action.setToolTip(path)

    def _fill_kinds(self, menu: QMenu) -> None:
        """Offer the kinds of files; several may be chosen."""
        self._add(menu, self.tr("All types"), not self.filters.kinds, partial(self._toggle, "kinds", ""))
        menu.addSeparator()
        for kind, count in self._counts("kind", self.choices.kinds, self.filters.kinds).items():
            if kind != "other":
                text = _counted(search_words.kind(kind), count)
                self._add(menu, text, kind in self.filters.kinds, partial(self._toggle, "kinds", kind))

    def _fill_dates(self, menu: QMenu) -> None:
        """Offer times of the last change."""
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
        """Add a choice with its mark."""
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(do)
        return action

    def _choose_folder(self, path: str) -> None:
        """Search in this folder only."""
        self.wanted.emit(replace(self.filters, folder=path))

    def _choose_period(self, name: str) -> None:
        """Search what was changed since then only."""
        self.wanted.emit(replace(self.filters, period=name, first="", last=""))

    def _choose_dates(self) -> None:
        """Ask between which days."""
        dialog = DateRangeDialog(self.filters.first, self.filters.last, self._widget)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._use_dates)
        dialog.open()

    def _use_dates(self, first: str, last: str) -> None:
        """Search what was changed between two days only."""
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
    """Return a choice with how many files it has."""
    return f"{text}\t{words.number(count)}" if count else text
