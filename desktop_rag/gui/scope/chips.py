"""The chips above the question box that say what a conversation is about, kept with the conversation."""

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.gui.scope.items import ScopeItem, ScopeKind, added, scope_condition
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import button, label, plain_tip
from desktop_rag.gui.widgets.flow_row import FlowRow
from desktop_rag.gui.widgets.theme import scaled

_LISTED = 12
_SINGLY = 3  # more files than that share a chip
_WIDEST, _CHIP = 280, 26


class ScopeChips(QWidget):
    """Shows the scope of questions; pressing a chip removes it, and without any it is the whole library."""

    changed = Signal()  # by the person

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[ScopeItem, ...] = ()
        self._row = FlowRow(6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._row)
        self.setAccessibleName(self.tr("What is asked"))
        self.hide()

    @property
    def items(self) -> tuple[ScopeItem, ...]:
        """The items of the scope; empty for the whole library."""
        return self._items

    @property
    def files(self) -> tuple[str, ...]:
        """The files among it."""
        return tuple(item.value for item in self._items if item.kind is ScopeKind.FILE)

    def set_files(self, files: tuple[str, ...]) -> None:
        """Ask only these files from now on."""
        self._change(tuple(ScopeItem(ScopeKind.FILE, file) for file in files))

    def add(self, item: ScopeItem) -> None:
        """Ask only what fits this, too, from now on."""
        self._change(added(self._items, item))

    def remove(self, *items: ScopeItem) -> None:
        """Take these away."""
        self._change(tuple(one for one in self._items if one not in items))

    def _take_away(self, items: tuple[ScopeItem, ...], *_checked: bool) -> None:
        """Remove the items of a chip; the button's signal arguments are dropped."""
        self.remove(*items)

    def clear(self) -> None:
        """Ask the whole library again."""
        self._change(())

    def show_kept(self, kept: tuple[str, ...]) -> None:
        """Show the stored scope of a conversation."""
        self._show(tuple(map(ScopeItem.read, kept)))

    def condition(self) -> str:
        """Return the conditions on passages that keep to this; "" for none."""
        return scope_condition(self._items)

    def _change(self, items: tuple[ScopeItem, ...]) -> None:
        self._show(items)
        self.changed.emit()

    def _show(self, items: tuple[ScopeItem, ...]) -> None:
        """Rebuild the chips: one for each item, or one for many files."""
        self._items = tuple(dict.fromkeys(items))
        row = self._row
        row.clear()
        words_before = label(self.tr("Only in"), "muted")
        words_before.setMinimumHeight(scaled(_CHIP))
        row.add(words_before)
        files = [item for item in self._items if item.kind is ScopeKind.FILE]
        if len(files) > _SINGLY:
            row.add(self._make_group(files))
        for item in self._items:
            if item.kind is not ScopeKind.FILE or len(files) <= _SINGLY:
                row.add(self._make_chip(item))
        row.updateGeometry()
        self.setVisible(bool(self._items))

    def _make_chip(self, item: ScopeItem) -> QPushButton:
        place = shown_path(item.value) if item.kind in (ScopeKind.FILE, ScopeKind.FOLDER) else item.shown
        return self._make(item.shown, [place], (item,))

    def _make_group(self, files: list[ScopeItem]) -> QPushButton:
        listed = [shown_name(item.value) for item in files[:_LISTED]]
        if len(files) > _LISTED:
            listed.append("…")
        return self._make(words.file_count(len(files)), listed, tuple(files))

    def _make(self, name: str, tip: list[str], items: tuple[ScopeItem, ...]) -> QPushButton:
        chip = button("", "scope_chip", "chip")
        shown = chip.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST)
        chip.setText(f"{shown}  ×".replace("&", "&&"))
        chip.setToolTip(plain_tip("\n".join((*tip, self.tr("Click to remove")))))
        chip.setAccessibleName(self.tr("Asking only {what}. Press to remove.").format(what=name))
        chip.clicked.connect(partial(self._take_away, items))
        return chip


class ConversationScope(QObject):
    """Stores the scope of each conversation and shows that of the open one in the chips."""

    def __init__(self, bridge: Bridge, chips: ScopeChips) -> None:
        super().__init__(chips)
        self._bridge = bridge
        self._chips = chips
        self._conversation = ""
        self._wanted = ""  # whose scope is being read; a change in between makes that void
        chips.changed.connect(self._store)

    def set_conversation(self, conversation_id: str) -> None:
        """Show the scope of this conversation; a new one ("") is about the whole library."""
        self._conversation = self._wanted = conversation_id
        self._chips.show_kept(())
        if conversation_id:
            job = self._bridge.worker.conversations.scope(conversation_id)
            self._bridge.run(job, partial(self._show_stored, conversation_id))

    def attach(self, conversation_id: str) -> None:
        """Store the choices made before this conversation existed."""
        self._conversation = conversation_id
        if self._chips.items:
            self._store()

    def _store(self) -> None:
        self._wanted = ""
        if self._conversation:
            kept = [item.kept for item in self._chips.items]
            self._bridge.start(self._bridge.worker.conversations.set_scope(self._conversation, kept))

    def _show_stored(self, conversation_id: str, kept: tuple[str, ...]) -> None:
        """Show the stored scope, unless another conversation was opened or something was chosen meanwhile."""
        if conversation_id == self._wanted:
            self._chips.show_kept(kept)
