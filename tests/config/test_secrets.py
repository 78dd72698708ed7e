"""Keys live in the keychain, in a private file where there is none, and nowhere else."""

import json
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from desktop_rag.config.environment import API_KEY_VARIABLE, OPENAI_ADDRESS_VARIABLE
from desktop_rag.config.secrets import KEY, LOGIN, Place, SecretName, Secrets
from desktop_rag.core import paths
from desktop_rag.core.log import hide_secrets


class MemoryKeyring(KeyringBackend):
    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.entries: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.entries.pop((service, username), None) is None:
            raise PasswordDeleteError


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(API_KEY_VARIABLE, raising=False)
    monkeypatch.delenv(OPENAI_ADDRESS_VARIABLE, raising=False)
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


@pytest.fixture
def chain() -> MemoryKeyring:
    chain = MemoryKeyring()
    keyring.set_keyring(chain)
    return chain


def test_a_key_survives_the_program(chain: MemoryKeyring) -> None:
    assert Secrets().set_api_key("https://api.example.com/v1", " k1 ") is Place.KEYCHAIN
    assert Secrets().get_api_key("https://api.example.com/v1") == "k1"
    assert chain.entries["Desktop RAG", "api.example.com"] == "k1"
    assert not Secrets().file.exists()


@pytest.mark.parametrize("other", ["api.example.com", "https://API.example.com/", "https://api.example.com/v1/"])
def test_spellings_of_an_address(chain: MemoryKeyring, other: str) -> None:
    Secrets().set_api_key("https://api.example.com/v1", "k")
    assert Secrets().get_api_key(other) == "k"


@pytest.mark.parametrize(
    "other", ["", "http://api.example.com/v1", "https://api.example.com:81", "https://example.com"]
)
def test_other_addresses_do_not_get_the_key(chain: MemoryKeyring, other: str) -> None:
    Secrets().set_api_key("https://api.example.com/v1", "k")
    assert Secrets().get_api_key(other) is None


def test_a_key_can_be_forgotten(chain: MemoryKeyring) -> None:
    secrets = Secrets()
    secrets.set_api_key("", "k")
    assert secrets.get_api_key("https://api.openai.com/v1") == "k"
    secrets.set_api_key("", "")
    assert secrets.get_api_key("") is None
    secrets.set_api_key("", "")
    assert not chain.entries


@pytest.mark.parametrize("backend", [fail.Keyring, null.Keyring, LockedKeyring])
def test_without_a_keychain_a_key_goes_into_a_file_of_its_owner(backend: type[KeyringBackend], tmp_path: Path) -> None:
    keyring.set_keyring(backend())  # type: ignore[no-untyped-call]
    file = tmp_path / "config" / "keys.json"
    assert Secrets(file).get_api_key("http://localhost:1234") is None
    assert Secrets(file).set_api_key("http://localhost:1234", "k") is Place.FILE
    assert Secrets(file).get_api_key("http://localhost:1234") == "k"
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    Secrets(file).set_api_key("http://localhost:1234", "")
    assert Secrets(file).get_api_key("http://localhost:1234") is None
    assert json.loads(file.read_text()) == {}
    assert [path.name for path in file.parent.iterdir()] == ["keys.json"]


def test_a_key_that_can_be_kept_nowhere_lasts_for_this_run_and_that_is_said(tmp_path: Path) -> None:
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    (tmp_path / "file").touch()
    secrets = Secrets(tmp_path / "file" / "keys.json")
    assert secrets.set_api_key("http://localhost:1234", "k") is Place.MEMORY
    assert secrets.get_api_key("http://localhost:1234") == "k"
    assert secrets.names() == (SecretName("http://localhost:1234", KEY, Place.MEMORY),)


def test_a_key_moves_from_the_file_into_a_keychain_that_has_come(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    Secrets(file).set_api_key("a.example.com", "old")
    chain = MemoryKeyring()
    keyring.set_keyring(chain)
    assert Secrets(file).get_api_key("a.example.com") == "old"
    assert Secrets(file).set_api_key("a.example.com", "new") is Place.KEYCHAIN
    assert "old" not in file.read_text()
    assert Secrets(file).get_api_key("a.example.com") == "new"


@pytest.mark.parametrize("has_keychain", [True, False])
def test_names_are_listed_without_values(has_keychain: bool, tmp_path: Path) -> None:
    keyring.set_keyring(MemoryKeyring() if has_keychain else fail.Keyring())  # type: ignore[no-untyped-call]
    secrets = Secrets(tmp_path / "keys.json")
    secrets.set("b.example.com", KEY, "k-1")
    secrets.set("b.example.com", LOGIN, "me:k-2")
    secrets.set("first", "header X-Key", "k-3")
    place = Place.KEYCHAIN if has_keychain else Place.FILE
    assert secrets.names() == (
        SecretName("b.example.com", KEY, place),
        SecretName("b.example.com", LOGIN, place),
        SecretName("first", "header X-Key", place),
    )
    secrets.set("b.example.com", LOGIN, "")
    assert [name.kind for name in Secrets(tmp_path / "keys.json").names()] == [KEY, "header X-Key"]


def test_owners_and_kinds_do_not_share_secrets(chain: MemoryKeyring) -> None:
    secrets = Secrets()
    secrets.set("first", KEY, "one")
    secrets.set("second", KEY, "two")
    assert (secrets.get("first", KEY), secrets.get("second", KEY)) == ("one", "two")
    assert secrets.get("first", LOGIN) is None


def test_what_was_read_or_set_appears_in_no_message_from_then_on(chain: MemoryKeyring) -> None:
    chain.entries["Desktop RAG", "a.example.com"] = "kept-secret"
    Secrets().get_api_key("a.example.com")
    Secrets().set("a.example.com", LOGIN, "me:pass-word")
    told = hide_secrets("The server said: kept-secret, pass-word, bWU6cGFzcy13b3Jk.")
    assert told == "The server said: [secret], [secret], [secret]."


def test_the_environment_is_the_last_resort(chain: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(API_KEY_VARIABLE, "from-environment")
    secrets = Secrets()
    assert secrets.get_api_key("") == "from-environment"
    secrets.set_api_key("", "stored")
    assert secrets.get_api_key("") == "stored"


def test_the_environment_s_key_is_only_for_its_server(chain: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(API_KEY_VARIABLE, "k")
    assert Secrets().get_api_key("https://other.example.com/v1") is None
    monkeypatch.setenv(OPENAI_ADDRESS_VARIABLE, "https://other.example.com/v1")
    assert Secrets().get_api_key("https://other.example.com") == "k"
    assert Secrets().get_api_key("https://other.example.com/another/path") == "k"
    assert Secrets().get_api_key("") == "k", "no address means that one"
    assert Secrets().get_api_key("http://other.example.com/v1") is None, "not without encryption"
    assert Secrets().get_api_key("https://other.example.com:444/v1") is None
    assert Secrets().get_api_key("https://api.openai.com/v1") is None, "it is the other server's key"


@pytest.mark.parametrize("address", ["http://[::1", "[", "http://[x]y"])
def test_what_is_no_address_has_no_key(address: str) -> None:
    assert Secrets().get_api_key(address) is None


def test_a_portable_program_neither_reads_nor_writes_the_keychain(
    chain: MemoryKeyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Secrets().set_api_key("a.example.com", "of the keychain")
    data, before = tmp_path / "Desktop RAG data", dict(chain.entries)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "desktop-rag"))
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "lib" / "desktop_rag" / "core" / "paths.py"))
    secrets = Secrets.of_data_folder(data)
    assert secrets.place() is Place.PORTABLE
    assert secrets.get_api_key("a.example.com") is None
    assert secrets.set_api_key("b.example.com", "k") is Place.PORTABLE
    assert secrets.names() == (SecretName("b.example.com", KEY, Place.PORTABLE),)
    assert Secrets.of_data_folder(data).get_api_key("b.example.com") == "k"
    assert Secrets.of_data_folder(tmp_path).place() is Place.KEYCHAIN, "another folder is no portable one"
    assert chain.entries == before
    secrets.set_api_key("b.example.com", "")
    assert secrets.names() == ()
