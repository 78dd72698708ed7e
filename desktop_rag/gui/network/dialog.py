"""The network page: who was contacted, when, why and how much, and the offline switch."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialog, QHeaderView, QTableView, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.network.traffic import HostTraffic
from desktop_rag.gui.network.model import HOST, TrafficModel, summary
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import CheckBox, Notice, button, button_row, label
from desktop_rag.gui.widgets.theme import Appearance, scaled

_REFRESH_MS = 2000
_SIZE, _MARGIN = QSize(1060, 480), QSize(40, 80)


class NetworkDialog(QDialog):
    """Lists what passed; it follows what happens while it is open."""

    offline_wanted = Signal(bool)

    def __init__(self, bridge: Bridge, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setObjectName("network_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Network"))
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size() - _MARGIN))
        self.model = TrafficModel()
        self.summary = label("", "title", wrap=True)
        self.summary.setObjectName("network_summary")
        self.offline = CheckBox(self.tr("Work offline"), appearance)
        self.offline.setObjectName("network_offline")
        self.offline.setToolTip(self.tr("Contact nothing but programs on this computer"))
        self.offline.setChecked(bridge.worker.network.is_offline)
        self.offline.clicked.connect(self.offline_wanted)
        self._clear = button(self.tr("Clear list"), "network_clear_button")
        self._clear.clicked.connect(self._clear_list)
        self._notice = Notice("failure")
        self._notice.hide()
        self._lay_out()
        timer = QTimer(self)
        timer.timeout.connect(self.refresh)
        timer.start(_REFRESH_MS)
        self.refresh()

    def refresh(self) -> None:
        """Read the list again, off this thread."""
        self._bridge.call(self._bridge.worker.network.rows, self._show, self.fail)

    def show_offline(self, *, offline: bool) -> None:
        """Show whether the network is switched off."""
        self.offline.setChecked(offline)

    def fail(self, error: UserError) -> None:
        """Say what could not be done."""
        self._notice.tell(error.message, error.next_step)
        self._notice.show()

    def _lay_out(self) -> None:
        lead = self.tr(
            "Every request of Desktop RAG goes through one place, which keeps this list. Sizes include headers. "
            "Contents, paths and keys are not kept."
        )
        close = button(self.tr("Close"), "network_close_button", "primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.summary)
        layout.addWidget(label(lead, "muted", wrap=True))
        room = QWidget()  # stays when the table is hidden
        inner = QVBoxLayout(room)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self._make_table())
        layout.addWidget(room, 1)
        layout.addWidget(self._notice)
        layout.addLayout(button_row(self._clear, close, start=self.offline))

    def _make_table(self) -> QTableView:
        self.table = QTableView()
        self.table.setObjectName("network_table")
        self.table.setAccessibleName(self.tr("Computers that were contacted"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(scaled(34))
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(HOST, QHeaderView.ResizeMode.Stretch)
        return self.table

    def _show(self, rows: tuple[HostTraffic, ...]) -> None:
        self.model.show_rows(rows)
        self.summary.setText(summary(rows))
        self.table.setVisible(bool(rows))
        self._clear.setEnabled(bool(rows))

    def _clear_list(self) -> None:
        self._bridge.call(self._bridge.worker.network.clear, lambda _: self.refresh(), self.fail)
