"""No key gets into the log, however it was written."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.log import LOGGER, RedactingFormatter, redact, set_up_logging

KEY = "v3ry.s3cret-KEY_123"


@pytest.mark.parametrize(
    "line",
    [
        f"Authorization: Bearer {KEY}",
        f"authorization: bearer  {KEY}",
        f"{{'Authorization': 'Bearer {KEY}', 'User-Agent': 'x'}}",
        f'{{"authorization": "Basic {KEY}"}}',
        f"Authorization: {KEY}",
        f"sent with Bearer {KEY}, refused",
        f"OPENAI_API_KEY={KEY}",
        f'{{"api_key": "{KEY}"}}',
        f"x-api-key: {KEY}",
        f"http://127.0.0.1/v1?apikey={KEY}",
        f"api-key {KEY}",
        f"cannot reach https://me:{KEY}@models.example.com/v1",
        f"proxy http://{KEY}:{KEY}@10.0.0.1:3128 refused",
    ],
)
def test_a_key_is_taken_out(line: str) -> None:
    redacted = redact(line)
    assert KEY not in redacted
    assert "[secret]" in redacted


@pytest.mark.parametrize("key", ["sk-abcdefgh", "sk-proj-Ab_12345-x", "gsk_abcdefgh12", "hf_ABCDEFGHIJ"])
def test_a_key_that_stands_alone_is_known_by_its_beginning(key: str) -> None:
    assert redact(f"refused: {key}.") == "refused: [secret]."


@pytest.mark.parametrize(
    "line",
    [
        "Reading /home/me/risk-assessment-2024.pdf",
        "task-scheduler-service started",
        "http://localhost:11434/v1/models answered in 3 s",
        "The key is missing.",
        "mail to me@example.com",
        "12:30:01 INFO: user@host",
        "",
    ],
)
def test_what_is_no_key_stays(line: str) -> None:
    assert redact(line) == line


def test_the_words_around_a_key_stay() -> None:
    assert redact(f"POST https://x.org with Bearer {KEY} failed: 401") == "POST https://x.org with [secret] failed: 401"


def test_a_trace_is_redacted_too() -> None:
    with pytest.raises(RuntimeError) as caught:
        raise RuntimeError(f"api_key={KEY}")
    trace = (caught.type, caught.value, caught.tb)
    record = logging.LogRecord("desktop_rag.x", logging.INFO, __file__, 1, "failed %s", ("now",), trace)
    text = RedactingFormatter("%(levelname)s %(message)s").format(record)
    assert text.startswith("INFO failed now\nTraceback")
    assert KEY not in text


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[logging.Handler]:
    logger = logging.getLogger(LOGGER)
    level = logger.level
    handler = set_up_logging(tmp_path / "a" / "logs")
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)
    handler.close()


def test_the_log_is_a_file_below_a_folder_that_is_made(handler: logging.Handler, tmp_path: Path) -> None:
    log = tmp_path / "a" / "logs" / "desktop-rag.log"
    assert not log.exists()
    logger = logging.getLogger(f"{LOGGER}.worker")
    logger.debug("not told")
    logger.info("日本 api_key=%s", KEY)
    logging.getLogger("other").info("of another program")
    (line,) = log.read_text(encoding="utf-8").splitlines()
    assert line.endswith("INFO desktop_rag.worker: 日本 [secret]")


def test_old_logs_are_cut_off(handler: logging.Handler, tmp_path: Path) -> None:
    logger = logging.getLogger(f"{LOGGER}.worker")
    for number in range(9):
        logger.info("%d %s", number, "x" * 500_000)
    logs = sorted(path.name for path in (tmp_path / "a" / "logs").iterdir())
    assert logs == ["desktop-rag.log", "desktop-rag.log.1", "desktop-rag.log.2"]
    assert " 8 x" in (tmp_path / "a" / "logs" / "desktop-rag.log").read_text(encoding="utf-8")
