"""What makes the library that reads spreadsheets wait for ever."""

import zipfile
from pathlib import Path
from xml.parsers import expat

from desktop_rag.readers.office.parts import BROKEN_ARCHIVE

_OPEN = "content.xml"


def check_marks(path: Path) -> bool:
    """Whether the marks of an OpenDocument spreadsheet end: at one that never does, the library waits for ever."""
    try:
        with zipfile.ZipFile(path) as archive:
            if _OPEN in archive.namelist():
                with archive.open(_OPEN) as content:
                    expat.ParserCreate().ParseFile(content)
    except (expat.ExpatError, LookupError):  # LookupError: it declares an encoding that is none
        return False
    except (*BROKEN_ARCHIVE, OSError, RuntimeError):
        pass  # no spreadsheet of this kind, or a damaged one: who reads it says so
    return True
