"""Work that runs elsewhere: where it waits for its turn, what it does, and the handle on it."""

import enum
import threading
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Lane(enum.StrEnum):
    """The queues in which jobs wait for their turn; jobs of one lane don't hold up those of another."""

    LOAD = enum.auto()  # imports what the first job of its kind takes
    INDEX = enum.auto()  # compares and reads files
    REFRESH = enum.auto()  # reads what a watcher heard of
    EMBED = enum.auto()
    BUILD = enum.auto()  # indexes of other kinds
    ANSWER = enum.auto()
    MODELS = enum.auto()  # lists and tries models: a server that hangs must not hold up a question
    DOWNLOAD = enum.auto()
    VIEW = enum.auto()  # lists, passages, pages
    CHANGE = enum.auto()  # small changes: they wait while somebody stores a very large file
    STOP = enum.auto()  # what waits until other jobs have stopped
    LONG = enum.auto()  # copies, exports, previews of folders: what may take minutes, or hang with a drive
    SEARCH = enum.auto()  # of its own: a page being drawn must not hold up what is typed
    FOLLOW = enum.auto()  # what follows from files that were read: nobody waits for it
    MEANING = enum.auto()  # the model may have to be loaded first: words do not wait for that


class JobKind(enum.StrEnum):
    """The kinds of jobs. The first four change a library while they run, and can be stopped by kind."""

    ADD = enum.auto()
    REFRESH = enum.auto()
    BUILD = enum.auto()
    CHANGE_EMBEDDER = enum.auto()
    ANSWER = enum.auto()
    SEARCH = enum.auto()
    TABLE = enum.auto()  # of documents and questions: it writes its cells into the library
    TEST = enum.auto()  # of the test questions
    READ = enum.auto()  # lists, passages, pages
    CHANGE = enum.auto()  # small ones: a name, a setting, a folder forgotten
    CONNECT = enum.auto()  # to model servers
    DOWNLOAD = enum.auto()  # a model
    WARM_UP = enum.auto()


@dataclass(frozen=True, slots=True)
class Continue(Generic[T]):
    """The result of a job's function that continues in another lane: the same job, with one terminal event at last."""

    lane: Lane
    function: "Callable[[], T | Continue[T]]"


class Job(Generic[T]):
    """A handle on work that runs elsewhere; it ends in exactly one terminal event.

    ``library`` is the name of the library it is about, "" for none.
    """

    def __init__(self, job_id: int, kind: JobKind, library: str = "") -> None:
        self.id = job_id
        self.kind = kind
        self.library = library
        self.token = CancelToken()
        self.future: Future[T] = Future()
        self._lock = threading.Lock()
        self._ended = False
        self.lane = ""  # where it is, or was last
        self.interrupted = False  # by the program: what is half done is to be continued

    @property
    def done(self) -> bool:
        """True if the work ended, successfully or not."""
        return self.future.done()

    def cancel(self) -> None:
        """Cancel the work; finished parts are kept."""
        self.token.cancel()

    def interrupt(self) -> None:
        """Stop the work because the program needs it (it closes), not because the person wants it to end."""
        # what the person cancelled before stays cancelled
        self.interrupted = not self.token.cancelled
        self.token.cancel()

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result.

        Raises:
            UserError: the work could not be done, for a reason the person can do something about.
            BugError: a fault of this program.
            CancelledError: it was stopped.
            TimeoutError: it still runs after ``timeout`` seconds.

        """
        try:
            return self.future.result(timeout)
        except FutureCancelledError as error:
            raise CancelledError from error

    def wait(self, timeout: float | None = None) -> None:
        """Wait for the end, whatever it is."""
        wait([self.future], timeout)

    def claim_end(self) -> bool:
        """Return True to the one caller who may announce the end."""
        with self._lock:
            first, self._ended = not self._ended, True
            return first
