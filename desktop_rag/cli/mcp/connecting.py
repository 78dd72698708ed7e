"""``desktop-rag mcp connect``: the entry in the settings of a program that speaks MCP."""

from pathlib import Path

import click

from desktop_rag.cli.common import open_worker, program_options, said, stderr, stdout, wait_for
from desktop_rag.core.user_text import UserText
from desktop_rag.services.outside.connecting import PROGRAMS, connecting, disconnecting, write_change


@click.command("connect")
@click.argument("program", type=click.Choice(sorted(PROGRAMS)))
@click.option("--undo", is_flag=True, help="Take the entry out again; everything else stays.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@program_options
def connect_(program: str, data_dir: Path, *, undo: bool, dry_run: bool, yes: bool) -> None:
    """Let PROGRAM use your shared libraries: write the entry into its settings.

    What changes is shown first, and a copy of the settings stays beside them.
    """
    found = PROGRAMS[program]
    change = disconnecting(found, data_dir) if undo else connecting(found, data_dir)
    if not change.is_needed:
        nothing = UserText("There is nothing to change in {path}.", path=change.file)
        stdout().print(said(nothing))
        return
    stdout().print(change.difference.rstrip())
    if dry_run:
        return
    if not yes:
        click.confirm(said(UserText("Write this to {path}?", path=change.file)), abort=True, err=True)
    backup = write_change(change)
    stdout().print(said(UserText("Wrote {target}.", target=change.file)))
    if backup is not None:
        stdout().print(said(UserText("The settings as they were: {path}.", path=backup)))
    if found.note:
        stderr().print(found.note)
    if not undo:
        with open_worker(data_dir) as worker:
            if not wait_for(worker.sharing.shared()):
                stderr().print(UserText("Share a library next: desktop-rag mcp share NAME"))
