"""What a library can be narrowed down to, and which of its files have some words in their names."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath, PureWindowsPath

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import SearchChoices
from desktop_rag.readers.formats import of_name
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.sqlite.catalogue import DocumentCatalogue
from desktop_rag.storage.storage_context import StorageContext

_FOLDERS = 300  # offered at most, the fullest first
_LOOKED_AT = 100  # documents at a time
_LEVELS = 3  # of subfolders below a root


def search_choices(storage: StorageContext) -> SearchChoices:
    """Return the folders, kinds and languages that a library can be narrowed down to."""
    rows = list(storage.catalogue.languages())
    roots = sorted(root.path for root in storage.folders.all() if root.is_folder)
    folders: Counter[str] = Counter()
    for path, _ in rows:
        folders.update(_folders_above(path, roots))
    fullest = dict(folders.most_common(_FOLDERS))
    kinds = Counter(of_name(path).kind for path, _ in rows)
    languages = Counter(str(language) for _, language in rows if language)
    return SearchChoices(
        tuple(sorted(fullest.items())), tuple(roots), dict(kinds.most_common()), dict(languages.most_common())
    )


def named(catalogue: DocumentCatalogue, wanted: Sequence[str], narrowing: NodeFilter, most: int) -> list[int]:
    """Return documents (by row) in whose names every word begins a part, those with the shortest names first."""
    found = []
    for row, path in catalogue.paths():
        name = _folded(shown_name(path))
        if all(_begins_a_part(word, name) for word in wanted):
            found.append((len(name), path, row))
    rows = [row for _, _, row in sorted(found)]
    chosen: list[int] = []
    for start in range(0, len(rows), _LOOKED_AT):
        passing = catalogue.passing(rows[start : start + _LOOKED_AT], narrowing)
        chosen += [row for row in rows[start : start + _LOOKED_AT] if row in passing]
        if len(chosen) >= most:
            break
    return chosen[:most]


def _folders_above(path: str, roots: Sequence[str]) -> list[str]:
    """Return the root a file is below and the folders between, not too deep."""
    outside = path.partition("//")[0]
    kind = PureWindowsPath if "\\" in outside else PurePosixPath
    parents = [str(parent) for parent in kind(outside).parents]
    for root in roots:
        if root in parents:
            below = parents[: parents.index(root)]
            return [root, *below[-_LEVELS:]]
    return []


def _begins_a_part(word: str, name: str) -> bool:
    """Whether a part of a name begins with a word; in Chinese and Japanese everything does."""
    place = name.find(word)
    while place >= 0:
        before = name[place - 1] if place else " "
        if not before.isalnum() or before.isdigit() is not word[0].isdigit() or not word[0].isascii():
            return True
        place = name.find(word, place + 1)
    return False


def _folded(name: str) -> str:
    """Return a name without case and accents."""
    low = name.casefold()
    if low.isascii():
        return low
    kept = (char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))
    return unicodedata.normalize("NFKC", "".join(kept))
