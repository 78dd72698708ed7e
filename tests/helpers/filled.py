"""A folder and the library made of it, read in this process."""

import os
import zipfile
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.file_ingestion import FileIngestion, ParserSetup
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.storage.sqlite.file_list import every_file
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.same_process import SameProcess

COUNT = 12


class Filled:
    """A folder and the library made of it, with a parser in this process that notes what it read."""

    def __init__(self, folder: Path, scratch: Path, library: Path | None = None) -> None:
        self.folder = folder
        self.storage = StorageContext(library)
        self.parsers = SameProcess(folder)
        self.progress: list[object] = []
        self.token = CancelToken()
        self.ingestion = FileIngestion(
            self.storage, ParserSetup(self.parsers, scratch), self.progress.append, self.token
        )

    def update_until(self, stopped: str) -> None:
        """Bring the library up to date until a file is to be read, before which the run is stopped."""

        def stop(name: str) -> None:
            if name == stopped:
                raise CancelledError

        self.parsers.before_each = stop
        with pytest.raises(CancelledError):
            self.update()
        self.parsers.before_each = lambda _: None

    def update(self, rules: FolderRules | None = None, *, allow_mass_delete: bool = False) -> list[str]:
        """Bring the library up to date; return what was read."""
        self.parsers.read.clear()
        self.ingestion.add_roots([self.folder], rules)
        self.ingestion.read(self.ingestion.compare(allow_mass_delete=allow_mass_delete))
        return sorted(self.parsers.read)

    def look_at(self, *names: str) -> list[str]:
        self.parsers.read.clear()
        self.ingestion.look_at([self.folder / name for name in names])
        self.ingestion.read()
        return sorted(self.parsers.read)

    @property
    def states(self) -> dict[str, str]:
        rows = every_file(self.storage.connection, FileQuery(), os.sep)
        return {row.path[len(str(self.folder)) + 1 :]: row.state.value for row in rows}

    @property
    def reasons(self) -> dict[str, str]:
        rows = every_file(self.storage.connection, FileQuery(), os.sep)
        return {row.path[len(str(self.folder)) + 1 :]: row.reason for row in rows if row.reason}

    def embed(self) -> None:
        self.ingestion.embed(MockEmbedding(8))


def pack(path: Path, files: dict[str, str]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
