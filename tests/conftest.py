"""What every test needs: no leftovers, no log errors, real processes."""

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import keyring
import pytest
from _pytest.assertion import rewrite
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from keyring.backends import null

from desktop_rag.core import log
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.readers.pages.mupdf import load_pymupdf
from tests.helpers.open_connections import note_connections, open_connections
from tests.helpers.warm_children import start_warm

if TYPE_CHECKING:
    from desktop_rag.worker.worker import Worker

OURS = "desktop-rag"
COLLECTED = pytest.StashKey[list[pytest.Item]]()  # with those that this lane leaves out
# those that keep the processors or the disk busy longest, the longest first
LONG_FILES = (
    "tests/promises/test_hostile_libraries.py",
    "tests/promises/test_nothing_left_after_kill.py",
    "tests/readers/ocr/test_page_recognition.py",
    "tests/promises/test_planted_secrets.py",
    "tests/cli/test_commands.py",
    "tests/promises/test_no_connections.py",
    "tests/processes/test_language_models.py",
    "tests/promises/test_nothing_outside_the_data_folder.py",
    "tests/ingestion/test_kill.py",
    "tests/ingestion/test_kill_matrix.py",
    "tests/tools/test_screens.py",
    "tests/worker/test_real_model.py",
    "tests/promises/test_linear_time.py",
    "tests/promises/test_offline.py",
    "tests/promises/test_portable.py",
    "tests/promises/test_faulty_disk.py",
    "tests/cli/test_chat.py",
    "tests/gui/shell/test_languages.py",
    "tests/gui/shell/test_quit.py",
    "tests/processes/test_parsers.py",
    "tests/services/test_data_folder.py",
    "tests/processes/test_report.py",
)
os.environ["LANGUAGE"] = "en"  # messages as the tests expect them, here and in the processes that they start
if Path("/usr/share/fonts/opentype/noto").is_dir():  # Debian's
    os.environ.setdefault("FONTCONFIG_FILE", str(Path(__file__).parent / "helpers/fonts.conf"))

# The same examples in every run: a failure is one of the change at hand. "search" looks for new ones, by hand.
settings.register_profile("reproducible", deadline=None, derandomize=True)
settings.register_profile("by day", settings.get_profile("reproducible"), max_examples=40)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("reproducible")


gc.disable()  # until all is collected: nothing of it is garbage
note_connections()
load_pymupdf()  # as the program does, before a test imports it by itself with all that comes along


class _Errors(logging.Handler):
    """Collects what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self.are_expected = False

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def pytest_configure(config: pytest.Config) -> None:
    """By day, try fewer examples, and none with the numbers and words that stand in our own code.

    Those would be others after each change of a constant, and are looked for in 1,100 modules: 5 s in each process.
    """
    if "not nightly" in config.option.markexpr:
        settings.load_profile("by day")
        pytest.MonkeyPatch().setattr(providers, "_get_local_constants", lambda: providers._local_constants)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Before processes of tests are started, rewrite the assertions of all tests once.

    In a new checkout, where nothing is kept of that, each process would do it for itself: 25 s of the processor.
    """
    if session.config.getoption("numprocesses", None) and sys.platform == "linux" and not sys.dont_write_bytecode:

        def rewrite_all(files: Sequence[Path]) -> None:
            state = session.config.stash[rewrite.assertstate_key]
            for file in files:
                kept = rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
                if rewrite.try_makedirs(kept.parent) and rewrite._read_pyc(file, kept) is None:
                    source, code = rewrite._rewrite_test(file, session.config)
                    rewrite._write_pyc(state, code, source, kept)

        files = sorted(session.path.glob("tests/**/test_*.py"))
        context = multiprocessing.get_context("fork")
        number = os.cpu_count() or 1
        children = [context.Process(target=rewrite_all, args=(files[one::number],)) for one in range(number)]
        for child in children:
            child.start()
        for child in children:
            child.join()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Refuse names that are others in each process: the tests could not be shared out among processes."""
    moving = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if moving:
        raise pytest.UsageError(f"Give these cases names of their own (ids=...): {moving}")
    leave_to_the_night(items)
    config.stash[COLLECTED] = list(items)
    yield  # those that were not asked for are taken out
    if (processes := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))) > 1:
        items[:] = longest_first(items, processes)


def leave_to_the_night(items: Sequence[pytest.Item]) -> None:
    """Mark all but one in so many cases of a ``sampled`` test for the night."""
    seen = Counter[str]()
    for item in items:
        marker = item.get_closest_marker("sampled")
        if marker is not None and item.get_closest_marker("nightly") is None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % marker.args[0]:
                item.add_marker(pytest.mark.nightly)
            seen[test] += 1


def longest_first(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests in the order in which each process, which gets the next even share, begins with long ones.

    A long test that begins last keeps one process busy and lets the others wait. Files stay together: what a file
    makes once is made once.
    """
    files = {file: [item for item in items if item.nodeid.startswith(f"{file}::")] for file in LONG_FILES}
    long = {id(item) for found in files.values() for item in found}
    others = [item for item in items if id(item) not in long]
    shares: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for place, found in enumerate(files.values()):
        shares[place % processes] += found
    for place, share in enumerate(shares):
        left = processes - place
        size = (len(items) - sum(map(len, shares[:place]))) // left
        taken = max(0, size - len(share)) if left > 1 else len(others)
        share.extend(others[:taken])
        others = others[taken:]
    return [item for share in shares for item in share]


def pytest_collection_finish() -> None:
    """Leave what was collected, thousands of tests, out of garbage collection: it would be gone through each time."""
    gc.enable()
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def interrupts_are_heeded() -> None:
    """Programs that tests start can be stopped with Ctrl-C, also when a shell runs the tests in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def configurations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where tests keep keys: no keychain of whoever runs them is read or written."""
    before = keyring.get_keyring()
    keyring.set_keyring(null.Keyring())  # type: ignore[no-untyped-call]
    yield tmp_path_factory.mktemp("configurations")
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def no_secrets_of_this_person(configurations: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins without keys, and without what the environment says of model servers."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(log, "_KNOWN", log._KnownSecrets())
    monkeypatch.setenv("XDG_CONFIG_HOME", str(configurations / uuid.uuid4().hex))


@pytest.fixture(autouse=True, scope="module")
def children_start_warm() -> Iterator[None]:
    """Child processes are forked from one that has loaded their libraries, also those of a module's fixtures."""
    with pytest.MonkeyPatch.context() as patch:
        start_warm(patch)
        yield


@pytest.fixture(autouse=True)
def nothing_left_over() -> Iterator[_Errors]:
    """Fail on logged errors, and on threads, connections or child processes that outlive the test."""
    before = set(threading.enumerate())
    handler, logger = _Errors(), logging.getLogger("desktop_rag")
    earlier = list(logger.handlers)
    logger.addHandler(handler)
    connections = open_connections()
    yield handler
    # the log of a command that ran in this process, too: each would take every line of later tests
    for other in [other for other in logger.handlers if other not in earlier]:
        logger.removeHandler(other)
        other.close()
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and (_threads(before) or multiprocessing.active_children()):
        time.sleep(0.02)
    assert not _threads(before), "threads left running"
    assert not multiprocessing.active_children(), "child processes left running"
    # each would be closed with a warning when garbage is collected: in some later test
    assert not open_connections() - connections, "connections left open"
    assert handler.are_expected or not handler.records, f"logged: {[one.getMessage() for one in handler.records]}"


@pytest.fixture
def faults(nothing_left_over: _Errors) -> list[logging.LogRecord]:
    """What is logged as an error, in a test that provokes a fault: it has to look at them."""
    nothing_left_over.are_expected = True
    return nothing_left_over.records


def _threads(before: set[threading.Thread]) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread not in before and thread.name.startswith(OURS)]


@pytest.fixture
def worker(tmp_path: Path) -> "Iterator[Worker]":
    """A worker on an empty data folder."""
    from desktop_rag.worker.worker import Worker

    worker = Worker(tmp_path / "data")
    yield worker
    worker.close()


@pytest.fixture(scope="session")
def embed_model() -> MultilingualE5Embedding:
    """The built-in model, loaded once."""
    return MultilingualE5Embedding()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a few small files."""
    return make_folder(tmp_path)


def make_folder(place: Path) -> Path:
    """Make the folder of ``folder`` somewhere else."""
    files = place / "files"
    (files / "notes").mkdir(parents=True)
    (files / "cats.txt").write_text(
        "Cats sleep sixteen hours a day. They purr when they are content.", encoding="utf-8"
    )
    (files / "notes" / "tea.md").write_text(
        "# Tea\n\nGreen tea is brewed at eighty degrees.\n\n## Storage\n\nKeep it dry and dark.\n", encoding="utf-8"
    )
    (files / "東京.txt").write_text("東京都の人口は約千四百万人です。首都は東京です。", encoding="shift_jis")
    return files
