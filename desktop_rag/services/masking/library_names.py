"""The names of people and firms at the beginning of a library's documents, which masked requests must not contain.

Whoever connects to a model hands over the function; it is called, and the rules for names are loaded, only where the
connection masks values.
"""

from pathlib import Path

from desktop_rag.evidence.parties import parties_of
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.sqlite.checked_sentences import CheckedSentences

_MOST_KNOWN = 5_000  # names of a library
_MOST_DOCUMENTS = 10_000
_KNOWN: dict[Path, tuple[bytes, tuple[str, ...]]] = {}
"""The names of libraries by the paths of their files, with the state of the documents when they were read."""


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


def _names_of(stores: Stores) -> tuple[str, ...]:
    """Return the parties that documents name at their beginning, and names of lists there."""
    # loads the rules of the register, which a connection without masking does not wait for
    from desktop_rag.services.masking.names import names_in

    found: dict[str, None] = {}
    for one in stores.documents.searched(_MOST_DOCUMENTS):
        beginning = stores.documents.page_text(one.path, 1) or ""
        found.update(dict.fromkeys(party.name for party in parties_of(beginning)))
        found.update(dict.fromkeys(names_in(beginning)))
        if len(found) >= _MOST_KNOWN:
            break
    return tuple(found)[:_MOST_KNOWN]
