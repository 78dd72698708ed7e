"""Names of people and firms that the documents of libraries name, for requests that must not tell them."""

from pathlib import Path

from desktop_rag.evidence.parties import parties_of
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.sqlite.checked_sentences import CheckedSentences

_MOST_KNOWN = 5_000  # names of a library
_MOST_DOCUMENTS = 10_000


def library_names(files: IndexFiles, *paths: Path) -> tuple[str, ...]:
    """Return the names at the beginnings of libraries' documents; they are read again once a file has changed."""
    return tuple(name for path in paths for name in _library_names(files, path))


def _library_names(files: IndexFiles, path: Path) -> tuple[str, ...]:
    with files.open(path, read_only=True) as storage:
        state = CheckedSentences(storage.connection).state()
        known = _KNOWN.get(path)
        if known is None or known[0] != state:
            known = _KNOWN[path] = (state, _names_of(storage))
        return known[1]


_KNOWN: dict[Path, tuple[bytes, tuple[str, ...]]] = {}
"""The names of libraries, with the state of their files at the time."""


def _names_of(stores: Stores) -> tuple[str, ...]:
    """Return the parties that documents name at their beginning, and names of lists there."""
    # the rules of the register take a while to load, and most connections keep nothing back
    from desktop_rag.services.masking.names import names_in

    found: dict[str, None] = {}
    for one in stores.documents.searched(_MOST_DOCUMENTS):
        beginning = stores.documents.page_text(one.path, 1) or ""
        found.update(dict.fromkeys(party.name for party in parties_of(beginning)))
        found.update(dict.fromkeys(names_in(beginning)))
        if len(found) >= _MOST_KNOWN:
            break
    return tuple(found)[:_MOST_KNOWN]
