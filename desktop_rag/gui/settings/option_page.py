"""A page of options: the common ones in the open, the others folded away below."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_rag.config import AnyOption, Config, OptionValue
from desktop_rag.config.options import FILTERS, NODE_POSTPROCESSORS, SHORTCUTS
from desktop_rag.gui.settings.filter_rows import FilterRows
from desktop_rag.gui.settings.option_form import EditorMaker, OptionForm
from desktop_rag.gui.settings.postprocessor_list import make_postprocessor_editor
from desktop_rag.gui.shortcuts.editor import ShortcutsEditor
from desktop_rag.gui.widgets.basics import CollapsibleSection
from desktop_rag.gui.widgets.theme import Appearance

_EDITORS: dict[str, EditorMaker] = {
    FILTERS.key: FilterRows,
    NODE_POSTPROCESSORS.key: make_postprocessor_editor,
    SHORTCUTS.key: ShortcutsEditor,
}


class OptionPage(QWidget):
    """Edits a group of options; without any common ones among them nothing is folded.

    What is folded is built when it is opened first. Until then its values are as they were.
    """

    def __init__(self, options: Iterable[AnyOption], appearance: Appearance, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self._config = Config()
        self._other_values: dict[str, OptionValue] = {}
        every = list(options)
        common = [option for option in every if option.common]
        self._folded = [option for option in every if option not in common] if common else []
        self._common = make_form(common or every, appearance)
        QTimer.singleShot(0, self._common, self._common.build_slowly)
        self._rest: OptionForm | None = None
        self._place = QVBoxLayout()
        self._place.setContentsMargins(0, 0, 0, 0)
        holder = QWidget()
        holder.setLayout(self._place)
        self.section = CollapsibleSection(appearance, self.tr("More options"), holder, f"{name}_more_button")
        self.section.setVisible(bool(self._folded))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(self._common)
        layout.addWidget(self.section)
        self._common.changed.connect(self._changed)
        self.section.toggle.toggled.connect(self._build)

    def load(self, config: Config) -> None:
        """Show the values of ``config``."""
        self._config = config
        self._common.load(config)
        if self._rest is not None:
            self._rest.load(config)
        self._count()

    def field(self, key: str) -> QWidget:
        """Return the editor of an option, unfolded."""
        for one in self._common.options:  # rows that are made later would move the others
            self._common.editor(one)
        if key in self._common.options:
            return self._common.editor(key)
        self.section.set_open(opened=True)
        self._build()
        if self._rest is None:
            raise KeyError(key)
        return self._rest.editor(key)

    def values(self) -> dict[str, OptionValue]:
        """Return every value by key."""
        if self._rest is not None:
            return self._common.values() | self._rest.values()
        return self._common.values() | {option.key: self._config.value(option) for option in self._folded}

    def check(self) -> bool:
        """Show beside each editor what is wrong with its value; return whether nothing is."""
        good = self._rest is None or self._rest.check()
        if not good:
            self.section.set_open(opened=True)
        return self._common.check() and good

    def show_error(self, key: str, text: str) -> None:
        """Show the error of a value beside its editor."""
        if key in self._common.options:
            self._common.show_error(key, text)
            return
        self.section.set_open(opened=True)
        if self._rest is not None:
            self._rest.show_error(key, text)

    def set_other_values(self, values: Mapping[str, OptionValue]) -> None:
        """Hide the options that have no effect beside these values, which are edited elsewhere."""
        self._other_values = dict(values)
        self._common.set_other_values(self._other_values)
        if self._rest is not None:
            self._rest.set_other_values(self._other_values | self._common.values())

    def _build(self) -> None:
        """Build the folded options, once."""
        if self._rest is None:
            self._rest = make_form(self._folded, self._appearance)
            self._place.addWidget(self._rest)
            self._rest.load(self._config)
            self._rest.set_other_values(self._other_values | self._common.values())
            self._rest.changed.connect(self._changed)
            self._rest.build_slowly()
            self._rest.show()

    def _changed(self, key: str) -> None:
        """Update the rows that depend on an option; options in the section may depend on those above it."""
        if key in self._common.options and self._rest is not None:
            self._rest.set_other_values(self._other_values | self._common.values())
        self._count()

    def _count(self) -> None:
        """Show on the fold the number of its options that differ from the defaults."""
        standard, values = Config(), self.values()
        changed = sum(values[option.key] != standard.value(option) for option in self._folded)
        count = self.tr("%Ln changed", "", changed)
        title = self.tr("More options")
        self.section.set_title(f"{title} · {count}" if changed else title)


def make_form(options: list[AnyOption], appearance: Appearance) -> OptionForm:
    """Return a form without rows so far, with the friendlier editors where there are any."""
    keys = {option.key for option in options}
    editors = {key: make for key, make in _EDITORS.items() if key in keys}
    return OptionForm(options, appearance, editors=editors, slowly=True)
