"""``desktop-rag verify``, and the options of the commands that write evidence packs."""

from pathlib import Path

import click

from desktop_rag.cli.common import (
    F,
    json_option,
    on_a_line,
    open_worker,
    print_json_with,
    program_options,
    said,
    stderr,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.search import SNIPPET, shorten
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import absolute_path, shown_path
from desktop_rag.core.paths import resource_path
from desktop_rag.core.results.evidence_items import ItemLook, ItemState, SourceLook
from desktop_rag.core.results.packs import SCRIPT, PackCheck
from desktop_rag.core.results.text_checks import VERDICTS
from desktop_rag.core.user_text import UserText
from desktop_rag.services.packs.wording import STATES, summary

_FILE = click.Path(dir_okay=False, path_type=Path)
sign_option = click.option(
    "--sign/--no-sign", default=None, help="Sign the pack with your key or don't, whatever the settings say."
)


def pack_options(function: F) -> F:
    """Add ``--pack`` and ``--sign`` to a command; see ``pack_given``."""
    pack = click.option(
        "--pack", type=_FILE, metavar="FILE", help="Also write an evidence pack to FILE, which ends in .html or .pdf."
    )
    return pack(sign_option(function))


def pack_given(given: dict[str, object], *, replace: bool) -> tuple[Path | None, bool | None]:
    """Take the file of ``--pack`` and ``--sign`` out of a command's options.

    Raises:
        UserError: the file has no known ending, or exists and is not to be replaced.

    """
    pack, sign = given.pop("pack"), given.pop("sign")
    target = absolute_path(pack) if isinstance(pack, Path) else None
    if target is not None:
        # loads everything that checks texts, which a command without --pack does not wait for
        from desktop_rag.services.packs.packs import check_target

        check_target(target, replace=replace)
    return target, sign if isinstance(sign, bool) else None


@click.command()
@click.argument("pack", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@click.option("--library", default="", metavar="NAME", help="Look for the files in this library, not the one it names.")
@click.option(
    "--folder", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Also look for the files here."
)
@click.option("--integrity", is_flag=True, help="Only check whether the pack is whole, not its files.")
@click.option("--script", type=_FILE, metavar="FILE", help="Write the script that checks packs without this program.")
@program_options
@json_option
def verify(
    pack: Path | None,
    library: str,
    folder: Path | None,
    data_dir: Path,
    *,
    integrity: bool,
    script: Path | None,
    as_json: bool,
) -> None:
    """Check whether the evidence pack PACK is whole, who signed it, and whether its files still say so.

    The exit code is 0 only if the pack is whole and everything is the same.
    """
    if script is not None:
        _write_script(script)
    if pack is None:
        if script is None:
            raise click.UsageError("Give the file of an evidence pack.")
        return
    with open_worker(data_dir) as worker:
        place = absolute_path(folder) if folder is not None else None
        job = worker.packs.verify(absolute_path(pack), library=library, folder=place, only_file=integrity)
        found = wait_for(job)
    if as_json:
        head = {key: value for key, value in to_plain(found).items() if key != "items"}
        print_json_with({**head, "is_fine": found.is_fine}, "items", map(_item_json, found.items))
    else:
        _print(found)
    if not found.is_fine:
        click.get_current_context().exit(1)


def _write_script(target: Path) -> None:
    try:
        with target.open("x", encoding="utf-8", newline="\n") as file:
            file.write(resource_path(SCRIPT).read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
            "Choose another name.",
        ) from error
    stdout().print(said(UserText("Wrote {target}.", target=target)))


def _print(found: PackCheck) -> None:
    """Print the result of a check: what is other than it was comes with why."""
    out = stdout()
    out.print(said(summary(found)))
    if not found.is_whole:
        return
    out.print(f"{on_a_line(found.title)} · {on_a_line(found.library)} · {found.made_at} · {on_a_line(found.program)}")
    for look in found.items:
        label = f"{on_a_line(look.item.label)}: " if look.item.label else ""
        text = shorten(on_a_line(look.item.text), SNIPPET)
        out.print(f"{look.item.number:>5}  {label}{text}: {said(STATES[look.state])}")
        for source in look.sources:
            _print_source(look, source)
    for notice in found.notices:
        stderr().print(notice)


def _print_source(look: ItemLook, source: SourceLook) -> None:
    if source.state is ItemState.SAME:
        return
    out = stdout()
    out.print(f"       {on_a_line(shown_path(source.file))}: {said(STATES[source.state])}")
    if source.verdict is not None:
        out.print(f"       {said(VERDICTS[look.item.verdict])} → {said(VERDICTS[source.verdict])}")
    for reason in (source.reason, *source.reasons):
        if reason:
            out.print(f"       {said(reason)}")


def _item_json(look: ItemLook) -> dict[str, object]:
    plain: dict[str, object] = to_plain(look)
    return {**plain, "state": look.state.value}
