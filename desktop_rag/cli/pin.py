"""``desktop-rag pin``: watches answers, conversations, tables and texts, and tells when they no longer hold."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

import click

from desktop_rag.cli.common import (
    json_option,
    on_a_line,
    open_worker,
    print_json,
    print_json_with,
    program_options,
    said,
    stderr,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.conversation import chosen
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.cli.table import kept_table
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.jobs import Job
from desktop_rag.core.results.conversations import ConversationInfo
from desktop_rag.core.results.pins import NewsKind, Pin, PinKind, PinNews
from desktop_rag.core.results.text_checks import VERDICTS
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.services.packs.wording import STATES
from desktop_rag.worker.worker import Worker

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_KINDS = {
    PinKind.ANSWER: UserText("answer"),
    PinKind.CONVERSATION: UserText("conversation"),
    PinKind.TABLE: UserText("table"),
    PinKind.TEXT: UserText("text"),
}
_NEWS = {
    NewsKind.BROKEN: UserText("No longer holds"),
    NewsKind.HOLDS_AGAIN: UserText("Holds again"),
    NewsKind.NEW_FILE: UserText("A new file says something about this"),
}


@click.group()
def pin() -> None:
    """Watch answers: hear when their files no longer say so, or a new file says something about them.

    In the window these are the commands “Watch answer”, “Watch conversation” and “Watched answers and texts”.
    """


@pin.command("add")
@click.argument("name")
@click.option("--conversation", metavar="NAME_OR_ID", help="Watch the last answer of this conversation.")
@click.option("--turn", type=click.IntRange(min=1), help="Watch the answer to this question of it, from 1.")
@click.option("--all", "every", is_flag=True, help="Watch all answers of the conversation.")
@click.option("--table", metavar="TABLE", help="Watch a review table that the library keeps.")
@click.option("--text", "file", type=_FILE, metavar="FILE", help="Check the text in FILE, and watch its sentences.")
@program_options
@json_option
def add(
    name: str,
    conversation: str | None,
    turn: int | None,
    table: str | None,
    file: Path | None,
    data_dir: Path,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Watch an answer or a conversation about the library NAME, a table of it, or a text that is checked against it.

    What is watched again takes the place of what was watched before.
    """
    if [conversation, table, file].count(None) != 2:
        raise click.UsageError("Give one of --conversation, --table and --text.")
    if (turn is not None or every) and conversation is None:
        raise click.UsageError("--turn and --all go with --conversation.")
    with open_worker(data_dir) as worker:
        made = wait_for(_pinned(worker, name, conversation, turn, table, file, every=every))
    if as_json:
        print_json(made)
        return
    told = UserText(
        "Watching “{title}”, number {number}. Statements: {count}.",
        title=made.title,
        number=made.id,
        count=f"{made.items:,}",
    )
    stdout().print(said(told))


def _pinned(
    worker: Worker,
    name: str,
    conversation: str | None,
    turn: int | None,
    table: str | None,
    file: Path | None,
    *,
    every: bool,
) -> Job[Pin]:
    """Return the job that pins what was given."""
    if conversation is not None:
        info = _about(chosen(worker, conversation), name)
        return worker.pins.conversation(name, info.id) if every else worker.pins.answer(name, info.id, turn or 0)
    if table is not None:
        return worker.pins.table(name, kept_table(worker, name, table))
    assert file is not None  # noqa: S101 - one of three is given
    text = wait_for(worker.checks.text_of(file))
    return worker.pins.text(name, wait_for(worker.checks.check_text(name, text)), file.name)


def _about(info: ConversationInfo, name: str) -> ConversationInfo:
    if info.index_name != name:
        raise UserError(
            UserText("The conversation is about the library “{name}”.", name=info.index_name),
            UserText("Run: desktop-rag pin add {name} …", name=info.index_name),
        )
    return info


@pin.command("list")
@click.argument("name")
@program_options
@json_option
def list_(name: str, data_dir: Path, *, as_json: bool) -> None:
    """List what is watched in the library NAME, the latest first."""
    with open_worker(data_dir) as worker:
        found = wait_for(worker.pins.list_all(name))
    if as_json:
        print_json(found)
        return
    for one in found:
        day = dt.datetime.fromtimestamp(one.pinned_at, dt.UTC).astimezone().strftime("%Y-%m-%d")
        state = UserText(
            "{holding} of {count} still hold", holding=f"{one.items - one.broken:,}", count=f"{one.items:,}"
        )
        title = shorten(on_a_line(one.title), SNIPPET)
        stdout().print(f"{one.id:>5}  {day}  {said(_KINDS[one.kind])}  {title}: {said(state)}")
    if not found:
        stdout().print("Nothing is watched yet. Watch an answer with: desktop-rag pin add NAME --conversation ID")


@pin.command("check")
@click.argument("name")
@program_options
@json_option
def check(name: str, data_dir: Path, *, as_json: bool) -> None:
    """Tell what no longer holds of what is watched in the library NAME, and what new files say about it.

    Files are taken as the library has read them. Everything is told once: what was told before is left out. The exit
    code is 0 also if something no longer holds.
    """
    with open_worker(data_dir) as worker:
        found = wait_for(worker.pins.check(name))
        if as_json:
            head = {key: value for key, value in to_plain(found).items() if key != "news"}
            print_json_with(head, "news", map(to_plain, found.news))
        else:
            _print(found.news)
            told = UserText(
                "Watched: {pins}. Statements looked at again: {looked}. New files: {files}.",
                pins=f"{found.pins:,}",
                looked=f"{found.looked:,}",
                files=f"{found.new_files:,}",
            )
            stderr().print(told)
        if found.news:  # after it was printed: who is interrupted hears it again
            wait_for(worker.pins.note_told(name, found.news))


def _print(news: Sequence[PinNews]) -> None:
    out = stdout()
    for one in news:
        label = f"{on_a_line(one.label)}: " if one.label else ""
        out.print(f"{said(_NEWS[one.kind])}: {label}{shorten(on_one_line(one.text), SNIPPET)}")
        verdict = one.verdict if one.kind is not NewsKind.HOLDS_AGAIN else None
        how = said(VERDICTS[verdict]) if verdict is not None else said(STATES[one.state])
        out.print(f"       {on_a_line(shown_path(one.file))}: {how}")
        if one.was and one.kind is NewsKind.BROKEN:
            out.print(f"       − “{shorten(on_one_line(one.was), SNIPPET)}”")
        if one.now and one.kind is not NewsKind.HOLDS_AGAIN:
            out.print(f"       + “{shorten(on_one_line(one.now), SNIPPET)}”")
        for reason in one.reasons:
            out.print(f"       {said(reason)}")
        out.print(f"       {said(UserText('Watched: {title}', title=shorten(on_a_line(one.title), SNIPPET)))}")
    if not news:
        out.print("There is nothing new to tell.")


@pin.command("remove")
@click.argument("name")
@click.argument("number", type=int)
@program_options
def remove(name: str, number: int, data_dir: Path) -> None:
    """Stop watching NUMBER of the library NAME; what was watched stays as it is."""
    with open_worker(data_dir) as worker:
        wait_for(worker.pins.remove(name, number))
    stdout().print(said(UserText("Number {number} is no longer watched.", number=number)))
