"""Running commands in the tests' own process, as often as a test likes."""

import logging
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backends import null

from desktop_rag.cli.main import main
from desktop_rag.core.log import LOGGER
from tests.helpers.command_line import CommandLine, Done


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of the commands."""
    return tmp_path / "data"


@pytest.fixture
def cli(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandLine]:
    """Run a command on the data folder and return what it did."""
    before, chain = list(logging.getLogger(LOGGER).handlers), keyring.get_keyring()
    keyring.set_keyring(null.Keyring())  # type: ignore[no-untyped-call]
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str | Path) -> Done:
        capsys.readouterr()
        code = main([*map(str, arguments), "--data-dir", str(data)])
        printed = capsys.readouterr()
        return Done(code, printed.out, printed.err)

    yield run
    keyring.set_keyring(chain)
    for handler in set(logging.getLogger(LOGGER).handlers) - set(before):
        logging.getLogger(LOGGER).removeHandler(handler)
