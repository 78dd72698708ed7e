"""``desktop-rag``: exit codes are 0 done, 1 user error, 2 usage, 130 cancelled."""

import gc
import multiprocessing
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from desktop_rag import __version__
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.network.offline import OFFLINE
from desktop_rag.core.paths import portable_data_dir
from desktop_rag.core.terminal import terminal_text
from desktop_rag.text.translations import ENGLISH, LANGUAGES, speak, spoken, system_language

_CANCELLED = 130
_COMMANDS = {
    "index": "libraries.index",
    "add": "libraries.add",
    "status": "files.status",
    "retry": "files.retry",
    "exclude": "files.exclude",
    "pause": "files.pause",
    "resume": "files.resume",
    "watch": "watch.watch",
    "build": "build.build",
    "search": "search.search",
    "open": "links.open_",
    "link": "links.link",
    "mentions": "mentions.mentions",
    "register": "register.register",
    "compare": "compare.compare",
    "contradictions": "contradictions.contradictions",
    "check": "check.check",
    "table": "table.table",
    "ask": "ask.ask",
    "chat": "chat.chat",
    "conversation": "conversation.conversation",
    "verify": "packs.verify",
    "pin": "pin.pin",
    "eval": "evaluate.evaluate",
    "question": "question.question",
    "embedder": "embedder.embedder",
    "settings": "setup.settings.settings",
    "connection": "connection.connection",
    "key": "setup.key.key",
    "network": "setup.network.network",
    "mcp": "mcp.program.mcp",
    "serve": "serve.program.serve",
    "data-folder": "setup.data_folder.data_folder",
    "sample": "ask.sample",
    "model": "model.model",
    "doctor": "doctor.doctor",
}


class _Commands(click.Group):
    """Imports a command when it is asked for: the imports take most of a second, and Ctrl+C may come meanwhile."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].rpartition(".")
        gc.disable()  # nothing of what is imported is garbage: to look for it takes a tenth of the time
        try:
            command: click.Command = getattr(import_module(f"desktop_rag.cli.{module}"), name)
        finally:
            gc.enable()
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of libraries, conversations and settings; can also follow the command.",
)
@click.option("--portable", is_flag=True, help="Keep everything in a folder beside the program; can also follow.")
@click.option("--offline", is_flag=True, help="Contact nothing but programs on this computer; can also follow.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of messages; else as LANG says.")
@click.version_option(__version__, prog_name="desktop-rag")
@click.pass_context
def commands(
    context: click.Context, data_dir: Path | None, *, portable: bool, offline: bool, language: str | None
) -> None:
    """Ask questions of your own documents and see exactly where each answer comes from."""
    if portable and data_dir:
        raise click.UsageError("Give --portable or --data-dir, not both.")
    context.obj = portable_data_dir() if portable else data_dir
    if language:
        speak(language)
    if offline:
        context.call_on_close(OFFLINE.follow(lambda: True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    multiprocessing.freeze_support()
    given = list(sys.argv[1:] if arguments is None else arguments)
    speak(ENGLISH if "--json" in given else system_language())
    try:
        code = commands.main(args=given, standalone_mode=False)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (CancelledError, click.Abort, KeyboardInterrupt):
        _say("Stopped. Work done so far is kept. Run the same command to continue.")
        return _CANCELLED
    except UserError as error:
        _say(f"Error: {error}")
        return 1
    except BugError as error:
        _say(f"Something went wrong inside the program: {error}\nThe log file has the details. Please report it.")
        return 1
    return code if isinstance(code, int) else 0  # of a command that ended by ``Context.exit``


def _say(message: str) -> None:
    """Print a message beside the results."""
    click.echo(terminal_text(spoken().translated(message)), err=True)


if __name__ == "__main__":
    sys.exit(main())
