"""What services are handed: one call's identity, and the processes that whoever runs them provides."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import Event
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.progress import BeingRead
from desktop_rag.ingestion.scanner import FoundFile
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.readers.base import ReadOptions
from desktop_rag.storage.records import DocumentRecord

T = TypeVar("T")


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One call of a service: the number that its events carry, what cancels it, and who hears of it.

    ``interrupted`` tells whether the program, not the person, cancelled it: what is half done continues next time.
    """

    id: int
    token: CancelToken
    emit: Callable[[Event], None]
    interrupted: Callable[[], bool] = _never


class EmbedModels(Protocol):
    """Which model a library (by the path of its file) is searched with."""

    def of(self, path: Path) -> BaseEmbedding:
        """Return the model that the vectors of a library were made with; of a new one, that of the settings."""

    def ready_for(self, path: Path, query: str) -> BaseEmbedding:
        """Return the same model once it is loaded; cancelling the caller does not end the loading."""

    def chosen(self) -> BaseEmbedding:
        """Return the model of the settings."""

    def begun(self, path: Path) -> BaseEmbedding | None:
        """Return the model that is about to take over in a library; None when there is none."""


class Parsers(Protocol):
    """Processes that parse files."""

    def warm_up(self) -> None:
        """Start one, so that the first files don't wait for it; returns at once."""

    def parse_files(
        self,
        files: Iterator[FoundFile],
        token: CancelToken,
        options_of: Callable[[FoundFile], ReadOptions],
        *,
        splitting: Splitting,
    ) -> Iterator[Sequence[DocumentRecord]]:
        """Yield a record for each file, in any order, cut as ``splitting`` says; nothing each second without one."""

    def running(self) -> tuple[BeingRead, ...]:
        """Return the files that are being read at this moment."""


class Processes(Protocol):
    """Processes that run functions which may crash or hang."""

    def run(self, function: Callable[..., T], *args: object, seconds: float, token: CancelToken) -> T:
        """Return ``function(*args)``; UserError when it takes longer than ``seconds`` or crashes."""


class ScratchFolder(Protocol):
    """Room on disk that is emptied when the program ends."""

    @property
    def folder(self) -> Path:
        """The folder, which exists; UserError when it cannot be made."""
