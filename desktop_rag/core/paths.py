"""Paths of the program's own resources and of the person's data."""

import os
import sys
from pathlib import Path

import platformdirs

from desktop_rag.core.errors import BugError

APP_NAME = "Desktop RAG"
APP_ID = "org.desktop_rag.DesktopRAG"  # of the menu entry; desktops know windows by it
DATA_DIR_VARIABLE = "DESKTOP_RAG_DATA_DIR"
PORTABLE_FOLDER = f"{APP_NAME} data"
PORTABLE_FILE = "portable"  # beside the program: it needs no option to be portable


def resource_path(*parts: str) -> Path:
    """Return a shipped resource, whether run from a checkout, an installed wheel or a frozen application.

    Raises:
        BugError: the resource is in none of the three places.

    """
    for root in _resource_roots():
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise BugError(f"resource {'/'.join(parts)!r} is not installed")


def _resource_roots() -> list[Path]:
    """Candidate roots, the most specific first."""
    package = Path(__file__).resolve().parent.parent
    frozen = getattr(sys, "_MEIPASS", None)
    roots = [Path(frozen) / "resources"] if frozen else []
    return [*roots, package / "resources", package.parent / "resources"]


def named_data_dir() -> Path | None:
    """Return the data folder that the environment or a portable program names; None for this person's own.

    A program is portable that has such a folder, or a file named "portable", beside it.
    """
    if override := os.environ.get(DATA_DIR_VARIABLE):
        return Path(override)
    portable = portable_data_dir()
    return portable if portable.is_dir() or portable.with_name(PORTABLE_FILE).is_file() else None


def person_data_dir() -> Path:
    """Return this person's default data folder, as the system has it."""
    return Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))


def portable_data_dir() -> Path:
    """Return the data folder of a portable program: beside the program, or beside the checkout it runs from."""
    checkout = Path(__file__).resolve().parent.parent.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout.with_name(PORTABLE_FOLDER)
    program = Path(sys.executable)
    # only then: Python in a virtual environment is a link to one of the system
    return (program.resolve() if hasattr(sys, "_MEIPASS") else program).with_name(PORTABLE_FOLDER)


def is_portable(data_dir: Path) -> bool:
    """Return True if a data folder is that of a portable program, which keeps nothing anywhere else."""
    return data_dir.resolve() == portable_data_dir().resolve()
