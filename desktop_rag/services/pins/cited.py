"""Which libraries have pins that rest on the files of a library; light, for it is asked whenever files were read."""

from desktop_rag.core.errors import UserError
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.pins import Pins


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
