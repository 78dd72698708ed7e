"""Which libraries have pins; light, for it is asked at each start, and whenever files were read."""

from desktop_rag.core.errors import UserError
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.pins import Pins


def has_pins(files: IndexFiles, name: str) -> bool:
    """Return True if anything is pinned in a library.

    Raises:
        UserError: there is no such library.

    """
    with files.open(name, read_only=True) as storage:
        return Pins(storage.connection).count() > 0


def libraries_to_check(files: IndexFiles, name: str) -> list[str]:
    """Return the libraries with pins that a change in the library ``name`` may concern, itself first."""
    found = []
    for one in dict.fromkeys((name, *files.names())):
        try:
            with files.open(one, read_only=True) as storage:
                pins = Pins(storage.connection)
                if pins.count() if one == name else pins.cites(name):
                    found.append(one)
        except UserError:  # deleted meanwhile, or not to be opened: whoever opens it is told
            continue
    return found
