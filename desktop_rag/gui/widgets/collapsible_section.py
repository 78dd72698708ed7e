"""A heading that opens and closes what stands below it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from desktop_rag.gui.widgets.theme import Appearance


class CollapsibleSection(QWidget):
    """Shows ``content`` when opened; closed at first."""

    def __init__(self, appearance: Appearance, title: str, content: QWidget, name: str) -> None:
        super().__init__()
        self._appearance = appearance
        self.content = content
        self.toggle = QToolButton()
        self.toggle.setObjectName(name)
        self.toggle.setProperty("role", "fold")
        self.toggle.setCheckable(True)
        self.toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggle.setIconSize(QSize(16, 16))
        self.toggle.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_title(title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.toggle, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(content)
        content.hide()
        self.toggle.toggled.connect(self._open)
        appearance.changed.connect(self._recolour)
        self._recolour()

    def set_title(self, title: str) -> None:
        """Change the heading."""
        self.toggle.setText(title)
        self.toggle.setAccessibleName(title)

    def set_open(self, *, opened: bool) -> None:
        """Open or close."""
        self.toggle.setChecked(opened)

    def is_open(self) -> bool:
        """Return True if the content is shown."""
        return self.toggle.isChecked()

    def _open(self, opened: bool) -> None:  # noqa: FBT001 - the signal's argument
        self.content.setVisible(opened)
        self._recolour()

    def _recolour(self) -> None:
        self.toggle.setIcon(self._appearance.icon("chevron-down" if self.is_open() else "right"))
