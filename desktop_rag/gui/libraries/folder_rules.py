"""The form for what of a folder is read: patterns, hidden files, size, pictures."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.widgets.basics import CheckBox, label
from desktop_rag.gui.widgets.edit_watchers import fit_number_box
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.ingestion.rules import FolderRules

_MEGABYTE = 1024 * 1024
_MOST = 1_000_000  # megabytes


class FolderRulesForm(QWidget):
    """Edits the rules of one folder."""

    changed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._ignore = PlainLinesEditor(4)
        self._ignore.edit.setObjectName("rules_ignore")
        self._ignore.edit.setPlaceholderText("drafts/\n*.bak")
        heading = label(self.tr("Leave out (one pattern per line)"), "body")
        heading.setBuddy(self._ignore.edit)
        self._ignore.edit.setAccessibleName(heading.text())
        self._gitignore = self._box(self.tr("Follow .gitignore"), "rules_gitignore", appearance)
        self._hidden = self._box(self.tr("Read hidden files"), "rules_hidden", appearance)
        self._ocr = self._box(self.tr("Recognise text in scans and pictures"), "rules_ocr", appearance)
        self._size = QSpinBox()
        self._size.setObjectName("rules_size")
        self._size.setRange(1, _MOST)
        self._size.setSuffix(self.tr(" MB"))
        self._size.setAccessibleName(self.tr("Leave out files larger than"))
        fit_number_box(self._size)
        self._size.setFixedWidth(120)
        size_label = label(self._size.accessibleName(), "body")
        size_label.setBuddy(self._size)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(size_label)
        row.addWidget(self._size)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(heading)
        layout.addWidget(self._ignore)
        hint = self.tr(
            "“*.bak” matches all files with that extension, “drafts/” a folder anywhere, “/old” only the top"
            " level. “!keep.bak” includes a file again."
        )
        layout.addWidget(label(hint, "small", wrap=True))
        layout.addSpacing(4)
        layout.addWidget(self._gitignore)
        layout.addWidget(self._hidden)
        layout.addWidget(self._ocr)
        layout.addLayout(row)
        self.set_rules(FolderRules())
        self._ignore.changed.connect(self.changed)
        self._size.valueChanged.connect(self.changed)

    def rules(self) -> FolderRules:
        """Return the rules on the form."""
        lines = tuple(stripped for line in self._ignore.text().splitlines() if (stripped := line.strip()))
        size = self._size.value() * _MEGABYTE
        return FolderRules(
            lines,
            gitignore=self._gitignore.isChecked(),
            hidden=self._hidden.isChecked(),
            maximum_bytes=size,
            ocr=self._ocr.isChecked(),
        )

    def set_rules(self, rules: FolderRules) -> None:
        """Show some rules."""
        self._ignore.set_text("\n".join(rules.ignore))
        self._gitignore.setChecked(rules.gitignore)
        self._hidden.setChecked(rules.hidden)
        self._ocr.setChecked(rules.ocr)
        self._size.setValue(max(1, round(rules.maximum_bytes / _MEGABYTE)))

    def _box(self, text: str, name: str, appearance: Appearance) -> CheckBox:
        box = CheckBox(text, appearance)
        box.setObjectName(name)
        box.toggled.connect(self.changed)
        return box
