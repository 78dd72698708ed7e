"""Reads files in the test's own process, in place of the children that the program hands them to."""

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.parser_pool import OptionsOf, ParserPool
from desktop_rag.ingestion.progress import BeingRead
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord

T = TypeVar("T")


class SameProcess(ParserPool):
    """``read`` holds the files in order, named from ``folder`` on, ``before_each`` hears of each one first."""

    def __init__(self, folder: Path | None = None) -> None:
        self.warmed_up = 0
        self.read: list[str] = []
        self.before_each: Callable[[str], None] = lambda _: None
        self.parsed: Callable[[ParseTask], DocumentRecord] = parse_file
        self._folder = folder

    def warm_up(self) -> None:
        self.warmed_up += 1

    def running(self, _token: CancelToken) -> tuple[BeingRead, ...]:
        return ()

    def parse_files(
        self,
        files: Iterable[FoundFile],
        token: CancelToken,
        options_of: OptionsOf = lambda _: ReadOptions(),
        *,
        splitting: Splitting,
    ) -> Generator[list[DocumentRecord]]:
        # asked again after its end: a file may have turned out to hold others
        waiting = iter(files)
        while (file := next(waiting, None)) is not None:
            token.raise_if_cancelled()
            name = Path(file.path).name if self._folder is None else file.path[len(str(self._folder)) + 1 :]
            self.read.append(name)
            self.before_each(name)
            yield [self.parsed(ParseTask(file, splitting, options_of(file)))]


class HereProcesses(ChildProcesses):
    """Runs functions in this process."""

    def __init__(self) -> None:
        super().__init__(1)

    def run(self, function: Callable[..., T], *args: object, seconds: float, token: CancelToken, memory: int = 0) -> T:
        return function(*args)
