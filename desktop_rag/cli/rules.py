"""The rules of a folder on the command line, and what they would do."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from desktop_rag.cli.common import counted, on_a_line, print_json, said, stdout, to_plain
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.results.files import FolderPreview
from desktop_rag.core.user_text import UserText
from desktop_rag.ingestion.rules import FolderRules

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


def rules_options(command: F) -> F:
    """Give a command the options of ``FolderRules``; what none of them names stays as it is."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


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
