"""Choose the files of a folder to read: patterns, .gitignore, hidden and very large files."""

import functools
import json
import os
import re
import stat
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.core.user_text import UserText
from desktop_rag.readers.format import MAXIMUM_BYTES

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

GITIGNORE = ".gitignore"
CACHES = frozenset(
    "node_modules __pycache__ .git .hg .svn .venv venv .tox .cache .mypy_cache .ruff_cache .pytest_cache "
    "$RECYCLE.BIN lost+found".split()
) | {"System Volume Information"}
_LEFT_BY_PROGRAMS = frozenset(["thumbs.db", "desktop.ini", "ehthumbs.db"])
_ZOTERO = "zotero.sqlite"
_ZOTERO_FOLDERS = frozenset("cache locate logs pipes styles tmp translators better-bibtex".split())  # beside that
_ZOTERO_FILES = (f"{_ZOTERO}-", f"{_ZOTERO}.", "better-bibtex.", ".zotero-")  # how their names begin
_LONGEST_GITIGNORE = 1_000_000  # bytes
_HIDDEN = (".", "~$")  # the second one: what office programs keep beside a file that is open


@dataclass(frozen=True, slots=True)
class FolderRules:
    """The rules of one added folder; ``ignore`` are patterns as in a .gitignore file, below the folder."""

    ignore: tuple[str, ...] = ()
    gitignore: bool = True  # honour the .gitignore files in it
    hidden: bool = False  # read hidden files too
    maximum_bytes: int = MAXIMUM_BYTES
    ocr: bool = True  # recognise the text of pictures

    def to_json(self) -> str:
        """Return the rules as they are stored."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "FolderRules":
        """Return stored rules; fields unknown to an older version have their defaults."""
        values = json.loads(text or "{}")
        known = {field.name: values[field.name] for field in fields(cls) if field.name in values}
        if "ignore" in known:
            known["ignore"] = tuple(known["ignore"])
        return cls(**known)


def pattern_for(path: str, folder: str) -> str:
    """Return the ignore pattern that means exactly the file or folder ``path`` below ``folder``."""
    inside = path[len(folder) :].lstrip(os.sep).replace(os.sep, "/")
    escaped = "".join(f"\\{letter}" if letter in "*?[]\\" else letter for letter in inside)
    if escaped[-1:].isspace():  # it would be taken off, also where it is no plain space
        return f"/{escaped[:-1]}[{escaped[-1]}]"
    return f"/{escaped}"


class IgnoreRules:
    """The ignore rules of a folder; one for each folder on the way down, each knowing those above."""

    def __init__(self, rules: FolderRules, folder: str) -> None:
        self._rules = rules
        self._specs: tuple[tuple[str, GitIgnoreSpec, str], ...] = ()
        if rules.ignore:
            self._specs = ((folder, _spec(rules.ignore), ""),)

    def entering(self, folder: str) -> "IgnoreRules":
        """Return the rules inside a folder: its own .gitignore comes on top."""
        lines = _gitignore(folder) if self._rules.gitignore else ()
        if not lines:
            return self
        deeper = IgnoreRules(self._rules, folder)
        deeper._specs = (*self._specs, (folder, _spec(lines), _inside(folder)))
        return deeper

    def why(self, path: str, name: str, *, is_folder: bool) -> str:
        """Return in plain words why an entry is left out, "" when it is not."""
        if is_folder and name in CACHES:
            return "Folders with this name hold files that programs generate."
        if name.lower() in _LEFT_BY_PROGRAMS:
            return "It is a system file."
        if not self._rules.hidden and name.startswith(_HIDDEN):
            return "It is hidden."
        if _is_of_zotero(path, name, is_folder=is_folder):
            return "It belongs to Zotero itself."
        return self.why_by_pattern(path, is_folder=is_folder)

    def why_by_pattern(self, path: str, *, is_folder: bool = False) -> str:
        """Return the pattern that leaves an entry out; the innermost .gitignore with a match decides."""
        for base, spec, source in reversed(self._specs):
            inside = path[len(base) :].lstrip(os.sep).replace(os.sep, "/")
            found = spec.check_file(f"{inside}/" if is_folder else inside)
            if found.include:
                return UserText("{source} leaves it out.", source=source) if source else "Your rules leave it out."
            if found.include is False and source:
                return ""
        return ""


def _is_of_zotero(path: str, name: str, *, is_folder: bool) -> bool:
    """Return True if Zotero keeps something for itself in a file or folder: styles, copies, what it looks up."""
    if not is_folder:
        return name.startswith(_ZOTERO_FILES)
    return name in _ZOTERO_FOLDERS and os.path.exists(os.path.join(os.path.dirname(path), _ZOTERO))  # noqa: PTH110, PTH118, PTH120 - called for every folder


def _spec(lines: Sequence[str]) -> "GitIgnoreSpec":
    """Return a matcher for patterns; meaningless ones are ignored, as in git."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(line for line in lines if _means_something(line))


@functools.lru_cache(maxsize=4096)
def _means_something(line: str) -> bool:
    """Return True if a line of a .gitignore file can be used."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True


def _gitignore(folder: str) -> list[str]:
    """Return the lines of a folder's .gitignore; one that cannot be read, or is no usual file, says nothing."""
    path = Path(_inside(folder))
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LONGEST_GITIGNORE:
            return []
        return path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError:
        return []


def _inside(folder: str) -> str:
    """Return the path of a folder's .gitignore."""
    return os.path.join(folder, GITIGNORE)  # noqa: PTH118 - called for every folder
