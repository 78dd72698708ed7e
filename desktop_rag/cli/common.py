"""Helpers of all commands: the data folder, waiting for a job, printing."""

import json
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from desktop_rag.config import Config
from desktop_rag.config.data_folder import POINTER_FILE, current_data_dir, remove_all_abandoned, use_of
from desktop_rag.config.secrets import keys_file
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import CancelledError, UserError, reason_of
from desktop_rag.core.events import Event, ProblemMet
from desktop_rag.core.jobs import Job
from desktop_rag.core.log import LOGGER, set_up_logging
from desktop_rag.core.network.offline import OFFLINE
from desktop_rag.core.paths import DATA_DIR_VARIABLE, PORTABLE_FOLDER, person_data_dir, portable_data_dir
from desktop_rag.core.shared_files import DAMAGED
from desktop_rag.core.terminal import terminal_json, terminal_text
from desktop_rag.core.user_text import UserText
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
_POLL_SECONDS = 0.1
_IN_USE = "desktop_rag.data_folder"


def _data_dir() -> Path:
    """Return the folder that was named before the command, that of --portable, or this user's."""
    return click.get_current_context().find_object(Path) or current_data_dir()


def _take_one_folder(context: click.Context, _option: click.Parameter, value: Path | None) -> Path | None:
    given = [context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in ("data_dir", "portable")]
    if all(given):
        raise click.UsageError("Give --portable or --data-dir, not both.")
    if value is None:  # a shell asks for completions
        return value
    while True:
        lock = use_of(value)
        place = _data_dir() if context.get_parameter_source("data_dir") is ParameterSource.DEFAULT else value
        if place == value:
            break
        if lock is not None:  # it was moved just now
            lock.release()
        value = place
    context.call_on_close(partial(tell_damaged, value))  # of what is found out on the way
    if lock is not None:
        context.meta[_IN_USE] = lock
        context.call_on_close(lock.release)
    return value


def leave_data_folder() -> None:
    """Let the data folder be moved from now on, which a command that uses it does not."""
    lock = click.get_current_context().meta.pop(_IN_USE, None)
    if lock is not None:
        lock.release()


data_dir_option = click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=_data_dir,
    callback=_take_one_folder,
    show_default=f"{DATA_DIR_VARIABLE}, or this user's",
    help="Folder of libraries, conversations and settings.",
)


def _go_portable(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's
    if value:
        context.obj = portable_data_dir()


portable_option = click.option(
    "--portable",
    is_flag=True,
    is_eager=True,  # before the folder is looked for
    expose_value=False,
    callback=_go_portable,
    help=f"Keep everything in the folder “{PORTABLE_FOLDER}” beside the program, keys too.",
)


def _go_offline(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's
    if value:
        go_offline(context)


def go_offline(context: click.Context) -> None:
    """Contact nothing but this computer until the command has ended."""
    context.find_root().call_on_close(OFFLINE.follow(lambda: True))


offline_option = click.option(
    "--offline",
    is_flag=True,
    expose_value=False,
    callback=_go_offline,
    help="Contact nothing but programs on this computer.",
)


def program_options(function: F) -> F:
    """Add the options that every command has."""
    return data_dir_option(portable_option(offline_option(function)))


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class _PlainConsole(Console):
    """A console that takes no text for markup or for commands to the terminal."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def render_str(self, text: str, **options: Any) -> Text:  # noqa: ANN401 - rich's own options
        """Render text without what terminals obey; messages beside the results are in the person's language."""
        return super().render_str(terminal_text(said(text) if self.stderr else text), **options)


def said(message: str) -> str:
    """Return a message of the program in the language of ``desktop_rag.text.translations.speak``."""
    return spoken().translated(message)


def stdout() -> Console:
    """Return a console for results; file names and quotations are never taken for markup."""
    return _PlainConsole()


def stderr() -> Console:
    """Return a console for progress and messages."""
    return _PlainConsole(stderr=True)


@contextmanager
def open_worker(data_dir: Path) -> Iterator[Worker]:
    """Give a worker, closed whatever happens."""
    handler = log_to(data_dir)
    remove_all_abandoned(data_dir)
    worker = Worker(data_dir)
    tell_damaged(data_dir)
    worker.subscribe(_tell_problem)
    try:
        yield worker
    finally:
        worker.close()
        handler.close()


def _tell_problem(event: Event) -> None:
    """Print a problem that belongs to no job."""
    if isinstance(event, ProblemMet):
        stderr().print(str(event.error))


def open_config(data_dir: Path) -> Config:
    """Return the settings of a data folder; report a damaged file."""
    config = Config(data_dir / SETTINGS_FILE)
    tell_damaged(data_dir)
    return config


def tell_damaged(data_dir: Path) -> None:
    """Print the damaged files that were set aside, each once."""
    for one in DAMAGED.take(data_dir, keys_file(), person_data_dir() / POINTER_FILE):
        stderr().print(str(one))


def log_to(data_dir: Path) -> logging.Handler:
    """Begin the log file; in a data folder that cannot be written there is none, which is said.

    Raises:
        UserError: there is no data folder, and it cannot be made.

    """
    try:
        return set_up_logging(data_dir / "logs")
    except OSError as error:
        if not data_dir.is_dir():
            raise UserError(
                UserText("{path} cannot be written: {reason}.", path=data_dir, reason=reason_of(error)),
                "Choose another --data-dir.",
            ) from error
        stderr().print(
            said(
                UserText(
                    "{path} cannot be written: {reason}. You can search and ask; nothing is saved.",
                    path=data_dir,
                    reason=reason_of(error),
                )
            )
        )
        handler = logging.NullHandler()
        logging.getLogger(LOGGER).addHandler(handler)  # else Python prints what would go into the log
        return handler


def wait_for(job: Job[T], meanwhile: Callable[[], object] = lambda: None) -> T:
    """Wait for a job, and call ``meanwhile`` ten times a second; Ctrl+C cancels it cleanly.

    Raises:
        CancelledError: it was stopped.
        UserError: it could not be done.

    """
    if not wait_or_cancel(job, meanwhile):
        raise CancelledError
    return job.result()


def wait_or_cancel(job: Job[T], meanwhile: Callable[[], object] = lambda: None) -> bool:
    """Wait until a job has ended; return False when Ctrl+C cancelled it."""
    try:
        while not job.done:
            job.wait(_POLL_SECONDS)  # a wait without a limit would not hear Ctrl+C on Windows
            meanwhile()
    except KeyboardInterrupt:
        job.cancel()
        job.wait()
        return False
    return True


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 file, 2 files."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def on_a_line(path: str) -> str:
    """Return a path as a terminal may show it: a name can hold line ends and what terminals obey."""
    return "".join(char if char.isprintable() else "\ufffd" for char in path)


def print_json(value: object, *, indent: int | None = 1) -> None:
    """Print a value as JSON, in UTF-8 whatever the terminal; names that are not UTF-8 keep their bytes."""
    _write_json(json.dumps(to_plain(value), ensure_ascii=False, indent=indent) + "\n")
    sys.stdout.buffer.flush()


def print_json_with(value: Mapping[str, object], last: str, items: Iterable[object]) -> None:
    """Print an object with a list behind its own keys as ``print_json`` does, one item of the list in memory."""
    whole = json.dumps({**value, last: []}, ensure_ascii=False, indent=1)
    beginning, _, end = whole.rpartition("[]")
    _write_json(beginning + "[")
    count = 0
    for count, item in enumerate(items, 1):
        text = json.dumps(to_plain(item), ensure_ascii=False, indent=1)
        _write_json(("," if count > 1 else "") + f"\n{text}".replace("\n", "\n  "))
    _write_json(("\n ]" if count else "]") + end + "\n")
    sys.stdout.buffer.flush()


def _write_json(text: str) -> None:
    sys.stdout.buffer.write(terminal_json(text).encode("utf-8", "surrogateescape"))


def to_plain(value: object) -> Any:  # noqa: ANN401 - JSON has any shape
    """Turn dataclasses into dictionaries."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    return value
