"""The folders of a library: how each is, and what of it is read."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.files import FilePage, FileQuery
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.gui.files import file_words
from desktop_rag.gui.libraries.folder_preview import FolderRulesForm, PreviewLine
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.screen import resize_dialog
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import (
    CheckBox,
    ElidedLabel,
    IconLabel,
    Notice,
    button,
    label,
    plain_tip,
    set_property,
)
from desktop_rag.gui.widgets.confirmation import Confirmation, confirm
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE, TONE_ROLE, TwoLineDelegate
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.ingestion.rules import FolderRules

_PATH = Qt.ItemDataRole.UserRole + 20
_ASKED = 10  # removing a folder of more files than that is asked about


class FoldersDialog(QDialog):
    """Folders at the left, the chosen one with its rules at the right; changes are carried out by “Save”."""

    add_wanted = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance, info: IndexInfo, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._info = info
        self._folder = ""
        self._stored: dict[str, FolderRules] = {}
        self._rules: dict[str, FolderRules] = {}  # as they are on the form now
        self._counts: dict[str, int] = {}
        self.setObjectName("folders_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Folders of “{name}”").format(name=info.name))
        resize_dialog(self, 860, 620)
        self.list = QListWidget()
        self.list.setObjectName("folders_list")
        self.list.setProperty("role", "boxed")
        self.list.setAccessibleName(self.tr("Folders"))
        self.list.setItemDelegate(TwoLineDelegate(appearance))
        self.list.itemDelegate().setParent(self.list)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._choose)
        self.keep = CheckBox(self.tr("Keep earlier states of files that change"), appearance)
        self.keep.setObjectName("folders_keep_earlier")
        self.keep.setToolTip(
            plain_tip(
                self.tr(
                    "The library then keeps the text of the last ten states of each file that changes, to compare it "
                    "with. Backups and copies of the library hold it as well."
                )
            )
        )
        self.keep.setChecked(info.keeps_earlier)
        self.keep.toggled.connect(self._edited)
        self.share = CheckBox(self.tr("Share with other programs"), appearance)
        self.share.setObjectName("folders_share")
        self.share.setToolTip(
            plain_tip(
                self.tr(
                    "Programs such as Claude Desktop, Cursor and VS Code may then search this library and read its "
                    "documents. What they read may go to the servers of their models."
                )
            )
        )
        self.share.setChecked(info.shared)
        self.share.toggled.connect(self._edited)
        self._form = FolderRulesForm(appearance)
        self._form.changed.connect(self._edited)
        self._preview = PreviewLine(bridge)
        self.notice = Notice("failure")
        self.notice.hide()
        self._lay_out(appearance)
        bridge.run(bridge.worker.files.folder_rules(info.name), self._show_rules, self._fail)

    def done(self, result: int) -> None:
        """Stop counting when the dialog goes."""
        self._preview.clear()
        super().done(result)

    def show_info(self, info: IndexInfo) -> None:
        """Show another state of the same library: folders were added or removed."""
        if info.name != self._info.name or info == self._info:
            return
        changed = info.folders != self._info.folders
        if info.keeps_earlier is not self._info.keeps_earlier:
            self.keep.setChecked(info.keeps_earlier)
        if info.shared is not self._info.shared:
            self.share.setChecked(info.shared)
        self._info = info
        self._show_state()
        if changed:
            self._bridge.run(self._bridge.worker.files.folder_rules(info.name), self._show_rules, self._fail)

    def _lay_out(self, appearance: Appearance) -> None:
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        add = button(self.tr("Add folder…"), "folders_add_button")
        add.clicked.connect(self.add_wanted)
        left.addWidget(add)
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addLayout(left, 2)
        self._right = self._make_right(appearance)
        body.addWidget(self._right, 3)
        cancel = button(self.tr("Cancel"), "folders_cancel_button")
        cancel.clicked.connect(self.reject)
        self._save = button(self.tr("Save"), "folders_save_button", "primary")
        self._save.clicked.connect(self._finish)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label(self.tr("Files are only read, never changed."), "small"), 1)
        row.addWidget(cancel)
        row.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.notice)
        layout.addLayout(body, 1)
        kept = QHBoxLayout()
        kept.setSpacing(12)
        self._space = label("", "muted")
        self._space.setObjectName("folders_earlier_space")
        kept.addWidget(self.keep)
        kept.addWidget(self._space, 1)
        layout.addLayout(kept)
        layout.addWidget(self.share)
        layout.addLayout(row)
        self._edited()

    def _make_right(self, appearance: Appearance) -> QWidget:
        """Return the widget for the chosen folder: name, state, actions, rules."""
        content = QWidget()
        content.setObjectName("folders_right")
        heading = QHBoxLayout()
        heading.setSpacing(8)
        heading.addWidget(IconLabel(appearance, "folder", 20, "muted"))
        self._name = ElidedLabel("", "heading", Qt.TextElideMode.ElideMiddle)
        heading.addWidget(self._name, 1)
        self._state = label("", "muted", wrap=True)
        self._state.setObjectName("folder_state")
        first = button(self.tr("Prioritise"), "folder_first_button")
        first.clicked.connect(self._read_first)
        remove = button(self.tr("Remove from library"), "folder_remove_button", "danger")
        remove.clicked.connect(self._ask_to_remove)
        acts = QHBoxLayout()
        acts.setSpacing(8)
        acts.addWidget(first)
        acts.addWidget(remove)
        acts.addStretch(1)
        check = button(self.tr("Check what will be read"), "folder_check_button")
        check.clicked.connect(self._check)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 4, 0)
        layout.setSpacing(12)
        layout.addLayout(heading)
        layout.addWidget(self._state)
        layout.addLayout(acts)
        layout.addWidget(self._form)
        layout.addWidget(check, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._preview)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setAccessibleName(self.windowTitle())
        scroll.setWidgetResizable(True)
        scroll.setWidget(content)
        scroll.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return scroll

    def _show_rules(self, rules: dict[str, FolderRules]) -> None:
        """List the folders; what was edited of those that stay is kept."""
        before = {folder: rule for folder, rule in self._rules.items() if self._stored.get(folder) != rule}
        self._stored = dict(rules)
        self._rules = {folder: before.get(folder, rule) for folder, rule in rules.items()}
        chosen = self._folder
        self.list.clear()
        for folder in rules:
            item = QListWidgetItem(Path(folder).name or folder)
            item.setData(_PATH, folder)
            item.setToolTip(plain_tip(folder))
            self.list.addItem(item)
            query = FileQuery(folder=folder, limit=1)
            self._bridge.run(self._bridge.worker.files.page(self._info.name, query), partial(self._counted, folder))
        folders = list(rules)
        self.list.setCurrentRow(folders.index(chosen) if chosen in folders else 0)
        self._right.setEnabled(bool(rules))
        self._show_state()

    def _counted(self, folder: str, page: FilePage) -> None:
        self._counts[folder] = page.total
        self._show_state()

    def _choose(self, item: QListWidgetItem | None) -> None:
        self._folder = str(item.data(_PATH)) if item is not None else ""
        self._preview.clear()
        self._name.set_full_text(self._folder)
        with QSignalBlocker(self._form):
            self._form.set_rules(self._rules.get(self._folder, FolderRules()))
        self._show_state()

    def _show_state(self) -> None:
        """Show the state of each folder, in the list by its tool tip and marks, for the chosen one in words."""
        self._space.setText(self._earlier_space())
        for row in range(self.list.count()):
            item = self.list.item(row)
            folder = str(item.data(_PATH))
            text, wrong = self._state_of(folder)
            item.setData(LINE_ROLE, text)
            item.setData(TONE_ROLE, "warning" if wrong else "muted")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {text}")
            item.setToolTip(plain_tip(f"{folder}\n{text}"))
            if folder == self._folder:
                self._state.setText(text)
                set_property(self._state, "role", "warning" if wrong else "muted")

    def _earlier_space(self) -> str:
        """Return how much is kept of files that changed, and the space it takes."""
        if not self._info.keeps_earlier:
            return ""
        count, space = words.number(self._info.earlier_states), file_words.size(self._info.earlier_bytes)
        return self.tr("Kept so far: {count}, {size}").format(count=count, size=space)

    def _state_of(self, folder: str) -> tuple[str, bool]:
        files = words.file_count(self._counts[folder]) if folder in self._counts else ""
        if folder in self._info.offline:
            away = self.tr("can't be reached, stays searchable")
            return (f"{files} · {away}" if files else away), True
        for missing in self._info.missing:
            if missing.folder == folder:
                gone = words.file_count(missing.gone)
                return self.tr("{gone} missing").format(gone=gone), True
        return files, False

    def _edited(self) -> None:
        if self._folder:
            self._rules[self._folder] = self._form.rules()
            self._preview.clear()
        is_kept = self.keep.isChecked() is self._info.keeps_earlier
        is_same = is_kept and self.share.isChecked() is self._info.shared
        self._save.setEnabled(self._rules != self._stored or not is_same)

    def _check(self) -> None:
        if self._folder:
            self._preview.check([Path(self._folder)], self._form.rules())

    def _read_first(self) -> None:
        self._bridge.run(
            self._bridge.worker.files.prioritise(self._info.name, [self._folder]), self._prioritised, self._fail
        )

    def _prioritised(self, _nothing: None) -> None:
        self.notice.set_role("info")
        self.notice.tell(self.tr("“{name}” will be read first.").format(name=self._name.full_text()))

    def _ask_to_remove(self) -> None:
        """Forget this folder; one of many files, which would have to be read again, after asking."""
        if self._counts.get(self._folder, 0) <= _ASKED:
            self._remove()
            return
        files = words.file_count(self._counts[self._folder])
        asked = Confirmation(
            name="remove_folder",
            title=self.tr("Remove from library"),
            question=self.tr("Remove “{name}” with {files} from the library?").format(
                name=Path(self._folder).name or self._folder, files=files
            ),
            note=self.tr("The files stay where they are. If you add the folder again, they will be read again."),
            action=self.tr("Remove"),
        )
        confirm(self, asked, self._remove)

    def _remove(self) -> None:
        self._bridge.run(self._bridge.worker.files.remove(self._info.name, self._folder), self._removed, self._fail)

    def _removed(self, _nothing: None) -> None:
        self._folder = ""
        self._bridge.run(self._bridge.worker.files.folder_rules(self._info.name), self._show_rules, self._fail)

    def _finish(self) -> None:
        """Store what was changed, after asking before kept texts are forgotten; the library follows by itself."""
        if self._info.earlier_states and self._info.keeps_earlier and not self.keep.isChecked():
            asked = Confirmation(
                name="forget_earlier",
                title=self.tr("Earlier states of files"),
                question=self.tr("Forget the earlier states of all files of this library?"),
                note=self._earlier_space(),
                action=self.tr("Forget"),
                danger=True,
            )
            confirm(self, asked, self._store)
        else:
            self._store()

    def _store(self) -> None:
        if self.keep.isChecked() is not self._info.keeps_earlier:
            job = self._bridge.worker.libraries.keep_earlier(self._info.name, keep=self.keep.isChecked())
            self._bridge.start(job)
        if self.share.isChecked() is not self._info.shared:
            self._bridge.start(self._bridge.worker.sharing.share(self._info.name, shared=self.share.isChecked()))
        for folder, rules in self._rules.items():
            if rules != self._stored.get(folder):
                job = self._bridge.worker.files.set_folder_rules(self._info.name, folder, rules)
                self._bridge.start(job)
        self.accept()

    def _fail(self, error: UserError) -> None:
        self.notice.set_role("failure")
        self.notice.tell(error.message, error.next_step)
