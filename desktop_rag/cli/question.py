"""``desktop-rag question``: the test questions of a library, and what does and doesn't answer them."""

from pathlib import Path

import click

from desktop_rag.cli.ask import print_answer
from desktop_rag.cli.common import (
    json_option,
    on_a_line,
    open_worker,
    print_json,
    program_options,
    said,
    stdout,
    wait_for,
)
from desktop_rag.config.options import LLM_PROVIDER
from desktop_rag.core.file_paths import absolute_path, shown_name
from desktop_rag.core.results.test_questions import QuotedWords, SavedQuestion, quoted_words
from desktop_rag.core.user_text import UserText
from desktop_rag.services.answers.quotations import NEEDS_NO_MODEL


@click.group()
def question() -> None:
    """List test questions, and say what does and what doesn't answer them."""


@question.command("list")
@click.argument("name")
@program_options
@json_option
def list_(name: str, data_dir: Path, *, as_json: bool) -> None:
    """List the test questions of the library NAME."""
    with open_worker(data_dir) as worker:
        kept = wait_for(worker.test_questions.read(name))
    if as_json:
        print_json([_to_json(one, is_lost=one.id in kept.lost) for one in kept.questions])
        return
    for one in kept.questions:
        stdout().print(f"{one.id}  {on_a_line(one.text)}")
        _print_places(one, is_lost=one.id in kept.lost)
    if not kept.questions:
        stdout().print(said(UserText("“{name}” has no test questions.", name=name)))


@question.command("wrong")
@click.argument("name")
@click.argument("text", metavar="QUESTION")
@program_options
@json_option
def wrong(name: str, text: str, data_dir: Path, *, as_json: bool) -> None:
    """Record that the words now quoted for QUESTION from the library NAME don't answer it.

    It is asked without a language model, and kept as a test question. These words are not quoted for it again;
    “question right” says which are.
    """
    with open_worker(data_dir) as worker:
        answer = wait_for(worker.answers.ask(name, text, overrides={LLM_PROVIDER.key: "none", **NEEDS_NO_MODEL}))
        judged = wait_for(worker.test_questions.refuse(name, text, "", quoted_words(answer)))
    if as_json:
        print_json(_to_json(judged.question))
        return
    print_answer(answer, streamed=False)
    stdout().print(said(UserText("Kept as a test question. These words won't be quoted for it again.")))


@question.command("right")
@click.argument("name")
@click.argument("text", metavar="QUESTION")
@click.argument("file")
@click.argument("words")
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="The page where WORDS begin.")
@program_options
@json_option
def right(name: str, text: str, file: str, words: str, page: int, data_dir: Path, *, as_json: bool) -> None:
    """Record that WORDS in FILE answer QUESTION: the library NAME quotes them first from now on."""
    chosen = QuotedWords(str(absolute_path(Path(file))), page, words)
    with open_worker(data_dir) as worker:
        judged = wait_for(worker.test_questions.choose(name, text, "", chosen))
    if as_json:
        print_json(_to_json(judged.question))
    else:
        told = UserText("Next time “{file}” comes first for this question.", file=shown_name(chosen.file))
        stdout().print(said(told))


@question.command("delete")
@click.argument("name")
@click.argument("text", metavar="QUESTION")
@program_options
def delete(name: str, text: str, data_dir: Path) -> None:
    """Delete the test question QUESTION of the library NAME, and the judgements of its answers."""
    with open_worker(data_dir) as worker:
        wait_for(worker.test_questions.remove(name, text))
    stdout().print(said(UserText("The test question was deleted.")))


def _to_json(one: SavedQuestion, *, is_lost: bool = False) -> dict[str, object]:
    """Return the documented shape of a test question."""
    expected = [{"file": file} if page is None else {"file": file, "page": page} for file, page in one.expected]
    chosen, refused = (
        [{"file": words.file, "page": words.page, "text": words.text} for words in several]
        for several in (one.chosen, one.refused)
    )
    return {
        "id": one.id,
        "question": one.text,
        "expected": expected,
        "chosen": chosen,
        "refused": refused,
        "lost": is_lost,
    }


def _print_places(one: SavedQuestion, *, is_lost: bool) -> None:
    out = stdout()
    for file, page in one.expected:
        out.print(f"    {on_a_line(file)}" + ("" if page is None else f", page {page}"))
    for words in one.chosen:
        out.print(f"    answers it: {on_a_line(words.text)}")
    for words in one.refused:
        out.print(f"    doesn't answer it: {on_a_line(words.text)}")
    if not one.expected:
        out.print(f"    {said(UserText('No source yet'))}")
    if is_lost:
        out.print(f"    {said(UserText('The words you showed are gone'))}")
