"""``desktop-rag serve``: tokens, and a program that serves until it is told to end."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.helpers.command_line import CommandLine, command, environment


def test_tokens_are_made_listed_and_revoked(cli: CommandLine) -> None:
    assert cli("serve", "list").out == "No program has a token.\n"
    made = cli("serve", "allow", "My script")
    token = made.out.strip()
    assert token.startswith("dr-")
    assert "not shown again" in made.err
    assert [one["client"] for one in cli("serve", "list", "--json").json] == ["My script"]
    assert token not in cli("key", "list").out
    assert cli("serve", "allow", "my script").code == 1
    other = cli("serve", "allow", "Other", "--json").json
    assert (other["client"], other["token"] != token) == ("Other", True)
    assert cli("serve", "revoke", "My script").out == "“My script” can't use the local API any more.\n"
    assert cli("serve", "revoke", "My script").code == 1
    assert cli("serve", "list").out.startswith("Other  20")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_it_serves_until_it_is_told_to_end(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        free_port = free.getsockname()[1]
    arguments = command("serve", "--port", str(free_port), data_dir=tmp_path / "data")
    pipe = subprocess.PIPE
    for number in (signal.SIGTERM, signal.SIGINT):
        with subprocess.Popen(arguments, stdout=pipe, stderr=pipe, text=True, env=environment()) as program:
            assert program.stdout is not None
            address = program.stdout.readline().strip()
            assert address == f"http://127.0.0.1:{free_port}/v1"
            with httpx.Client(trust_env=False) as client:
                assert client.get(address.replace("/v1", "/health"), timeout=20).json() == {"status": "ok"}
            program.send_signal(number)
            _, said = program.communicate(timeout=20)
        assert program.returncode == 0, said
        assert "Make a token next: desktop-rag serve allow NAME" in said
        assert "Traceback" not in said
