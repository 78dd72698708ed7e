"""Conversations in a terminal, and through a pipe."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.command_line import TIMEOUT, CommandLine, command, environment, run, run_here
from tests.helpers.scripted_server import Reply, ScriptedServer


@pytest.fixture
def filled(data: Path, folder: Path, cli: CommandLine) -> Path:
    for name in ("lib", "other"):
        assert cli("index", "create", name).code == 0
    assert cli("add", "lib", folder, "--no-embed").code == 0
    return data


def talk(data: Path, said: str, *arguments: str, code: int = 0) -> tuple[str, str]:
    """Pipe lines into a conversation; return what was printed and what was said beside it."""
    done = run_here("chat", "lib", *arguments, data_dir=data, typed=said)
    assert done.code == code, done.err
    return done.out, done.err


def flags(server: ScriptedServer) -> tuple[str, ...]:
    return ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0], "--mode", "chat")


@pytest.mark.slow
def test_a_conversation_through_a_pipe_is_kept_and_goes_on(filled: Path) -> None:
    with ScriptedServer() as server:
        alone = Reply(tokens=["A question that stands alone"])
        server.script(Reply(tokens=["Cats sleep", " sixteen hours a day."]), alone, Reply(tokens=["About tea."]))
        printed, beside = talk(filled, "how long do cats sleep?\n\nand tea?\n/exit\nnever asked\n", *flags(server))
        assert "Cats sleep sixteen hours a day." in printed
        assert "[1] " in printed
        assert "About tea." in printed
        (found,) = re.findall(r"--conversation (\w+)", beside)
        server.script(alone, Reply(tokens=["Again."]))
        printed, _ = talk(filled, "東京?\n", "--conversation", found, "--json", *flags(server))
        assert json.loads(printed)["conversation"] == found
        assert json.loads(printed)["answer"] == "Again."
        assert "how long do cats sleep?" in json.dumps(server.chats[-1].body["messages"])
    store = ChatStore(filled / "conversations.sqlite")
    assert [info.title for info in store.conversations()] == ["how long do cats sleep?"]
    assert [turn.question for turn in store.turns(found)] == ["how long do cats sleep?", "and tea?", "東京?"]


@pytest.mark.slow
def test_an_answer_that_was_cut_off_can_be_continued(filled: Path) -> None:
    with ScriptedServer() as server:
        server.script(Reply(tokens=["Cats sleep sixteen hours a day. They"], finish_reason="length"))
        server.default = Reply(tokens=["They purr when they are content."])
        printed, _ = talk(filled, "how long do cats sleep?\n/continue\n/continue\n", *flags(server), code=1)
    assert "The answer was cut off: it reached the limit for one answer." in printed
    assert "They purr when they are content." in printed
    store = ChatStore(filled / "conversations.sqlite")
    (turn,) = store.turns(store.conversations()[0].id)
    assert turn.answer is not None
    assert "sixteen hours a day" in turn.answer.text
    assert "They purr when they are content" in turn.answer.text
    assert not turn.answer.can_continue


@pytest.mark.slow
def test_what_cannot_be_talked_about(filled: Path) -> None:
    assert talk(filled, "")[0] == ""
    assert ChatStore(filled / "conversations.sqlite").conversations() == ()
    assert "no conversation x" in talk(filled, "a\n", "--conversation", "x", code=1)[1]
    other = ChatStore(filled / "conversations.sqlite").create("other", "Title")
    assert "about “lib”" in talk(filled, "a\n", "--conversation", other, code=1)[1]
    assert "no library called" in run("chat", "nowhere", data_dir=filled, code=1)
    with ScriptedServer() as server:
        server.default = Reply(status=401)
        assert "key" in talk(filled, "a\nb\n", *flags(server), code=1)[1]
        assert len(server.chats) == 1


@pytest.mark.nightly(by_day="test_a_conversation_through_a_pipe_is_kept_and_goes_on")
@pytest.mark.slow
def test_a_pipe_of_the_system_is_read_as_it_comes(filled: Path) -> None:
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Cats sleep sixteen hours a day."])
        process = subprocess.Popen(
            command("chat", "lib", *flags(server), data_dir=filled),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("wie lange schläft 猫?\n".encode())
        process.stdin.flush()
        answer = b""
        while b"sixteen hours" not in answer:  # before the pipe is closed
            answer += os.read(process.stdout.fileno(), 1 << 16)
        process.stdin.close()
        process.stdout.read()
        process.stdout.close()
        assert process.wait(TIMEOUT) == 0
        assert "猫" in json.dumps(server.chats[0].body, ensure_ascii=False)


def open_terminal() -> tuple[int, int]:
    """Return both ends of a pseudo-terminal; systems without any (some containers) cannot run the test."""
    import pty  # not on Windows

    try:
        return pty.openpty()
    except OSError:
        pytest.skip("this system has no pseudo-terminals")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_on_a_terminal_an_answer_can_be_stopped_and_what_fails_can_be_tried_again(filled: Path) -> None:
    with ScriptedServer() as server:
        server.script(Reply(tokens=["Cats sleep ", *["and sleep "] * 500], delay=0.05))
        server.script(Reply(status=401), Reply(tokens=["tea, please"]), Reply(tokens=["Tea is brewed."]))
        leader, follower = open_terminal()
        process = subprocess.Popen(
            command("chat", "lib", *flags(server), data_dir=filled),
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment(),
            start_new_session=True,
        )
        os.close(follower)
        screen = Screen(leader)
        screen.after("> ", "cats?\n")
        screen.after("and sleep", "")
        process.send_signal(signal.SIGINT)
        screen.after("> ", "tea?\n")
        screen.after("Error:", "")
        screen.after("> ", "tea, please\n")
        screen.after("Tea is brewed.", "")
        screen.after("> ", "")
        process.send_signal(signal.SIGINT)
        while not screen.shows("> ", seconds=10):  # one between the prompt and the reading is lost to any program
            process.send_signal(signal.SIGINT)  # late, because one too many ends the program
        screen.after("> ", "\x04")
        screen.after("--conversation", "")
        assert process.wait(TIMEOUT) == 0
        os.close(leader)
    (conversation,) = ChatStore(filled / "conversations.sqlite").conversations()
    turns = ChatStore(filled / "conversations.sqlite").turns(conversation.id)
    assert [turn.answer.state.value if turn.answer else "" for turn in turns] == ["stopped", "failed", "done"]


class Screen:
    """What a terminal shows."""

    def __init__(self, leader: int) -> None:
        self._leader = leader
        self._shown = ""

    def shows(self, text: str, *, seconds: float = 0.5) -> bool:
        """Whether a text is there, now or within some seconds."""
        deadline = time.monotonic() + seconds
        while text not in self._shown and select.select([self._leader], [], [], max(deadline - time.monotonic(), 0))[0]:
            self._shown += os.read(self._leader, 4096).decode(errors="replace")
        return text in self._shown

    def after(self, text: str, answer: str) -> None:
        """Wait for a text, then type."""
        deadline = time.monotonic() + 60
        while not self.shows(text):
            assert time.monotonic() < deadline, self._shown
        self._shown = self._shown.partition(text)[2]
        os.write(self._leader, answer.encode())
