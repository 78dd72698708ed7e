"""``desktop-rag doctor``: is everything in place, and what to do about what is not."""

import getpass
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from desktop_rag import __version__
from desktop_rag.cli.common import counted, open_worker, program_options, stdout, wait_for
from desktop_rag.config.options import LLM_BASE_URL, LLM_MODEL, LLM_PROVIDER, PLUGINS_ENABLED
from desktop_rag.config.plugins import installed_plugins, load_plugin, parse_plugins
from desktop_rag.config.secrets import Place
from desktop_rag.core.errors import BugError, UserError, reason_of
from desktop_rag.core.paths import is_portable, resource_path
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.multilingual_e5 import MODEL, MultilingualE5Embedding
from desktop_rag.storage.sqlite.connection import engine_versions
from desktop_rag.worker.worker import Worker

_PASSAGE = "The quick brown fox jumps over the lazy dog near the river bank. " * 10
_QUOTED = re.compile("“[^”]*”")
_LIBRARY_FILE = re.compile(r"[^/\\]+\.ragindex")
_PACKAGES = ("PySide6-Essentials", "pymupdf", "sqlite-vec", "onnxruntime", "tokenizers", "openai", "httpx", "xllamacpp")


class _Warning(str):
    """The result of a check that is no fault of the installation, but should be known."""

    __slots__ = ()


@click.command()
@click.option(
    "--report", is_flag=True, help="Print it for a problem report: without names of folders, libraries and the person."
)
@program_options
def doctor(data_dir: Path, *, report: bool) -> None:
    """Check this installation, one line for each part, and say how to fix problems."""
    out = stdout()
    failed = False
    if report:
        out.print("```")
    with open_worker(data_dir) as worker:
        for name, check in _checks(worker, data_dir):
            try:
                found = check()
                line = f"warn  {name}: {found}" if isinstance(found, _Warning) else f"ok    {name}: {found}"
            except (UserError, BugError, OSError) as error:
                failed = True
                line = f"wrong {name}: {error}"
            out.print(_impersonal(line, data_dir) if report else line)
    if report:
        out.print("```")
    if failed:
        raise UserError("Something needs attention; see the lines marked “wrong”.")


def _impersonal(line: str, data_dir: Path) -> str:
    """Return a line without what tells of the person: their folders, their name, and what they called libraries."""
    for place, name in ((data_dir.absolute(), "DATA"), (Path.home(), "~"), (Path(sys.prefix), "PROGRAM")):
        line = line.replace(str(place), name)
    line = _LIBRARY_FILE.sub("….ragindex", _QUOTED.sub("“…”", line))
    person = getpass.getuser()
    return re.sub(rf"(?<!\w){re.escape(person)}(?!\w)", "PERSON", line) if len(person) > 2 else line


def _checks(worker: Worker, data_dir: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the checks in the order in which they are printed."""
    yield "program", lambda: f"Desktop RAG {__version__}, Python {platform.python_version()}, {platform.platform()}"
    yield "packages", _packages
    yield "storage", lambda: _storage(data_dir)
    yield "resources", lambda: str(resource_path("models", MODEL).parent.parent)
    yield "built-in model", lambda: _embedder(worker)
    yield "confinement", lambda: _confinement(worker)
    yield "libraries", lambda: _libraries(worker)
    yield "conversations", lambda: str(len(wait_for(worker.conversations.list_all())))
    yield "keys", lambda: _keys(worker)
    yield "language model", lambda: _language_model(worker)
    yield "model servers", lambda: _servers(worker)
    yield "plug-ins", lambda: _plugins(worker)


def _packages() -> str:
    """Return the versions of the libraries that matter."""
    return ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)


def _version(name: str) -> str:
    """Return a package's version; a frozen application may not carry it."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "(bundled)"


def _storage(data_dir: Path) -> str:
    """Check that the data folder can be written and that vectors work."""
    try:
        make_folders(data_dir)
    except OSError as error:
        raise UserError(
            UserText("{path} cannot be created: {reason}.", path=data_dir, reason=reason_of(error)),
            "Choose another --data-dir.",
        ) from error
    if not os.access(data_dir, os.W_OK):
        raise UserError(
            UserText("{folder} cannot be written.", folder=data_dir),
            "Change its permissions or choose another --data-dir.",
        )
    sqlite, extension = engine_versions()
    portable = " (portable, nothing is kept elsewhere)" if is_portable(data_dir) else ""
    return f"{data_dir}{portable}, SQLite {sqlite}, sqlite-vec {extension}"


def _embedder(worker: Worker) -> str:
    """Measure the built-in model."""
    model = MultilingualE5Embedding(worker.data_dir / "embedder.json")
    started = time.perf_counter()
    model.warm_up()
    loaded = time.perf_counter()
    model.get_text_embedding_batch([_PASSAGE] * 16)
    batch = time.perf_counter() - loaded
    started_query = time.perf_counter()
    model.get_query_embedding("Where does the fox jump?")
    query = time.perf_counter() - started_query
    return f"loads in {loaded - started:.1f} s, {16 / batch:.0f} passages/s, {query * 1000:.0f} ms a question"


def _confinement(worker: Worker) -> str:
    """Return the confinement of the processes that open files, with its gaps."""
    found = wait_for(worker.inspect_confinement())
    parts = ", ".join((*found.held_by, "Python's own checks"))
    if not found.open:
        return f"files are read by processes confined by {parts}"
    return _Warning(
        f"files are read by processes confined by {parts}; native code in them could {', '.join(found.open)}"
    )


def _libraries(worker: Worker) -> str:
    """Count the libraries; one that cannot be opened is an error."""
    infos = wait_for(worker.libraries.list_all())
    for info in infos:
        if info.error:
            raise UserError(UserText("“{name}”: {error}", name=info.name, error=info.error))
    return f"{len(infos)}, {counted(sum(info.files for info in infos), 'file')}"


def _keys(worker: Worker) -> str:
    """Return the place of API keys and passwords."""
    place, file = worker.secrets.place(), worker.secrets.file
    if place is Place.KEYCHAIN:
        return "API keys and passwords are kept in this system's keychain"
    if place is Place.PORTABLE:
        return _Warning(
            f"the program is portable: API keys and passwords are kept in {file}, in no keychain; "
            "whoever gets the folder can read them"
        )
    if place is Place.FILE:
        return _Warning(
            f"this system has no keychain: API keys and passwords are kept in {file}, which only you can open"
        )
    return _Warning(
        f"this system has no keychain, and {file} cannot be written: keys are forgotten when the program ends"
    )


def _plugins(worker: Worker) -> str:
    """List the plug-ins, and try those that are switched on."""
    wanted = {plugin.key: plugin for plugin in parse_plugins(worker.config[PLUGINS_ENABLED])}
    for key, plugin in wanted.items():
        try:
            load_plugin(plugin)
        except UserError:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise UserError(
                UserText("“{key}” fails: {said}.", key=key, said=said), "Update it, or remove it in Settings."
            ) from error
    return ", ".join(f"{key}{'' if key in wanted else ' (off)'}" for key in installed_plugins()) or "none installed"


def _language_model(worker: Worker) -> str:
    """Try the configured model."""
    config = worker.config
    if config[LLM_PROVIDER] == "none":
        return "none chosen: answers are quotations. Choose one in the window's settings, or with ask --provider."
    key = worker.secrets.get_api_key(config[LLM_BASE_URL])
    return f"{config[LLM_MODEL]}: {wait_for(worker.models.test_connection(config, key))}"


def _servers(worker: Worker) -> str:
    """List the model servers on this computer."""
    servers = wait_for(worker.models.find_local_servers())
    if not servers:
        return "none running here. Start Ollama, LM Studio or llama.cpp, or run “desktop-rag model list”."
    return "; ".join(
        f"{server.name}{f' at {server.base_url}' if server.base_url else ''} ({counted(len(server.models), 'model')})"
        for server in servers
    )
