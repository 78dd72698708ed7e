"""“Build other indexes”: one row for each index kind that some ways of searching need, with a button and progress."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from desktop_rag.gui.libraries.index_build_runner import (
    IndexBuildRunner,
    IndexBuildState,
    IndexKind,
    index_kinds,
    state_line,
)
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, NoticeButton, button, button_row, fit_height, label, set_property

_WIDTH = 620


class IndexKindCard(QFrame):
    """One index kind: what it is for, how far its build is, and the button that starts or stops it."""

    wanted = Signal(str, bool)  # kind, start (else stop)

    def __init__(self, kind: IndexKind, *, possible: bool) -> None:
        super().__init__()
        self._kind = kind.kind
        self._possible = possible
        self._running = False
        self.setProperty("role", "card")
        self.setObjectName(f"build_{kind.kind}")
        self._button = button(self.tr("Build"), f"build_{kind.kind}_button")
        self._button.setAccessibleName(self.tr("Build: {name}").format(name=kind.name))
        self._button.clicked.connect(self._clicked)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(kind.name)
        self._bar.hide()
        self._line = label("", "muted", wrap=True)
        self._line.setObjectName(f"build_{kind.kind}_line")
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(label(kind.name, "heading"), 1)
        head.addWidget(self._button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 12, 12)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(label(kind.explanation, "muted", wrap=True))
        layout.addWidget(self._bar)
        layout.addWidget(self._line)
        self.show_state(IndexBuildState())

    def show_state(self, state: IndexBuildState) -> None:
        """Show how far the build is."""
        self._running = state.name == "running"
        self._button.setText(self.tr("Stop") if self._running else self._button_text(state.name))
        self._button.setEnabled(self._possible or self._running)
        error = state.error
        self._line.setText(words.error_text(error) if error else state_line(state))
        set_property(self._line, "role", "error" if error else "muted")
        self._line.setVisible(bool(self._line.text()))
        self._bar.setVisible(self._running)
        progress = state.progress
        self._bar.setRange(0, progress.total if progress is not None else 1)
        self._bar.setValue(progress.done if progress is not None else 0)

    def _button_text(self, state: str) -> str:
        """Return the button's word while nothing is running."""
        known = {"stopped": self.tr("Resume"), "failed": self.tr("Try again"), "done": self.tr("Update")}
        return known.get(state, self.tr("Build"))

    def _clicked(self) -> None:
        self.wanted.emit(self._kind, not self._running)


class IndexBuildDialog(QDialog):
    """Starts and stops the builds for one library. Closing it stops nothing."""

    settings_wanted = Signal()

    def __init__(self, runner: IndexBuildRunner, library: str, parent: QWidget, *, has_model: bool) -> None:
        super().__init__(parent)
        self._runner = runner
        self._library = library
        self.setObjectName("build_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Build other indexes of “{name}”").format(name=library))
        self._cards = {one.kind: IndexKindCard(one, possible=has_model or not one.needs_model) for one in index_kinds()}
        intro = self.tr(
            "Some ways of searching need their own index. Choose one under Advanced, “Search by”. Building "
            "it can take a long time. You can stop, resume later, and ask questions meanwhile."
        )
        self._notice = Notice("notice")
        self._notice.hide()
        close = button(self.tr("Close"), "build_close_button")
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(intro, "muted", wrap=True))
        layout.addWidget(self._notice)
        for card in self._cards.values():
            layout.addWidget(card)
            card.wanted.connect(self._start_or_stop)
        layout.addStretch(1)
        layout.addLayout(button_row(close))
        if not has_model:
            self._tell_model_missing()
        runner.changed.connect(self._refresh)
        self._refresh(library)

    def _tell_model_missing(self) -> None:
        settings = NoticeButton(self.tr("Settings…"), "build_settings_button", self._to_settings)
        self._notice.tell(
            self.tr("No model is connected."),
            self.tr("Two of these indexes need one. Connect it in Settings."),
            (settings,),
        )

    def _to_settings(self) -> None:
        self.accept()
        self.settings_wanted.emit()

    def _start_or_stop(self, kind: str, start: bool) -> None:  # noqa: FBT001 - the signal's argument
        if start:
            self._runner.start(self._library, kind)
        else:
            self._runner.stop(self._library, kind)

    def _refresh(self, library: str) -> None:
        if library == self._library:
            for kind, card in self._cards.items():
                card.show_state(self._runner.state(library, kind))
            fit_height(self, _WIDTH)
