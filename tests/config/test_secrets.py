"""Keys live in the keychain, or in memory where there is none."""

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked, PasswordDeleteError

from desktop_rag.config.secrets import ADDRESS_VARIABLE, KEY_VARIABLE, Secrets


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
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    monkeypatch.delenv(ADDRESS_VARIABLE, raising=False)
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


@pytest.fixture
def chain() -> MemoryKeyring:
    chain = MemoryKeyring()
    keyring.set_keyring(chain)
    return chain


def test_a_key_survives_the_program(chain: MemoryKeyring) -> None:
    assert Secrets().set_api_key("https://api.example.com/v1", " k1 ")
    assert Secrets().get_api_key("https://api.example.com/v1") == "k1"
    assert list(chain.entries) == [("Desktop RAG", "api.example.com")]


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
    assert secrets.set_api_key("", "")
    assert secrets.get_api_key("") is None
    assert secrets.set_api_key("", "")
    assert not chain.entries


@pytest.mark.parametrize("backend", [fail.Keyring, LockedKeyring])
def test_without_a_keychain_a_key_lasts_for_this_run(backend: type[KeyringBackend]) -> None:
    keyring.set_keyring(backend())
    secrets = Secrets()
    assert secrets.get_api_key("http://localhost:1234") is None
    assert secrets.set_api_key("http://localhost:1234", "k") is False
    assert secrets.get_api_key("http://localhost:1234") == "k"
    assert Secrets().get_api_key("http://localhost:1234") is None
    secrets.set_api_key("http://localhost:1234", "")
    assert secrets.get_api_key("http://localhost:1234") is None


def test_the_environment_is_the_last_resort(chain: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "from-environment")
    secrets = Secrets()
    assert secrets.get_api_key("") == "from-environment"
    secrets.set_api_key("", "stored")
    assert secrets.get_api_key("") == "stored"


def test_the_environment_s_key_is_only_for_its_server(chain: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "k")
    assert Secrets().get_api_key("https://other.example.com/v1") is None
    monkeypatch.setenv(ADDRESS_VARIABLE, "https://other.example.com/v1")
    assert Secrets().get_api_key("https://other.example.com") == "k"


@pytest.mark.parametrize("address", ["http://[::1", "[", "http://[x]y"])
def test_what_is_no_address_has_no_key(address: str) -> None:
    assert Secrets().get_api_key(address) is None
