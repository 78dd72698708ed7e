"""Opens files and folders in the programs they belong to."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop_rag.errors import UserError
from desktop_rag.file_paths import is_inside, real_path
from desktop_rag.gui.bridge import Bridge


def open_file(bridge: Bridge, file: str, on_error: Callable[[UserError], None]) -> None:
    """Open a file; what lies inside another is unpacked first, in the background."""
    if is_inside(file):
        bridge.run(bridge.worker.export_member(file), open_path, on_error)
    else:
        open_path(real_path(file))


def open_folder(file: str) -> None:
    """Open the folder that a file is in; of what lies inside another, the folder of that one."""
    open_path(real_path(file).parent)


def open_path(path: Path) -> None:
    """Open a file or folder on disk."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
