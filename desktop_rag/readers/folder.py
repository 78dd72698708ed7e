"""Lists the files below a folder."""

import os
from collections.abc import Container, Iterator
from pathlib import Path

_HIDDEN = (".", "~$")  # the second one: what office programs keep beside a file that is open


def files_below(
    folder: Path, *, recursive: bool = True, hidden: bool = False, ignored: Container[str] = ()
) -> Iterator[Path]:
    """Yield the files of a folder in alphabetical order, then those of the folders in it, if ``recursive``.

    Only what is below ``folder`` counts as hidden, not the folder itself. Folders named in ``ignored``, links to
    folders, and folders that cannot be listed are passed over.
    """
    for parent, folders, files in os.walk(folder, followlinks=False):
        wanted = sorted(name for name in folders if name not in ignored and (hidden or not name.startswith(_HIDDEN)))
        folders[:] = wanted if recursive else []
        for name in sorted(files):
            if hidden or not name.startswith(_HIDDEN):
                yield Path(parent, name)
