"""Places in an open library as other programs see them: links, files, pages, and whether a file has changed."""

import os

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, file_label, real_path
from desktop_rag.core.links import Link
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.documents_in_scope import path_named
from desktop_rag.services.libraries.links import linked_file, path_in_library
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.folders import listed_folders
from desktop_rag.storage.storage_context import StorageContext

_QUOTED = 80  # characters of a quotation that a link names: enough to find it on its page


class Places:
    """Names the places of one open library, and finds those that are named."""

    def __init__(self, storage: StorageContext, name: str) -> None:
        self.storage = storage
        self.name = name
        self.key = storage.permissions.key if storage.permissions is not None else ""
        self._roots = listed_folders(storage.connection)
        self._stale: dict[str, bool] = {}

    def described(self, file: str, page: int = 0, label: str = "", quote: str = "") -> dict[str, object]:
        """Return a place with its link; ``page`` is left out where files have none."""
        has_pages = page and (is_paged(file) or has_slides(file))
        described: dict[str, object] = {
            "uri": self.uri(file, page, quote),
            "library": self.name,
            "file": file,
            "title": file_label(file) + (f", page {label or page}" if has_pages else ""),
        }
        if has_pages:
            described["page"] = page
            if label and label != str(page):
                described["page_label"] = label
        if self.is_stale(file):
            described["stale"] = True
        return described

    def uri(self, file: str, page: int = 0, quote: str = "") -> str:
        """Return the link to a place."""
        short = quote if len(quote) <= _QUOTED else quote[:_QUOTED].rpartition(" ")[0] or quote[:_QUOTED]
        return Link(self.key, "", path_in_library(file, self._roots, os.sep), page, short).url

    def is_stale(self, file: str) -> bool:
        """Return True if a file has changed since it was read, or is gone; one inside another counts as the outer."""
        outer = file.partition(INSIDE)[0]
        if outer not in self._stale:
            known = self.storage.files.known_file(outer)
            try:
                status = real_path(outer).stat()
                same = known is None or (status.st_size, status.st_mtime_ns) == (known.size, known.mtime_ns)
            except OSError:
                same = False
            self._stale[outer] = not same
        return self._stale[outer]

    def file_of(self, link: Link) -> str:
        """Return the file of the library that a link means.

        Raises:
            UserError: the library has none.

        """
        if (found := linked_file(self.storage, link)) and self.has(found):
            return found
        raise UserError(
            UserText("The library has no file “{file}”.", file=link.file), "Give its name, or the end of its path."
        )

    def file_named(self, named: str) -> str:
        """Return the file that is named by its path, the end of it, or its name.

        Raises:
            UserError: there is no such file, or there are several.

        """
        if self.has(named):
            return named
        paths = {status.path for status, _, _ in files_with_metadata(self.storage.connection)}
        return path_named(named, paths)

    def has(self, file: str) -> bool:
        """Return True if the text of a file is in the library."""
        return self.storage.documents.page_count(file) > 0
