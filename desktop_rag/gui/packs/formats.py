"""The formats of evidence packs in dialogs that save: their two-part endings tell them from other exports."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication

HTML, PDF = ".pack.html", ".pack.pdf"


def pack_kinds() -> dict[str, str]:
    """Return the words for each kind of pack by its ending."""
    return {
        HTML: QCoreApplication.translate("Packs", "Evidence pack (HTML) (*.pack.html)"),
        PDF: QCoreApplication.translate("Packs", "Evidence pack (PDF) (*.pack.pdf)"),
    }


def is_pack(path: Path) -> bool:
    """Return True if a file is an evidence pack by its name."""
    return path.name.lower().endswith((HTML, PDF))
