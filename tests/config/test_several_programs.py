"""Windows and commands change settings, connections and keys at once: all is kept, and each hears of the others."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.config import OPTIONS, Config, OptionValue
from desktop_rag.config.connections import Connection, merged
from desktop_rag.config.options import LLM_CONNECTION, LLM_PROVIDER, LLM_SEED, NETWORK_OFFLINE, RETRIEVER, THEME
from desktop_rag.config.secrets import KEY, Secrets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.errors import UserError
from desktop_rag.core.shared_files import DAMAGED
from tests.helpers.command_line import environment
from tests.helpers.cut_off import cut_off_everywhere

KEYS = 60
FILE_CHAIN = '''
import json, keyring
from keyring.backend import KeyringBackend
from pathlib import Path

class FileChain(KeyringBackend):
    """A keychain in a folder: one file for each entry, as the system's keep them apart."""
    priority = 1
    folder = Path({folder!r})
    def _file(self, name): return self.folder / name.encode().hex()
    def get_password(self, service, name):
        try: return self._file(name).read_text()
        except FileNotFoundError: return None
    def set_password(self, service, name, password):
        new = self.folder / f"new-{{id(self)}}-{{__import__('os').getpid()}}"
        new.write_text(password); new.replace(self._file(name))
    def delete_password(self, service, name): self._file(name).unlink()

keyring.set_keyring(FileChain())
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / SETTINGS_FILE


def changes() -> dict[str, OptionValue]:
    """Return a value that is no default for every setting that takes a number, a switch, a choice or any text."""
    found: dict[str, OptionValue] = {}
    for one in (one for one in OPTIONS if not one.hides):
        choices = [choice.value for choice in one.choices]
        for value in (not one.default, int(one.maximum or 0), *choices, "changed {query_str} {context_str}"):
            with contextlib.suppress(UserError):
                if one.key not in {LLM_CONNECTION.key, LLM_PROVIDER.key} and one.check(value) != one.default:
                    found[one.key] = one.check(value)
    return found


def change_settings(file: Path, share: int, shares: int) -> None:
    """Set every so-manieth of those, one after the other, as a program of its own that began before all of it."""
    config = Config(file)
    print("ready", flush=True)
    sys.stdin.readline()
    for key, value in list(changes().items())[share::shares]:
        config.update({key: value})


def add_connections(file: Path, owner: str) -> None:
    """Add connections one after the other."""
    config = Config(file)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(20):
        one = Connection(f"{owner}{number}", f"{owner} {number}", {"llm.provider": "ollama"})
        config.change_connections(lambda now, in_use, one=one: ([*now, one], in_use or one.id))


def set_keys(file: Path, owner: str, *, keychain: bool) -> None:
    """Keep keys one after the other."""
    secrets = Secrets(file, keychain=keychain)
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(KEYS):
        secrets.set(f"{owner}{number}.example.com", KEY, f"sk-{owner}-{number}")


def at_once(*calls: str, before: str = "") -> None:
    """Run calls of this module in a program each; they begin together."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", f"{before}\nfrom tests.config.test_several_programs import *\n{call}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        for call in calls
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    for program in programs:
        program.communicate(timeout=120)
        assert program.returncode == 0


@pytest.mark.nightly(by_day="test_keys_that_three_programs_set_at_once_are_all_kept")
@pytest.mark.slow
def test_settings_that_three_programs_change_at_once_are_all_kept(file: Path) -> None:
    assert len(changes()) > 40
    Config(file).update({"llm.model": "mine"})
    at_once(*(f"change_settings(Path({str(file)!r}), {share}, 3)" for share in range(3)))
    assert json.loads(file.read_text()) == {"llm.model": "mine"} | changes()
    assert [path.name for path in file.parent.iterdir()] == [SETTINGS_FILE]


@pytest.mark.nightly(by_day="test_keys_that_three_programs_set_at_once_are_all_kept")
@pytest.mark.slow
def test_connections_that_three_programs_add_at_once_are_all_kept(file: Path) -> None:
    at_once(*(f"add_connections(Path({str(file)!r}), {owner!r})" for owner in "abc"))
    assert {one.id for one in Config(file).connections} == {f"{owner}{n}" for owner in "abc" for n in range(20)}


@pytest.mark.slow
def test_keys_that_three_programs_set_at_once_are_all_kept(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    at_once(*(f"set_keys(Path({str(file)!r}), {owner!r}, keychain=False)" for owner in "abc"))
    expected = {f"{owner}{n}.example.com": f"sk-{owner}-{n}" for owner in "abc" for n in range(KEYS)}
    assert json.loads(file.read_text()) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["keys.json"]


@pytest.mark.slow
def test_the_keychain_s_list_names_the_keys_of_all_programs(tmp_path: Path) -> None:
    chain, file = tmp_path / "chain", tmp_path / "keys.json"
    chain.mkdir()
    calls = (f"set_keys(Path({str(file)!r}), {owner!r}, keychain=True)" for owner in "abc")
    at_once(*calls, before=FILE_CHAIN.format(folder=str(chain)))
    listed = json.loads((chain / b"names of all entries".hex()).read_text())
    assert set(listed) == {f"{owner}{n}.example.com" for owner in "abc" for n in range(KEYS)}
    assert not file.exists()


def test_a_program_that_runs_hears_of_the_change_of_another_one(file: Path) -> None:
    window, command = Config(file), Config(file)
    heard: list[bool] = []
    end = window.listen(heard.append)
    command.update({LLM_SEED.key: 7})
    assert window[LLM_SEED] == 7
    assert heard == [True]
    window.update({THEME.key: "dark"})
    assert heard == [True, False]
    end()
    command.update({LLM_SEED.key: 8})
    assert (window[LLM_SEED], command[THEME], heard) == (8, "dark", [True, False])


def test_working_offline_is_not_undone_by_a_program_that_saves_something_else(file: Path) -> None:
    window = Config(file)
    assert not window[NETWORK_OFFLINE]
    Config(file).update({NETWORK_OFFLINE.key: True})
    window.update({THEME.key: "light"})
    assert Config(file)[NETWORK_OFFLINE]
    assert window[NETWORK_OFFLINE]


def test_what_a_later_version_keeps_in_the_file_stays_there(file: Path) -> None:
    later = {
        "telepathy.range": 3,
        RETRIEVER.key: "telepathic",
        "llm.provider": "ollama",
        "connections": [{"id": "first", "name": "Ours", "values": {"llm.provider": "ollama"}, "colour": "red"}],
    }
    file.write_text(json.dumps(later))
    Config(file).update({LLM_SEED.key: 7})
    stored = json.loads(file.read_text())
    assert {key: stored[key] for key in later if key != "connections"} == {
        key: value for key, value in later.items() if key != "connections"
    }
    Config(file).update({THEME.key: "dark"})
    assert json.loads(file.read_text())["telepathy.range"] == 3


def test_a_file_that_is_damaged_or_gone_changes_nothing_in_a_program_that_runs(file: Path) -> None:
    window = Config(file)
    window.update({NETWORK_OFFLINE.key: True, LLM_SEED.key: 7})
    for harm in (lambda: file.write_text("{damaged"), file.unlink):
        harm()
        assert (window[NETWORK_OFFLINE], window[LLM_SEED]) == (True, 7)
        window.update({THEME.key: "dark"})
        assert Config(file).values() == {NETWORK_OFFLINE.key: True, LLM_SEED.key: 7, THEME.key: "dark"}
        window.update({THEME.key: THEME.default})
    (told,) = DAMAGED.take(file.parent)
    assert told.aside is not None
    assert told.aside.read_text() == "{damaged"


def test_a_damaged_file_of_keys_is_kept_and_told_of(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    file.write_text('{"a.example.com": "sk-1234567", "b.exam')
    secrets = Secrets(file, keychain=False)
    secrets.set("c.example.com", KEY, "sk-7654321")
    assert json.loads(file.read_text()) == {"c.example.com": "sk-7654321"}
    (told,) = DAMAGED.take(tmp_path)
    assert told.aside is not None
    assert "sk-1234567" in told.aside.read_text()
    assert "Enter them again" in told.next_step


def test_connections_that_were_changed_meanwhile_stay(file: Path) -> None:
    known = tuple(Connection(name.lower(), name, {"llm.model": "old"}) for name in ("A", "B", "C", "D"))
    a, b, c, d = known
    other = Connection("e", "E")
    same_name = Connection("f", "New")
    changed = Connection("b", "B", {"llm.model": "theirs"})
    now = (a, changed, c, other, same_name)  # another program removed D and added two
    ours = (Connection("a", "A", {"llm.model": "ours"}), b, d, Connection("n", "New"))  # and we remove C
    found = merged(known, ours, now)
    assert [(one.id, one.name, one.model) for one in found] == [
        ("a", "A", "ours"),
        ("b", "B", "theirs"),
        ("n", "New", ""),
        ("e", "E", ""),
        ("f", "New 2", ""),
    ]


def test_a_model_without_a_connection_has_the_same_one_whenever_the_file_is_read(file: Path) -> None:
    other = {"id": "x", "name": "X", "values": {"llm.provider": "openai", "llm.base_url": "http://x.lan"}}
    file.write_text(json.dumps({"llm.provider": "ollama", "connections": [other]}))
    first = Config(file)
    ids = {one.id for one in first.connections}
    assert len(ids) == 2
    file.write_text(json.dumps({"llm.provider": "ollama", "connections": [other], "llm.seed": 7}))
    assert {one.id for one in first.connections} == {one.id for one in Config(file).connections} == ids


def set_key_and_setting(folder: Path) -> None:
    """Change a setting, then a key."""
    Config(folder / SETTINGS_FILE, Secrets(folder / "keys.json", keychain=False)).update({LLM_SEED.key: 8})
    Secrets(folder / "keys.json", keychain=False).set("b.example.com", KEY, "sk-b")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows does not fork")
def test_cut_off_anywhere_settings_and_keys_are_old_or_new(tmp_path: Path) -> None:
    data = tmp_path / "data"
    secrets = Secrets(data / "keys.json", keychain=False)
    Config(data / SETTINGS_FILE, secrets).update({LLM_SEED.key: 7, THEME.key: "dark"})
    secrets.set("a.example.com", KEY, "sk-a")
    folders = cut_off_everywhere("tests.config.test_several_programs:set_key_and_setting", data, tmp_path / "results")
    assert len(folders) > 6
    for folder in folders:
        assert json.loads((folder / SETTINGS_FILE).read_text()) in [
            {LLM_SEED.key: seed, THEME.key: "dark"} for seed in (7, 8)
        ]
        keys = json.loads((folder / "keys.json").read_text())
        assert keys in ({"a.example.com": "sk-a"}, {"a.example.com": "sk-a", "b.example.com": "sk-b"})
        set_key_and_setting(folder)
        assert sorted(path.name for path in folder.iterdir()) in (["keys.json", SETTINGS_FILE], [SETTINGS_FILE])


def seconds(call: Callable[[], object], times: int = 2000) -> float:
    """Return how long a call takes at its best, in seconds."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - start) / times)
    return best


def test_asking_takes_microseconds(file: Path) -> None:
    config = Config(file)
    config.update({NETWORK_OFFLINE.key: True})
    taken = seconds(lambda: config[NETWORK_OFFLINE])
    assert taken < 100e-6, f"{taken * 1e6:.1f} µs"
