"""``desktop-rag``: exit codes are 0 done, 1 user error, 2 usage, 130 cancelled."""

import multiprocessing
import sys
from collections.abc import Sequence

import click

from desktop_rag import __version__
from desktop_rag.cli.asking import ask, search
from desktop_rag.cli.building import build
from desktop_rag.cli.chatting import chat
from desktop_rag.cli.common import stderr
from desktop_rag.cli.doctor import doctor
from desktop_rag.cli.embedder import embedder
from desktop_rag.cli.evaluating import evaluate
from desktop_rag.cli.files import exclude, pause, resume, retry, status, watch
from desktop_rag.cli.libraries import add, index, sample
from desktop_rag.errors import BugError, CancelledError, UserError

_CANCELLED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="desktop-rag")
def commands() -> None:
    """Ask questions of your own documents and see exactly where each answer comes from."""


for command in (
    index, add, status, retry, exclude, pause, resume, watch, build, search, ask, chat, evaluate, embedder,
    sample, doctor,
):  # fmt: skip
    commands.add_command(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    multiprocessing.freeze_support()
    try:
        commands.main(args=list(sys.argv[1:] if arguments is None else arguments), standalone_mode=False)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (CancelledError, click.Abort, KeyboardInterrupt):
        stderr().print("Stopped. What was done so far is kept; run the same command to continue.")
        return _CANCELLED
    except UserError as error:
        stderr().print(f"Error: {error}")
        return 1
    except BugError as error:
        stderr().print(f"This is a fault of the program: {error}\nDetails are in the log file; please report it.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
