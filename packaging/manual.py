"""Write a manual page for each command of the command line.

python packaging/manual.py FOLDER VERSION DATE
"""

import sys
from pathlib import Path

import click
from click_man.core import write_man_pages

from desktop_rag.cli.main import commands


def main(target: Path, version: str, date: str) -> None:
    """Write the pages into a new folder."""
    target.mkdir()
    context = click.Context(commands)
    # they are imported one by one when they are asked for, where click-man looks only for those that are there
    for name in commands.list_commands(context):
        if (command := commands.get_command(context, name)) is not None:
            commands.add_command(command, name)
    write_man_pages("desktop-rag", commands, version=version, date=date, target_dir=str(target))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
