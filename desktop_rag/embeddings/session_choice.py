"""Measure once which graph and processor run the built-in model fastest on this computer, and remember it.

The graphs run on the processor. What else the installed ONNX Runtime can use (Apple's Neural Engine, a graphics card)
is tried with the graph of full precision, and kept only when it is faster and gives the same vectors: most of the
model's operations are no good for most accelerators, which then hand every other one back to the processor.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop_rag.core.onnx import Session
from desktop_rag.core.schema import Matrix
from desktop_rag.core.shared_files import BusyFileError, peek_json, update_json
from desktop_rag.core.user_text import UserText

PROCESSOR = "CPUExecutionProvider"
ACCELERATORS = (
    "CoreMLExecutionProvider",
    "DmlExecutionProvider",
    "CUDAExecutionProvider",
    "OpenVINOExecutionProvider",
)
CHOICE_DAMAGED = UserText(
    "It stored which version of the search model is fastest on this computer. The program measures that again."
)
_FASTER = 0.9  # of the processor's time, at most: less is within the error of half a second's measurement
_FEW = 1  # texts that tell the graphs apart on a processor, where time grows with their number
_MANY = 4  # texts for accelerators, which are slow to begin
_EQUAL = 0.999  # cosine of every text's two vectors, at least


@dataclass(frozen=True, slots=True)
class SessionChoice:
    """A graph and its execution provider."""

    graph: str
    provider: str = PROCESSOR


@dataclass(frozen=True, slots=True)
class SessionChooser:
    """Opens the fastest session.

    ``load`` opens a graph on a provider, ``measure`` returns a session's vectors of so many texts and the seconds that
    took. ``note`` is a small file that remembers the choice; without it everything is measured in every process.
    """

    load: Callable[[SessionChoice], Session]
    measure: Callable[[Session, int], tuple[Matrix, float]]
    note: Path | None = None

    def choose(self, graphs: Sequence[str], available: Sequence[str]) -> Session:
        """Return a session for one of ``graphs``, the last of which has full precision.

        ``available`` names what the runtime can use: the processor alone for programs that were told so.
        """
        known = self.remembered(graphs, available)
        if known is not None:
            return self.load(known)
        sessions = {SessionChoice(graph): self.load(SessionChoice(graph)) for graph in graphs}
        measured = {choice: self.measure(session, _FEW)[1] for choice, session in sessions.items()}
        best = min(measured, key=measured.__getitem__)
        # noted before others are tried: a driver that brings the process down is not tried again
        self._remember(best)
        choices = [SessionChoice(graphs[-1], provider) for provider in ACCELERATORS if provider in available]
        if not choices:
            return sessions[best]
        expected, seconds = self.measure(sessions[SessionChoice(graphs[-1])], _MANY)
        if best.graph != graphs[-1]:
            _, seconds = self.measure(sessions[best], _MANY)
        for choice in choices:
            tried = self._tried(choice, expected)
            if tried is not None and tried[1] < _FASTER * seconds:
                best, (sessions[choice], seconds) = choice, tried
                self._remember(best)
        return sessions[best]

    def remembered(self, graphs: Sequence[str], available: Sequence[str]) -> SessionChoice | None:
        """Return the earlier choice, None when there is none, the note is damaged, or it is unavailable now."""
        if self.note is None or not self.note.exists():
            return None
        try:
            values = peek_json(self.note) or {}
            found = SessionChoice(str(values["graph"]), str(values["provider"]))
        except (OSError, KeyError):
            return None
        return found if found.graph in graphs and found.provider in (PROCESSOR, *available) else None

    def _tried(self, choice: SessionChoice, expected: Matrix) -> tuple[Session, float] | None:
        """Return a session on an accelerator and its seconds; None when it fails, or its vectors are others."""
        try:
            session = self.load(choice)
            vectors, seconds = self.measure(session, _MANY)
        except Exception:  # noqa: BLE001 - drivers fail in every way there is
            return None
        return (session, seconds) if (vectors * expected).sum(axis=1).min() > _EQUAL else None

    def _remember(self, choice: SessionChoice) -> None:
        """Write the note."""
        if self.note is None:
            return
        with contextlib.suppress(OSError, BusyFileError):  # it is measured again the next time
            update_json(self.note, lambda _: asdict(choice), next_step=CHOICE_DAMAGED)
