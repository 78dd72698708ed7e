"""What is loaded before the first question: a failure there is nobody's business yet."""

import logging
import sys
from pathlib import Path

import pytest

from desktop_rag.worker.worker import Worker


def test_what_cannot_be_loaded_ahead_is_logged_and_the_rest_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "openai").mkdir()
    (tmp_path / "openai" / "__init__.py").write_text("raise ImportError('half there')")
    monkeypatch.delitem(sys.modules, "openai", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    worker = Worker(tmp_path / "data")
    try:
        with caplog.at_level(logging.WARNING):
            worker.warm_up(searching=False).result(60)
    finally:
        worker.close()
    (record,) = [one for one in caplog.records if one.exc_info]
    assert "half there" in caplog.text
    assert record.levelno == logging.WARNING
