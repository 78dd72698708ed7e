"""The libraries that the person shares with other programs, one by one; none is shared before."""

import contextlib

from desktop_rag.core.errors import UserError
from desktop_rag.services.operations import Service, changes, reads
from desktop_rag.storage.index_files import IndexFiles


class Sharing(Service):
    """Keeps which libraries other programs of this computer may ask: in the data folder, never in a library's file."""

    def __init__(self, files: IndexFiles) -> None:
        self._files = files

    @reads
    def shared(self) -> tuple[str, ...]:
        """Return the names of the shared libraries; one that cannot be opened is not shared now."""
        return tuple(name for name in self._files.names() if self._is_shared(name))

    @changes("indexes")
    def share(self, name: str, *, shared: bool) -> None:
        """Share a library with other programs, or no longer.

        Raises:
            UserError: there is no such library, or it cannot be noted.

        """
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            if storage.permissions is not None:
                storage.permissions.share(shared=shared)

    def _is_shared(self, name: str) -> bool:
        with contextlib.suppress(UserError), self._files.open(name, read_only=True) as storage:
            return storage.permissions is not None and storage.permissions.allowed.is_shared
        return False
