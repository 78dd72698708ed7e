"""A folder and the library made of it, read in this process."""

import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.files import FileQuery
from desktop_rag.ingestion.file_ingestion import FileIngestion, ParserSetup
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.file_list import every_file
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.mock_embedding import MockEmbedding

COUNT = 12


class Filled:
    """A folder and the library made of it, with a parser in this process that notes what it read."""

    def __init__(self, folder: Path, scratch: Path, library: Path | None = None) -> None:
        self.folder = folder
        self.storage = StorageContext(library)
        self.read: list[str] = []
        self.progress: list[object] = []
        self.token = CancelToken()
        self.parsed: Callable[[ParseTask], DocumentRecord] = parse_file
        self.before_each: Callable[[str], None] = lambda _: None
        self.ingestion = FileIngestion(self.storage, ParserSetup(self.parse, scratch), self.progress.append, self.token)

    def parse(
        self, files: Iterator[FoundFile], token: CancelToken, options_of: Callable[[FoundFile], ReadOptions]
    ) -> Iterator[Sequence[DocumentRecord]]:
        while (file := next(files, None)) is not None:
            token.raise_if_cancelled()
            self.read.append(file.path[len(str(self.folder)) + 1 :])
            self.before_each(self.read[-1])
            yield [self.parsed(ParseTask(file, options=options_of(file)))]

    def update_until(self, stopped: str) -> None:
        """Bring the library up to date until a file is to be read, before which the run is stopped."""

        def stop(name: str) -> None:
            if name == stopped:
                raise CancelledError

        self.before_each = stop
        with pytest.raises(CancelledError):
            self.update()
        self.before_each = lambda _: None

    def update(self, rules: FolderRules | None = None, *, allow_mass_delete: bool = False) -> list[str]:
        """Bring the library up to date; return what was read."""
        self.read.clear()
        self.ingestion.add_roots([self.folder], rules)
        self.ingestion.read(self.ingestion.compare(allow_mass_delete=allow_mass_delete))
        return sorted(self.read)

    def look_at(self, *names: str) -> list[str]:
        self.read.clear()
        self.ingestion.look_at([self.folder / name for name in names])
        self.ingestion.read()
        return sorted(self.read)

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
