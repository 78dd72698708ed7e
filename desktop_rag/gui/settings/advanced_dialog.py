"""Search and answer settings of a conversation, or of a whole library."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_rag.config import OptionValue
from desktop_rag.gui.settings.lines_editor import line_errors
from desktop_rag.gui.settings.option_form import OptionForm, make_form
from desktop_rag.gui.settings.overrides import GROUPS, Overrides, advanced_options
from desktop_rag.gui.widgets.basics import button, button_row, label
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.gui.widgets.words import option_text

_SHOWN_MS = 12  # the dialog is painted before its rows are made


class AdvancedDialog(QDialog):
    """Edits a copy of what applies now; nothing changes before one of the two “Apply” buttons."""

    def __init__(self, overrides: Overrides, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self._overrides = overrides
        self.setObjectName("advanced_dialog")
        self.setWindowTitle(self.tr("Advanced settings"))
        self.resize(700, 640)
        self.setMaximumHeight(max(480, parent.height() - 40))
        self._area = QScrollArea(self)
        self._area.setAccessibleName(self.tr("Advanced settings"))
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 16)
        layout.setSpacing(12)
        layout.addWidget(self._area, 1)
        layout.addLayout(self._make_buttons())
        self._forms = self._make_forms(appearance)
        first, second = self._forms.values()
        first.completed.connect(second.build_slowly, Qt.ConnectionType.QueuedConnection)
        QTimer.singleShot(_SHOWN_MS, first, first.build_slowly)

    def values(self) -> dict[str, OptionValue]:
        """Return all values in the forms, by key."""
        return {key: value for form in self._forms.values() for key, value in form.values().items()}

    def _make_forms(self, appearance: Appearance) -> dict[str, OptionForm]:
        """Make a form for each group; their rows follow."""
        page = QWidget()
        self._area.setWidget(page)
        inner = QVBoxLayout(page)
        inner.setContentsMargins(20, 16, 20, 16)
        inner.setSpacing(12)
        intro = self.tr("Changes apply to this conversation only. Everything else follows Settings.")
        inner.addWidget(label(intro, "muted", wrap=True))
        forms = {}
        for group in GROUPS:
            form = make_form([option for option in advanced_options() if option in group.options], appearance)
            form.load(self._overrides.config())
            inner.addSpacing(4)
            inner.addWidget(label(option_text(group.title), "heading"))
            inner.addWidget(form)
            forms[group.name] = form
        inner.addStretch(1)
        return forms

    def _make_buttons(self) -> QHBoxLayout:
        """Reset at the left; cancel and the two ways to use it at the right."""
        reset = button(self.tr("Reset"), "advanced_reset_button", "quiet")
        reset.setToolTip(self.tr("Return to Settings. Nothing changes until you apply it."))
        cancel = button(self.tr("Cancel"), "advanced_cancel_button")
        library = button(self.tr("Apply to this library"), "advanced_library_button")
        library.setToolTip(self.tr("For every conversation of “{name}”").format(name=self._overrides.library))
        use = button(self.tr("Apply"), "advanced_use_button", "primary")
        use.setDefault(True)
        reset.clicked.connect(self._reset)
        cancel.clicked.connect(self.reject)
        library.clicked.connect(self._use_for_library)
        use.clicked.connect(self._use)
        row = button_row(cancel, library, use, start=reset)
        row.setContentsMargins(20, 0, 20, 0)
        return row

    def _reset(self) -> None:
        for form in self._forms.values():
            form.load(self._overrides.person_config())

    def _use(self) -> None:
        if self._is_valid():
            self._overrides.use(self.values())
            self.accept()

    def _use_for_library(self) -> None:
        if self._is_valid():
            self._overrides.use_for_library(self.values())
            self.accept()

    def _is_valid(self) -> bool:
        """Look at everything; what is wrong is said beside its field."""
        good = all([form.check() for form in self._forms.values()])  # noqa: C419 - each form shows what is wrong
        for key, error in line_errors(self.values()).items():
            form = next(form for form in self._forms.values() if key in form.options)
            form.show_error(key, error)
            form.editor(key).setFocus()
            good = False
        return good
