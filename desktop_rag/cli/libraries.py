"""Commands that make, fill and list libraries; the rules of a folder, and what they would do."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from desktop_rag.cli.common import (
    counted,
    json_option,
    on_a_line,
    open_worker,
    print_json,
    program_options,
    said,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.files import print_status_json, print_totals, unreachable
from desktop_rag.cli.overrides import option_help
from desktop_rag.cli.progress import wait_with_progress
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.results.files import FileQuery, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import NODE_PARSER, Splitting
from desktop_rag.worker.worker import Worker

_FOLDERS_SHOWN = 20
F = TypeVar("F", bound=Callable[..., Any])
_MEGABYTE = 1024 * 1024
_MOST_TYPES, _MOST_LISTED = 8, 100
_OPTIONS = (
    click.option(
        "--ignore",
        multiple=True,
        metavar="PATTERN",
        help="Also leave out files that match, as in a .gitignore file; !PATTERN includes them again.",
    ),
    click.option("--gitignore/--no-gitignore", default=None, help="Follow .gitignore files (the default)."),
    click.option("--hidden/--no-hidden", default=None, help="Also read hidden files."),
    click.option("--max-size", type=click.IntRange(min=1), metavar="MB", help="Leave out larger files; 200 MB."),
    click.option("--ocr/--no-ocr", default=None, help="Recognise text in pictures."),
)


@click.group()
def index() -> None:
    """Create, list, copy and delete libraries."""


@index.command("create")
@click.argument("name")
@click.option(
    "--node-parser",
    type=click.Choice(NODE_PARSER.values),
    default=NODE_PARSER.default,
    show_default=True,
    help=option_help(NODE_PARSER),
)
@click.option("--chunk-size", type=int, help="Longest passage, in tokens.")
@click.option("--chunk-overlap", type=int, help="Text that neighbouring passages share, in tokens.")
@program_options
@json_option
def create(
    name: str, data_dir: Path, *, node_parser: str, chunk_size: int | None, chunk_overlap: int | None, as_json: bool
) -> None:
    """Create an empty library called NAME."""
    with open_worker(data_dir) as worker:
        info = wait_for(worker.libraries.create(name, Splitting(node_parser, chunk_size, chunk_overlap)))
    if as_json:
        print_json(info)
    else:
        stdout().print(f"Created “{info.name}”. Add files with: desktop-rag add {info.name!r} FOLDER")


@index.command("list")
@program_options
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the libraries."""
    with open_worker(data_dir) as worker:
        infos = wait_for(worker.libraries.list_as_found())
    if as_json:
        print_json(infos)
        return
    for info in infos:
        files, passages = counted(info.files, "file"), counted(info.nodes, "passage")
        state = info.error or f"{files}, {passages} ({info.nodes_embedded:,} ready for meaning search)"
        stdout().print(f"{info.name}: {state}")
        if info.keeps_earlier:
            stdout().print(f"  {said(_earlier_words(info))}")
        _tell_asked(info)
        for folder in info.offline:
            stdout().print(f"  {said(unreachable(folder))}")
    if not infos:
        stdout().print("No libraries yet. Create one with: desktop-rag index create NAME")


@index.command("export")
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
@program_options
@json_option
def export(name: str, file: Path, data_dir: Path, *, force: bool, as_json: bool) -> None:
    """Copy the library NAME to FILE or into a folder, even while the library is in use."""
    with open_worker(data_dir) as worker:
        written = wait_for(worker.libraries.export(name, absolute_path(file), replace=force))
    if as_json:
        print_json({"name": name, "file": str(written)})
    else:
        stdout().print(said(UserText("Exported “{name}” to {file}.", name=name, file=written)))


@index.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name", default="")
@click.option("--accept-folders", is_flag=True, help="Let the library read the folders that its file lists.")
@program_options
@json_option
def import_(file: Path, name: str, data_dir: Path, *, accept_folders: bool, as_json: bool) -> None:
    """Create a library from the copy FILE, called NAME or like the file.

    The folders that a library of somebody else lists are shown and not read. Accept them with --accept-folders or,
    later, with: desktop-rag index accept NAME
    """
    with open_worker(data_dir) as worker:
        info = wait_for(worker.libraries.import_copy(absolute_path(file), name))
        if accept_folders:
            wait_for(worker.files.allow_folders(info.name))
            info = replace(info, folders=(*info.folders, *info.folders_to_allow), folders_to_allow=())
    if as_json:
        print_json(info)
    else:
        files, passages = counted(info.files, "file"), counted(info.nodes, "passage")
        stdout().print(
            said(UserText("Imported “{name}”: {files}, {passages}.", name=info.name, files=files, passages=passages))
        )
        _tell_asked(info)


@index.command("accept")
@click.argument("name")
@program_options
def accept(name: str, data_dir: Path) -> None:
    """Let the library NAME, which came from elsewhere, read the folders that its file lists."""
    with open_worker(data_dir) as worker:
        infos = wait_for(worker.libraries.list_all())
        asked = next((info.folders_to_allow for info in infos if info.name == name), ())
        wait_for(worker.files.allow_folders(name))
    if not asked:
        stdout().print(said(UserText("“{name}” lists no folders that it may not read.", name=name)))
        return
    command = f"desktop-rag add {name!r}"
    stdout().print(
        said(UserText("“{name}” may read these folders now. To read them: {command}", name=name, command=command))
    )
    for folder in asked:
        stdout().print(f"  {on_a_line(folder)}")


def _tell_asked(info: IndexInfo) -> None:
    """Name the folders that a library lists and may not read, and say how that is allowed."""
    if not info.folders_to_allow:
        return
    command = f"desktop-rag index accept {info.name!r}"
    message = UserText("Its file lists folders that are not read until you accept them: {command}", command=command)
    stdout().print(f"  {said(message)}")
    for folder in info.folders_to_allow[:_FOLDERS_SHOWN]:
        stdout().print(f"    {on_a_line(folder)}")
    if len(info.folders_to_allow) > _FOLDERS_SHOWN:
        stdout().print(f"    … {len(info.folders_to_allow) - _FOLDERS_SHOWN:,}")


@index.command("earlier")
@click.argument("name")
@click.option("--keep", is_flag=True, help="Keep the text that a changed file had before, from now on.")
@click.option("--discard", is_flag=True, help="Keep it no longer, and forget what was kept.")
@click.option("--yes", is_flag=True, help="Forget without asking.")
@program_options
@json_option
def earlier(name: str, data_dir: Path, *, keep: bool, discard: bool, yes: bool, as_json: bool) -> None:
    """Show whether the library NAME keeps earlier states of its files, and the space they take; or change that.

    Of each file that changes the last ten states are kept, as text. Compare with: desktop-rag compare NAME FILE
    --earlier
    """
    if keep and discard:
        raise click.UsageError("Give --keep or --discard, not both.")
    with open_worker(data_dir) as worker:
        info = _info(worker, name)
        if discard and info.earlier_states and not yes:
            question = UserText("Forget {states}?", states=said(_earlier_words(info)))
            if not click.confirm(said(question), default=False):
                raise click.Abort
        if keep or discard:
            wait_for(worker.libraries.keep_earlier(name, keep=keep))
            info = _info(worker, name)
    if as_json:
        print_json({"keeps": info.keeps_earlier, "states": info.earlier_states, "bytes": info.earlier_bytes})
    elif info.keeps_earlier:
        stdout().print(said(UserText("“{name}” keeps earlier states of files that change.", name=name)))
        stdout().print(f"  {said(_earlier_words(info))}")
    else:
        stdout().print(said(UserText("“{name}” keeps no earlier states of files.", name=name)))


def _info(worker: Worker, name: str) -> IndexInfo:
    return wait_for(worker.libraries.status(name, FileQuery(limit=1))).info


def _earlier_words(info: IndexInfo) -> str:
    """Return how many earlier states a library keeps, and the space they take."""
    size = f"{info.earlier_bytes / 1e6:,.1f}"
    if info.earlier_states == 1:
        return UserText("1 earlier state of a file, {size} MB", size=size)
    return UserText("{count} earlier states of files, {size} MB", count=f"{info.earlier_states:,}", size=size)


@index.command("delete")
@click.argument("name")
@program_options
def delete(name: str, data_dir: Path) -> None:
    """Delete the library NAME; your files stay where they are."""
    with open_worker(data_dir) as worker:
        wait_for(worker.libraries.delete(name))
    stdout().print(said(UserText("Deleted “{name}”. Your files are untouched.", name=name)))


def rules_options(command: F) -> F:
    """Give a command the options of ``FolderRules``; what none of them names stays as it is."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command()
@click.argument("name")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--no-embed",
    is_flag=True,
    help="Prepare search by words only. Run again without this option to add meaning search.",
)
@click.option(
    "--allow-mass-delete",
    is_flag=True,
    help="Also remove missing files when more than a fifth of a folder is gone at once.",
)
@click.option("--dry-run", is_flag=True, help="Only list what would be read and what would be left out.")
@rules_options
@program_options
@json_option
def add(
    name: str,
    paths: tuple[Path, ...],
    data_dir: Path,
    *,
    no_embed: bool,
    allow_mass_delete: bool,
    dry_run: bool,
    as_json: bool,
    **rules: Any,  # noqa: ANN401 - rules_options
) -> None:
    """Add the files and folders PATHS to the library NAME and wait until they are searchable.

    Without PATHS, bring the library up to date with its folders. Unchanged files are skipped.
    Ctrl+C stops; the same command continues.
    """
    asked = asked_rules(**rules)
    with open_worker(data_dir) as worker:
        folders = folders_by_rules(wait_for(worker.files.folder_rules(name)), paths, asked)
        if dry_run:
            previews = [wait_for(worker.files.preview(some, wanted)) for wanted, some in folders.items()]
            print_preview(all_previews(previews), as_json=as_json)
            return
        changed = [(some, wanted) for wanted, some in folders.items()] if asked else []
        for number, (some, wanted) in enumerate(changed or [(paths, None)], 1):
            embed = not no_embed and number >= len(changed)
            job = worker.files.add(name, some, embed=embed, rules=wanted, allow_mass_delete=allow_mass_delete)
            result = wait_with_progress(worker, job)
        if as_json:
            print_status_json(worker, result)
        else:
            print_totals(result)


def asked_rules(
    *, ignore: tuple[str, ...], gitignore: bool | None, hidden: bool | None, max_size: int | None, ocr: bool | None
) -> dict[str, Any]:
    """Return the rules of the command line by the fields of ``FolderRules``."""
    asked = {
        "ignore": ignore or None,
        "gitignore": gitignore,
        "hidden": hidden,
        "ocr": ocr,
        "maximum_bytes": max_size * _MEGABYTE if max_size else None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def folders_by_rules(
    known: dict[str, FolderRules], paths: Sequence[Path], asked: dict[str, Any]
) -> dict[FolderRules, list[Path]]:
    """Return folders (all that are ``known`` when none are named) by the rules they have with what was asked for.

    Patterns are added to those there are; one that begins with ``!`` takes something back.
    """
    by_rules = defaultdict[FolderRules, list[Path]](list)
    for path in paths or map(Path, known):
        place = str(absolute_path(path))  # as the library knows it
        rules = known.get(place, FolderRules())
        ignore = tuple(dict.fromkeys((*rules.ignore, *asked.get("ignore", ()))))
        by_rules[replace(rules, **(asked | {"ignore": ignore}))].append(Path(place))
    return by_rules


def all_previews(previews: Sequence[FolderPreview]) -> FolderPreview:
    """Return the sum of the previews of several folders."""
    types = Counter[str]()
    for one in previews:
        types.update(one.by_type)
    return FolderPreview(
        files=sum(one.files for one in previews),
        size=sum(one.size for one in previews),
        by_type=dict(types.most_common()),
        skipped=sum(one.skipped for one in previews),
        left_out=tuple(file for one in previews for file in one.left_out),
    )


def print_preview(found: FolderPreview, *, as_json: bool) -> None:
    """Print the files that would be read and those that would be left out."""
    if as_json:
        print_json({key: value for key, value in to_plain(found).items() if key != "seconds"})
        return
    out = stdout()
    out.print(
        said(
            UserText(
                "{files} ({size} MB), {skipped} left out.",
                files=counted(found.files, "file"),
                size=f"{found.size / 1e6:,.1f}",
                skipped=f"{found.skipped:,}",
            )
        )
    )
    types = [f"{count:,} {ending or 'without extension'}" for ending, count in found.by_type.items()]
    if types:
        out.print(f"  {', '.join(types[:_MOST_TYPES])}")
    for file in found.left_out[:_MOST_LISTED]:
        out.print(f"  left out: {on_a_line(file.path)}: {said(file.reason)}")
    if found.skipped > _MOST_LISTED:
        out.print(f"  and {found.skipped - _MOST_LISTED:,} more.")
