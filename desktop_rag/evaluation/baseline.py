"""Keep the figures of a run, and compare a later run with them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import UserText
from desktop_rag.evaluation.metrics import FIGURES, Judged, mean_figures

TOLERANCE = 0.005  # half a point


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of a run and each question's rank (None: not among the places looked at)."""

    mode: str
    top_k: int
    figures: Mapping[str, float]
    ranks: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Moved:
    """A question whose rank changed."""

    id: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The changes between two runs; ``fallen`` names the figures that dropped by more than half a point."""

    before: Mapping[str, float]
    after: Mapping[str, float]
    better: tuple[Moved, ...]
    worse: tuple[Moved, ...]
    fallen: tuple[str, ...]
    same_questions: bool


def run_of(judged: Sequence[Judged], mode: str, top_k: int) -> Run:
    """Sum up judged questions."""
    return Run(mode, top_k, mean_figures(judged), {one.id: one.rank for one in judged})


def save(run: Run, path: Path, notes: Path | None = None) -> None:
    """Write a run to a file; the folder ``notes`` remembers what is written elsewhere.

    Raises:
        UserError: the file cannot be written.

    """
    try:
        write_at_once(path, f"{json.dumps(asdict(run), ensure_ascii=False, indent=1)}\n".encode(), notes)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=path, reason=reason_of(error)), "Choose another place."
        ) from error


def load(path: Path) -> Run:
    """Read a run that was saved.

    Raises:
        UserError: the file cannot be read or holds something else.

    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
        figures = {name: float(values["figures"][name]) for name in FIGURES}
        ranks = {str(key): None if rank is None else int(rank) for key, rank in values["ranks"].items()}
        return Run(str(values["mode"]), int(values["top_k"]), figures, ranks)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise UserError(
            UserText("{path} is not a file of saved scores.", path=path), "Write one with --save."
        ) from error


def compare(before: Run, after: Run) -> Comparison:
    """Compare two runs question by question; those that only one of them has are left out."""
    common = [key for key in after.ranks if key in before.ranks]
    moved = [Moved(key, before.ranks[key], after.ranks[key]) for key in common]
    return Comparison(
        before=before.figures,
        after=after.figures,
        better=tuple(one for one in moved if _position(one.after) < _position(one.before)),
        worse=tuple(one for one in moved if _position(one.after) > _position(one.before)),
        fallen=tuple(name for name in FIGURES if before.figures[name] - after.figures[name] > TOLERANCE + 1e-9),
        same_questions=set(before.ranks) == set(after.ranks),
    )


def _position(rank: int | None) -> float:
    """Return a rank to compare by."""
    return float("inf") if rank is None else rank
