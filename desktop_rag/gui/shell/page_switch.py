"""The pages of the middle, side by side in the header: Ask, Search and all documents."""

from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton

from desktop_rag.gui.shell.actions import ActionTable

ASK, SEARCH, ALL_DOCUMENTS = "ask", "search", "all_documents"


class PageSwitch(QFrame):
    """Buttons, one of them pressed; each triggers its command."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.setObjectName(f"page_switch_{page}")
        self.setProperty("role", "switch")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(2)
        group = QButtonGroup(self)
        self._page = page
        self._buttons: dict[str, QToolButton] = {}
        pages = ((ASK, self.tr("Ask")), (SEARCH, self.tr("Search")), (ALL_DOCUMENTS, self.tr("All documents")))
        for name, text in pages:
            push = QToolButton()
            push.setObjectName(f"{page}_page_{name}_button")
            push.setText(text)
            push.setAccessibleName(self.tr("Page: {name}").format(name=text))
            push.setProperty("role", "segment")
            push.setCheckable(True)
            group.addButton(push)
            layout.addWidget(push)
            self._buttons[name] = push
        self._buttons[page].setChecked(True)

    def follow(self, actions: ActionTable) -> None:
        """Trigger the commands, and show their shortcuts in the tool tips."""
        for name, push in self._buttons.items():
            action = actions[f"view.{name}"]
            push.clicked.connect(action.trigger)
            push.clicked.connect(self._stay)
            push.setToolTip(
                f"{push.text()} ({action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)})"
            )

    def _stay(self) -> None:
        """Keep the mark of this page: the other page has a separate switch."""
        self._buttons[self._page].setChecked(True)
