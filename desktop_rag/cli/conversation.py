"""``desktop-rag conversation``: list, show, search, rename, delete and export what was asked and answered."""

import datetime as dt
from pathlib import Path

import click

from desktop_rag.cli.ask import answer_json, print_answer
from desktop_rag.cli.common import json_option, open_worker, print_json, program_options, said, stdout, wait_for
from desktop_rag.cli.packs import sign_option
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.results.conversations import ConversationInfo, family_of, one_of_each
from desktop_rag.core.user_text import UserText
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

_SHORTEST_ID = 4  # characters of an id that may stand for it


@click.group()
def conversation() -> None:
    """List, show, search, rename, delete and export conversations."""


@conversation.command("list")
@click.option("--library", default="", metavar="NAME", help="Only conversations about this library.")
@program_options
@json_option
def list_(library: str, data_dir: Path, *, as_json: bool) -> None:
    """List the conversations, the latest first."""
    with open_worker(data_dir) as worker:
        found = [info for info in wait_for(worker.conversations.list_all()) if library in ("", info.index_name)]
    if as_json:
        print_json(found)
        return
    known = {info.id: info for info in found}
    for info in one_of_each(found):
        stdout().print(f"{info.id}  {_day(info.updated)}  {info.index_name}  {' '.join(info.title.split())}")
        family = family_of(known, info.id)
        others = [other for other in found if other is not info and family_of(known, other.id) == family]
        for other in others:
            stdout().print(
                f"    {other.id}  {_day(other.updated)}  {said(UserText('with another version of a question'))}"
            )
    if not found:
        stdout().print("No conversations yet. Start one with: desktop-rag chat NAME")


@conversation.command("show")
@click.argument("name_or_id")
@program_options
@json_option
def show(name_or_id: str, data_dir: Path, *, as_json: bool) -> None:
    """Print the conversation NAME_OR_ID: each question, its answer and where that comes from."""
    with open_worker(data_dir) as worker:
        info = chosen(worker, name_or_id)
        turns = wait_for(worker.conversations.turns(info.id))
    if as_json:
        answers = [{"question": turn.question, **(answer_json(turn.answer) if turn.answer else {})} for turn in turns]
        print_json({"id": info.id, "title": info.title, "index_name": info.index_name, "turns": answers})
        return
    for turn in turns:
        stdout().print(f"> {turn.question}\n")
        if turn.answer is not None:
            print_answer(turn.answer, streamed=False)
            stdout().print("")


@conversation.command("export")
@click.argument("name_or_id")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--full-paths", is_flag=True, help="Say where the cited files lie, not only their names.")
@program_options
@json_option
def export(name_or_id: str, file: Path, data_dir: Path, *, force: bool, full_paths: bool, as_json: bool) -> None:
    """Write the conversation NAME_OR_ID with its references to FILE, which ends in .md, .html, .pdf or .docx.

    With .bib, .ris or .json it is the list of the works it cites.
    """
    with open_worker(data_dir) as worker:
        info = chosen(worker, name_or_id)
        target = absolute_path(file)
        say = spoken().translated  # of this thread
        job = worker.exports.conversation(info.id, target, replace=force, full_paths=full_paths, say=say)
        written = wait_for(job)
    if as_json:
        print_json({"id": info.id, "file": str(written)})
    else:
        stdout().print(said(UserText("Exported “{name}” to {file}.", name=" ".join(info.title.split()), file=written)))


@conversation.command("pack")
@click.argument("name_or_id")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--turn", type=click.IntRange(min=1), help="The question whose answer is meant, from 1; else the last.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@click.option("--full-paths", is_flag=True, help="Say where the cited files lie, not only from their folder on.")
@sign_option
@program_options
@json_option
def pack(
    name_or_id: str,
    file: Path,
    turn: int | None,
    data_dir: Path,
    *,
    force: bool,
    full_paths: bool,
    sign: bool | None,
    as_json: bool,
) -> None:
    """Write an answer of the conversation NAME_OR_ID with its proof to FILE, which ends in .html or .pdf."""
    with open_worker(data_dir) as worker:
        info = chosen(worker, name_or_id)
        turns = wait_for(worker.conversations.turns(info.id))
        asked = turns[turn - 1 : turn] if turn is not None else [one for one in turns if one.answer is not None][-1:]
        answer = asked[0].answer if asked else None
        if answer is None:
            raise UserError(
                "There is no answer to this question.",
                "To see the answers, run: desktop-rag conversation show NAME_OR_ID",
            )
        target, prove = absolute_path(file), worker.packs.answer
        options = {"replace": force, "full_paths": full_paths}
        job = prove(
            answer, info.index_name, target, asked_at=asked[0].asked_at, sign=sign, say=spoken().translated, **options
        )
        written = wait_for(job)
    if as_json:
        print_json({"id": info.id, "file": str(written)})
    else:
        stdout().print(said(UserText("The evidence pack was written to {target}.", target=written)))


@conversation.command("search")
@click.argument("words", nargs=-1, required=True)
@program_options
@json_option
def search(words: tuple[str, ...], data_dir: Path, *, as_json: bool) -> None:
    """Print where all WORDS were said in any conversation, the latest first."""
    with open_worker(data_dir) as worker:
        found = wait_for(worker.conversations.search(" ".join(words)))
    if as_json:
        print_json(found)
        return
    for one in found:
        info = one.conversation
        stdout().print(f"{info.id}  {_day(info.updated)}  {info.index_name}  {' '.join(info.title.split())}")
        if one.excerpt:
            stdout().print(f"    {one.excerpt}")
    if not found:
        stdout().print(said(UserText("No conversation says “{words}”.", words=" ".join(words))))


@conversation.command("rename")
@click.argument("name_or_id")
@click.argument("title")
@program_options
def rename(name_or_id: str, title: str, data_dir: Path) -> None:
    """Give the conversation NAME_OR_ID another TITLE."""
    new_title = " ".join(title.split())
    if not new_title:
        raise UserError("A title needs at least one letter.", "Write it in quotation marks.")
    with open_worker(data_dir) as worker:
        info = chosen(worker, name_or_id)
        wait_for(worker.conversations.rename(info.id, new_title))
    stdout().print(
        said(UserText("“{name}” is now called “{title}”.", name=" ".join(info.title.split()), title=new_title))
    )


@conversation.command("delete")
@click.argument("name_or_id")
@program_options
def delete(name_or_id: str, data_dir: Path) -> None:
    """Delete the conversation NAME_OR_ID with its questions and answers."""
    with open_worker(data_dir) as worker:
        info = chosen(worker, name_or_id)
        wait_for(worker.conversations.delete(info.id))
    stdout().print(said(UserText("Deleted “{name}”.", name=" ".join(info.title.split()))))


def chosen(worker: Worker, name_or_id: str) -> ConversationInfo:
    """Return the conversation with an id, the beginning of one, or a title.

    Raises:
        UserError: there is none, or more than one.

    """
    wanted = " ".join(name_or_id.split()).casefold()
    known = wait_for(worker.conversations.list_all())
    exact = [info for info in known if info.id == name_or_id]
    titled = [info for info in known if " ".join(info.title.split()).casefold() == wanted]
    begun = [info for info in known if len(wanted) >= _SHORTEST_ID and info.id.startswith(wanted)]
    found = one_of_each(exact or titled or begun)  # the latest version of each
    if len(found) == 1:
        return found[0]
    if not found:
        raise UserError(
            UserText("There is no conversation “{name}”.", name=name_or_id),
            "To see them all, run: desktop-rag conversation list",
        )
    ids = ", ".join(f"{info.id} ({_day(info.updated)}, {info.index_name})" for info in found)
    raise UserError(
        UserText("{count} conversations are called “{name}”.", count=len(found), name=name_or_id),
        UserText("Choose one by its id: {ids}.", ids=ids),
    )


def _day(time: float) -> str:
    return dt.datetime.fromtimestamp(time, dt.UTC).astimezone().strftime("%Y-%m-%d")
