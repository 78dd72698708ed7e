"""Passwords in addresses and values of headers are no settings: dots stand for them, everywhere."""

import json
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.config import Config
from desktop_rag.config.connections import Connection
from desktop_rag.config.masking import MASK, mask_address, mask_headers, reveal_address
from desktop_rag.config.options import EMBEDDING_BASE_URL, LLM_BASE_URL, LLM_CONNECTION, LLM_DEFAULT_HEADERS
from desktop_rag.config.secrets import Secrets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import UserError
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.resolve import resolve_llm

SECRET = "pl4nted-SECRET"


@pytest.fixture
def secrets(tmp_path: Path) -> Secrets:
    return Secrets(tmp_path / "elsewhere" / "keys.json")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / SETTINGS_FILE


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (f"http://me:{SECRET}@host:8080/v1", f"http://me:{MASK}@host:8080/v1"),
        (f"https://{SECRET}@host/v1", f"https://{MASK}@host/v1"),
        (f"me:{SECRET}@host:8080", f"me:{MASK}@host:8080"),
        (f"http://me:a@{SECRET}@host", f"http://me:{MASK}@host"),
        (f"http://me:a/{SECRET}@host", f"http://me:{MASK}@host"),
        (f"http://me:a:{SECRET}@[::1]:80/v1", f"http://me:{MASK}@[::1]:80/v1"),
        ("http://host:8080/v1", "http://host:8080/v1"),
        ("http://host:8080/people/@me", "http://host:8080/people/@me"),
        ("http://me:@host", "http://me:@host"),
        ("", ""),
    ],
)
def test_the_password_of_an_address_is_masked_and_comes_back(typed: str, shown: str) -> None:
    text, secrets = mask_address(typed)
    assert text == shown
    assert mask_address(text) == (text, {}), "a mask is no password"
    assert reveal_address(text, secrets.get) == typed


@given(st.text())
def test_whatever_was_typed_comes_back(typed: str) -> None:
    text, secrets = mask_address(typed)
    assert MASK in typed or reveal_address(text, secrets.get) == typed


def test_the_values_of_headers_are_masked() -> None:
    text, secrets = mask_headers(f"X-Key: {SECRET}\n  Authorization:Bearer a:b\nX-Empty:\n\nBearer {SECRET}")
    assert text == f"X-Key: {MASK}\nAuthorization: {MASK}\nX-Empty:\n\nBearer {MASK}"
    assert secrets == {"header X-Key": SECRET, "header Authorization": "Bearer a:b"}


def test_settings_keep_no_secret_and_give_it_back_to_be_sent(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    address = f"http://me:{SECRET}@gpu.lan:8080/v1"
    config.update({"llm.provider": "openai", "llm.model": "m", LLM_BASE_URL.key: address})
    config.update({LLM_DEFAULT_HEADERS.key: f"X-Key: {SECRET}"})
    assert SECRET not in file.read_text()
    for again in (config, Config(file, secrets), config.overridden({"llm.seed": 1})):
        assert again[LLM_BASE_URL] == f"http://me:{MASK}@gpu.lan:8080/v1"
        assert again[LLM_DEFAULT_HEADERS] == f"X-Key: {MASK}"
        assert again.revealed(LLM_BASE_URL) == address
        assert again.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}"
        assert SECRET not in repr(again.values())
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_model_s_address_has_no_password_but_its_requests_have(secrets: Secrets) -> None:
    config = Config(secrets=secrets)
    config.update({"llm.provider": "openai", "llm.model": "m", LLM_BASE_URL.key: f"http://me:{SECRET}@gpu.lan:8080"})
    model = resolve_llm(config, None)
    assert isinstance(model, OpenAILike)
    assert model.address == "http://gpu.lan:8080/v1"
    assert model.options.default_headers["Authorization"].startswith("Basic ")


def test_saving_what_is_shown_keeps_the_secrets(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    config.update({LLM_BASE_URL.key: f"http://me:{SECRET}@gpu.lan", LLM_DEFAULT_HEADERS.key: f"X-Key: {SECRET}"})
    shown = config.values()
    config.update({**shown, LLM_DEFAULT_HEADERS.key: f"{shown[LLM_DEFAULT_HEADERS.key]}\nX-New: other"})
    assert config.revealed(LLM_BASE_URL) == f"http://me:{SECRET}@gpu.lan"
    assert config.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}\nX-New: other"


def test_another_server_does_not_get_the_headers_values(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    config.update({LLM_BASE_URL.key: "http://a.lan", LLM_DEFAULT_HEADERS.key: f"X-Key: {SECRET}"})
    other = config.overridden({LLM_BASE_URL.key: "http://b.lan"})
    with pytest.raises(UserError, match=r"The header “X-Key” has no value for http://b\.lan\.") as caught:
        other.revealed(LLM_DEFAULT_HEADERS)
    assert "Type its value again" in caught.value.next_step


def test_a_password_belongs_to_its_user(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    config.update({LLM_BASE_URL.key: f"http://me:{SECRET}@a.lan"})
    assert config.overridden({LLM_BASE_URL.key: f"http://you:{MASK}@a.lan"}).revealed(LLM_BASE_URL) == "http://a.lan"


def test_what_is_typed_for_one_question_is_kept_nowhere(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    once = config.overridden({LLM_DEFAULT_HEADERS.key: f"X-Key: {SECRET}"}).overridden({"llm.seed": 1})
    assert once.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}"
    assert once[LLM_DEFAULT_HEADERS] == f"X-Key: {MASK}"
    assert secrets.names() == ()
    assert config.revealed(LLM_DEFAULT_HEADERS) == ""


def test_the_file_of_an_earlier_version_is_freed_of_its_secrets_once(file: Path, secrets: Secrets) -> None:
    stored = {
        "llm.base_url": f"http://me:{SECRET}1@a.lan",
        "llm.default_headers": f"X-Key: {SECRET}2",
        "embedding.base_url": f"https://{SECRET}3@b.lan",
        "rerank.base_url": f"http://you:{SECRET}4@c.lan/v1",
        "telepathy.range": 3,
    }
    file.write_text(json.dumps(stored))
    file.chmod(0o644)
    config = Config(file, secrets)
    assert config.revealed(LLM_BASE_URL) == stored["llm.base_url"]
    assert config.revealed(LLM_DEFAULT_HEADERS) == stored["llm.default_headers"]
    assert config.revealed(EMBEDDING_BASE_URL) == stored["embedding.base_url"]
    written = file.read_text()
    assert SECRET not in written
    assert json.loads(written)["telepathy.range"] == 3, "what a later version wrote stays"
    assert [path.name for path in file.parent.iterdir()] == [SETTINGS_FILE]
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    Config(file, secrets)
    assert file.read_text() == written


def test_an_earlier_version_s_secrets_stay_where_they_are_while_nothing_else_would_keep_them(
    file: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    secrets = Secrets(tmp_path / "file" / "keys.json")
    file.write_text(json.dumps({"llm.base_url": f"http://me:{SECRET}@a.lan"}))
    config = Config(file, secrets)
    assert config.revealed(LLM_BASE_URL) == f"http://me:{SECRET}@a.lan"
    assert SECRET in file.read_text()
    with pytest.raises(UserError, match="The password cannot be saved"):
        config.update({LLM_BASE_URL.key: f"http://me:{SECRET}2@a.lan"})


def test_saved_connections_keep_no_secret_either(file: Path, secrets: Secrets) -> None:
    config = Config(file, secrets)
    values = {"llm.provider": "openai", "llm.model": "m", "llm.default_headers": f"X-Key: {SECRET}"}
    first = Connection("a", "A", {**values, "llm.base_url": "http://a.lan"})
    second = Connection("b", "B", {**values, "llm.base_url": f"http://me:{SECRET}2@b.lan"})
    config.save_connections([first, second], "a")
    assert SECRET not in file.read_text()
    again = Config(file, secrets)
    assert again.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}"
    other = again.overridden({LLM_CONNECTION.key: "b"})
    assert other.revealed(LLM_BASE_URL) == f"http://me:{SECRET}2@b.lan"
    assert other.revealed(LLM_DEFAULT_HEADERS) == f"X-Key: {SECRET}"


def test_connections_of_an_earlier_file_are_freed_too(file: Path, secrets: Secrets) -> None:
    values = {"llm.provider": "openai", "llm.base_url": f"http://me:{SECRET}@a.lan", "llm.model": "m"}
    file.write_text(json.dumps({**values, "connections": [{"id": "a", "name": "A", "values": values}]}))
    config = Config(file, secrets)
    assert SECRET not in file.read_text()
    assert config.overridden({LLM_CONNECTION.key: "a"}).revealed(LLM_BASE_URL) == values["llm.base_url"]
