"""What runs in the children of ``worker.processes.parser_pool``."""

import gc
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_rag.core.errors import only_errors
from desktop_rag.ingestion.parse import ParseTask, parse_file, unread
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.worker.processes.child import ChildDiedError, too_large
from desktop_rag.worker.processes.confinement.limits import Limits, apply_limits

_TICK_SECONDS = 1.0
# Objects made until Python looks for cycles, which parsers leave few of. As often as it does by itself (700, 10, 10)
# that is a twelfth of all reading.
_COLLECT_AFTER = 50_000, 20, 100


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of a file: "begin" comes first, "record" with what came of it last.

    In between come "tick", as it goes on, with how many pages are done, and "bug" with the trace where the fault is
    ours.
    """

    event: Literal["begin", "tick", "bug", "record"]
    trace: str = ""
    record: DocumentRecord | None = None
    pages: int = 0


Tell = Callable[[Part], None]


def prepare_to_parse() -> None:
    """Do nothing: that this module is imported is what takes time."""


def parse_batch(tell: Tell, tasks: Sequence[ParseTask]) -> None:
    """Read files one after the other and tell of each."""
    gc.set_threshold(*_COLLECT_AFTER)
    for task in tasks:
        limits = Limits.of_file(task.file.size)
        apply_limits(limits)
        tell(Part("begin"))
        tell(Part("record", record=_parsed(tell, task, limits)))


def _parsed(tell: Tell, task: ParseTask, limits: Limits) -> DocumentRecord:
    """Return the record of a file, whatever happens."""
    told, pages = time.monotonic(), 0

    def tick() -> None:
        nonlocal told, pages
        pages += 1
        if time.monotonic() - told > _TICK_SECONDS:
            told = time.monotonic()
            apply_limits(limits)
            tell(Part("tick", pages=pages))

    try:
        with only_errors():
            return parse_file(task, tick)
    except MemoryError:
        return unread(task.file, "failed", too_large().message)
    except Exception as error:  # noqa: BLE001 - a bug of ours, or of a library; the other files must not suffer
        tell(Part("bug", "".join(traceback.format_exception(error))))
        return unread(task.file, "failed", ChildDiedError(None).as_user_error().message)
