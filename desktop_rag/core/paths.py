"""Where the program's own resources and the person's data live."""

import os
import sys
from pathlib import Path

import platformdirs

from desktop_rag.core.errors import BugError

APP_NAME = "Desktop RAG"
DATA_DIR_VARIABLE = "DESKTOP_RAG_DATA_DIR"


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


def default_data_dir() -> Path:
    """Return the folder that holds libraries, conversations and settings of this person."""
    override = os.environ.get(DATA_DIR_VARIABLE)
    return Path(override) if override else Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))
