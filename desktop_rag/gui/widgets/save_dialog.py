"""Asks where to save a file; none is replaced that the person did not choose."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop_rag.gui.widgets.confirmation import Confirmation, confirm


def ask_where_to_save(
    parent: QWidget, title: str, proposed: str, kinds: Mapping[str, str], save: Callable[[Path], object]
) -> None:
    """Ask for a file, and call ``save`` with it.

    ``kinds`` has the words for each kind of file by its ending. A name without one of the endings gets that of the kind
    that was chosen; where there is one kind only, any ending is kept. A kind with an ending of two parts, such as
    ".pack.pdf", replaces the last part where that is what was given. The dialog itself asks before it replaces a file
    whose whole name was given; we ask where the name becomes that of another file.
    """
    given, chosen = QFileDialog.getSaveFileName(parent, title, str(Path.home() / proposed), ";;".join(kinds.values()))
    if not given:
        return
    target = Path(given)
    ending = next((ending for ending, words in kinds.items() if words == chosen), next(iter(kinds)))
    has_ending = target.suffix.lower() in kinds or (target.suffix and len(kinds) == 1)
    is_of_two = ending.count(".") > 1
    if target.name.lower().endswith(ending) or (has_ending and not is_of_two):
        save(target)
        return
    target = target.with_name(f"{target.stem if has_ending else target.name}{ending}")
    if not target.exists():
        save(target)
        return
    asked = Confirmation(
        "replace_file",
        title,
        QCoreApplication.translate("SaveDialog", "Replace “{file}”?").format(file=target.name),
        QCoreApplication.translate("SaveDialog", "There is a file of this name in the folder."),
        QCoreApplication.translate("SaveDialog", "Replace"),
        danger=True,
    )
    confirm(parent, asked, partial(save, target))
