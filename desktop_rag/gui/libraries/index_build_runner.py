"""The other indexes that some ways of searching need: which there are, and the builds that are running."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import BuildProgress, Event, JobCancelled
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words

if TYPE_CHECKING:
    from desktop_rag.core.jobs import Job
    from desktop_rag.services.libraries.index_builds import BuildStatus


@dataclass(frozen=True, slots=True)
class IndexKind:
    """An index that can be built: its name, and one sentence on what is built and what for."""

    kind: str
    name: str
    explanation: str
    needs_model: bool


_INDEX_KINDS = (
    IndexKind(
        "tree",
        "Tree of summaries",
        "The model summarises neighbouring passages, then the summaries. Broad questions then find the right part.",
        needs_model=True,
    ),
    IndexKind(
        "keyword_table",
        "Table of keywords",
        "Lists the keywords of every passage, with the model if one is connected. Names and terms are "
        "then found at once.",
        needs_model=False,
    ),
    IndexKind(
        "knowledge_graph",
        "Graph of facts",
        "The model records how people and things are connected, for questions that combine several files.",
        needs_model=True,
    ),
)


def index_kinds() -> tuple[IndexKind, ...]:
    """Return every index kind, in the person's language."""
    return tuple(IndexKind(one.kind, _tr(one.name), _tr(one.explanation), one.needs_model) for one in _INDEX_KINDS)


@dataclass(frozen=True, slots=True)
class IndexBuildState:
    """The state of one build for one library: "" not begun here, "running", "done", "stopped" or "failed"."""

    name: str = ""
    progress: BuildProgress | None = None
    passages: int = 0
    error: UserError | None = None


class IndexBuildRunner(QObject):
    """Starts and stops builds, and knows how each went since the program was started."""

    changed = Signal(str)  # library

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._states: dict[tuple[str, str], IndexBuildState] = {}
        self._jobs: dict[int, tuple[str, str, Job[BuildStatus]]] = {}
        bridge.build_progress.connect(self._progressed)
        bridge.job_ended.connect(self._on_end)

    def state(self, library: str, kind: str) -> IndexBuildState:
        """Return the state of a build."""
        return self._states.get((library, kind), IndexBuildState())

    def start(self, library: str, kind: str) -> None:
        """Build an index for a library, or resume where the build was stopped."""
        if self.state(library, kind).name == "running":
            return
        job = self._bridge.worker.builds.build(library, kind)
        self._jobs[job.id] = (library, kind, job)
        self._set(library, kind, IndexBuildState("running"))
        self._bridge.run(job, partial(self._done, library, kind), partial(self._failed, library, kind))

    def stop(self, library: str, kind: str = "") -> None:
        """Stop one build for a library, or all of them; what is done is kept."""
        for name, running, job in self._jobs.values():
            if name == library and kind in ("", running):
                job.cancel()

    def _progressed(self, progress: BuildProgress) -> None:
        """Note how far one is; one that a question began is not ours."""
        if progress.job_id in self._jobs:
            self._set(progress.index_name, progress.kind, IndexBuildState("running", progress))

    def _done(self, library: str, kind: str, status: "BuildStatus") -> None:
        self._set(library, kind, IndexBuildState("done", passages=status.passages))

    def _failed(self, library: str, kind: str, error: UserError) -> None:
        self._set(library, kind, IndexBuildState("failed", error=error))

    def _on_end(self, event: Event) -> None:
        if event.job_id not in self._jobs:
            return
        library, kind, _ = self._jobs.pop(event.job_id)
        if isinstance(event, JobCancelled):
            self._set(library, kind, IndexBuildState("stopped"))

    def _set(self, library: str, kind: str, state: IndexBuildState) -> None:
        self._states[library, kind] = state
        self.changed.emit(library)


def state_line(state: IndexBuildState) -> str:
    """Return the state of a build in words; "" when there is nothing to say."""
    if state.progress is not None:
        done, total = words.number(state.progress.done), words.passage_count(state.progress.total)
        return _tr("{done} of {total}").format(done=done, total=total)
    known = {
        "running": _tr("Waiting for its turn"),
        "done": _tr("Ready: {passages}").format(passages=words.passage_count(state.passages)),
        "stopped": _tr("Stopped. The part already built was kept."),
    }
    return known.get(state.name, "")


def _tr(text: str) -> str:
    return QCoreApplication.translate("IndexBuilds", text)
