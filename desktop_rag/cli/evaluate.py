"""``desktop-rag eval``: how well a library is searched, and whether a change made it better."""

from pathlib import Path

import click
from rich.progress import track

from desktop_rag.cli.common import (
    counted,
    json_option,
    open_worker,
    print_json,
    program_options,
    stderr,
    stdout,
    wait_for,
)
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.evaluation import metrics
from desktop_rag.evaluation.metrics import FIGURES, Comparison, Judged, Moved, Run, judge
from desktop_rag.evaluation.questions import Question, read_questions
from desktop_rag.indices.vector_store import SEARCH_MODES
from desktop_rag.services.test_questions.question_set import as_question
from desktop_rag.worker.worker import Worker

_PASSAGES_PER_PLACE = 5  # a page has a few passages: this many are fetched for each place that is looked at
_LISTED = 20
_file = click.Path(dir_okay=False, path_type=Path)
_existing_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("eval")
@click.argument("name")
@click.argument("questions", type=_existing_file, required=False)
@click.option(
    "--top-k", type=click.IntRange(1, 200), default=10, show_default=True, help="Files or pages checked per question."
)
@click.option("--mode", type=click.Choice(SEARCH_MODES), default="hybrid", show_default=True)
@click.option("--save", "save_to", type=_file, help="Save the scores and each question's rank to this file.")
@click.option("--compare", "compare_to", type=_existing_file, help="Compare with saved scores.")
@program_options
@json_option
def evaluate(
    name: str,
    questions: Path | None,
    top_k: int,
    mode: str,
    save_to: Path | None,
    compare_to: Path | None,
    data_dir: Path,
    *,
    as_json: bool,
) -> None:
    """Search the library NAME for every question of QUESTIONS and measure how well the right places are found.

    Without QUESTIONS, use the test questions saved for this library in the window.
    QUESTIONS has one JSON object per line: {"id", "question", "expected": [{"file", "page", "grade"}]}; "page" and
    "grade" may be left out, "file" is a path or only a name. The exit code is 1 when a figure is more than half
    a point below the one it is compared with.
    """
    asked = read_questions(questions) if questions is not None else []
    before = metrics.load(compare_to) if compare_to is not None else None
    with open_worker(data_dir) as worker:
        asked = asked or _saved_questions(worker, name)
        run = metrics.run_of(_judge_all(worker, name, asked, top_k, mode), mode, top_k)
    comparison = metrics.compare(before, run) if before is not None else None
    if save_to is not None:
        metrics.save(run, save_to, data_dir)
    if as_json:
        print_json(_to_json(run, comparison))
    else:
        _print_run(run, comparison)
    if comparison is not None and comparison.fallen:
        raise UserError(
            UserText("Worse than before by more than half a point: {names}.", names=", ".join(comparison.fallen))
        )


def _saved_questions(worker: Worker, name: str) -> list[Question]:
    """Return the test questions that are kept with the library."""
    saved = wait_for(worker.test_questions.read(name)).questions
    if not saved:
        raise UserError(
            UserText("“{name}” has no test questions.", name=name), "Save some in the window, or pass a file of them."
        )
    return [as_question(one) for one in saved]


def _judge_all(worker: Worker, name: str, questions: list[Question], top_k: int, mode: str) -> list[Judged]:
    """Search for each question, with a progress bar when somebody is watching."""
    judged = []
    console = stderr()
    shown = track(questions, "Searching", console=console, transient=True, disable=not console.is_terminal)
    for question in shown:
        passages = min(1000, top_k * _PASSAGES_PER_PLACE)
        found = wait_for(worker.search.passages(name, question.text, top_k=passages, mode=mode))
        judged.append(judge(question, [(source.file, source.page) for source in found], top_k))
    return judged


def _to_json(run: Run, comparison: Comparison | None) -> dict[str, object]:
    """Return the results as values for programs."""
    values: dict[str, object] = {
        "questions": len(run.ranks),
        "mode": run.mode,
        "top_k": run.top_k,
        "figures": dict(run.figures),
        "ranks": dict(run.ranks),
    }
    if comparison is not None:
        values["comparison"] = {
            "before": dict(comparison.before),
            "better": [_moved_json(one) for one in comparison.better],
            "worse": [_moved_json(one) for one in comparison.worse],
            "fallen": list(comparison.fallen),
            "same_questions": comparison.same_questions,
        }
    return values


def _moved_json(moved: Moved) -> dict[str, object]:
    """Return a question whose rank changed."""
    return {"id": moved.id, "before": moved.before, "after": moved.after}


def _print_run(run: Run, comparison: Comparison | None) -> None:
    """Print the figures for people."""
    out = stdout()
    out.print(f"{counted(len(run.ranks), 'question')}, {run.mode}")
    for name in FIGURES:
        after = run.figures[name]
        if comparison is None:
            out.print(f"{name:10}{after:8.4f}")
        else:
            before = comparison.before[name]
            out.print(f"{name:10}{before:8.4f} -> {after:.4f}  ({(after - before) * 100:+.2f} points)")
    if comparison is not None:
        _print_moved(comparison)


def _print_moved(comparison: Comparison) -> None:
    """Print which questions got better or worse."""
    out = stdout()
    for title, moved in (("Better", comparison.better), ("Worse", comparison.worse)):
        out.print(f"{title}: {len(moved)}")
        for one in moved[:_LISTED]:
            out.print(f"  {one.id}: rank {_rank(one.before)} -> {_rank(one.after)}")
        if len(moved) > _LISTED:
            out.print(f"  and {len(moved) - _LISTED} more (--json lists all)")
    if not comparison.same_questions:
        stderr().print("The questions have changed since the saved result, so the averages can't be compared.")


def _rank(rank: int | None) -> str:
    """Return a rank for people."""
    return "none" if rank is None else str(rank)
