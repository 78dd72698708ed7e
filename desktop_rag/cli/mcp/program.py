"""``desktop-rag mcp``: what clients of MCP start, and the commands about sharing. It imports little: clients wait."""

from importlib import import_module
from pathlib import Path

import click

_COMMANDS = {"share": "sharing", "unshare": "sharing", "list": "sharing", "connect": "connecting"}


class _Commands(click.Group):
    """Imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"desktop_rag.cli.mcp.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_")
        return command


@click.group("mcp", cls=_Commands, invoke_without_command=True)
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), help="Folder of libraries and settings.")
@click.option("--portable", is_flag=True, help="Use the folder beside the program.")
@click.option("--serve", is_flag=True, help="Be the program behind it, which answers for all clients.")
@click.pass_context
def mcp(context: click.Context, data_dir: Path | None, *, portable: bool, serve: bool) -> None:
    """Let other programs (Claude Desktop, Cursor, VS Code …) search shared libraries, by MCP on standard input.

    Share libraries with “mcp share NAME”; “mcp connect PROGRAM” writes the entry into the settings of a program.
    """
    if portable or data_dir is not None:
        from desktop_rag.core.paths import portable_data_dir

        context.obj = portable_data_dir() if portable else data_dir
    if context.invoked_subcommand is not None:
        return
    from desktop_rag.config.data_folder import current_data_dir

    folder = context.find_object(Path) or current_data_dir()
    if serve:
        from desktop_rag.cli.common import open_worker
        from desktop_rag.worker.outside.server import OutsideServer

        with open_worker(folder) as worker:
            OutsideServer(worker).run()  # at once over where another one serves
    else:
        from desktop_rag.worker.outside.shim import speak_on_standard_streams

        speak_on_standard_streams(folder)
