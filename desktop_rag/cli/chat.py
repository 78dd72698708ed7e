"""``desktop-rag chat``: a conversation in the terminal, kept like those of the window."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from desktop_rag.cli.ask import answer_json, keeps_to_documents, print_answer, printing, trace_lines
from desktop_rag.cli.common import (
    json_option,
    open_worker,
    print_json,
    program_options,
    stderr,
    stdout,
    wait_for,
    wait_or_cancel,
)
from desktop_rag.cli.overrides import overrides_of, settings_options
from desktop_rag.config import OptionValue
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.results.answers import Answer, AnswerState
from desktop_rag.core.user_text import UserText
from desktop_rag.worker.worker import Worker

_PROMPT = "> "
_EXITS = ("/exit", "/quit")
_CONTINUE = "/continue"


@click.command()
@click.argument("name")
@click.option("--conversation", default="", metavar="ID", help="Continue a conversation.")
@click.option("--also", multiple=True, metavar="NAME", help="Another library to ask. May be repeated.")
@settings_options
@click.option("--trace", is_flag=True, help="Also print how each answer was made.")
@program_options
@json_option
def chat(
    name: str, conversation: str, also: tuple[str, ...], data_dir: Path, *, trace: bool, as_json: bool, **given: object
) -> None:
    """Hold a conversation with the library NAME, one message per line; the window lists it as well.

    Ctrl+C stops an answer and keeps the part received so far; /continue goes on with one that was stopped or cut off.
    Ctrl+D or /exit ends the conversation.
    """
    overrides = overrides_of(given)
    with open_worker(data_dir) as worker:
        session = _Session(worker, name, conversation, overrides, also, trace=trace, as_json=as_json)
        session.check()
        session.streams = not as_json and not keeps_to_documents(worker, name, overrides, conversation)
        try:
            with printing(worker, streams=session.streams) as stages:
                session.look = stages.look
                for message in _messages():
                    session.answer(message)
        finally:
            session.say_how_to_continue()


@dataclass(slots=True)
class _Session:
    """A conversation in the terminal; a new one is stored with its first message."""

    worker: Worker
    name: str
    conversation: str
    overrides: dict[str, OptionValue]
    also: tuple[str, ...]
    trace: bool = field(kw_only=True)
    as_json: bool = field(kw_only=True)
    streams: bool = field(default=True, init=False)
    look: Callable[[], object] = field(default=lambda: None, init=False)  # called while an answer is waited for

    def check(self) -> None:
        """Make sure that there is something to talk about.

        Raises:
            UserError: there is no such library, or the conversation is not one about it.

        """
        for name in (self.name, *self.also):
            wait_for(self.worker.libraries.settings(name))
        if not self.conversation:
            return
        known = {info.id: info for info in wait_for(self.worker.conversations.list_all())}
        found = known.get(self.conversation)
        if found is None or found.index_name != self.name:
            ours = [f"{info.id} ({info.title})" for info in known.values() if info.index_name == self.name]
            raise UserError(
                UserText(
                    "There is no conversation {conversation} about “{name}”.",
                    conversation=self.conversation,
                    name=self.name,
                ),
                UserText("Choose one of: {names}.", names=", ".join(ours))
                if ours
                else "To start a new one, leave out --conversation.",
            )

    def answer(self, message: str) -> None:
        """Answer a message and print it; on a terminal, a failure is printed and the conversation continues.

        Raises:
            UserError: there is no answer, and nobody is there who could try again.

        """
        try:
            self._print(self._ask(message))
        except UserError as error:
            if not sys.stdin.isatty():
                raise
            stderr().print(f"Error: {error}\n")

    def say_how_to_continue(self) -> None:
        """Print the command that continues the conversation."""
        if self.conversation and not self.as_json:
            command = f"desktop-rag chat {self.name!r} --conversation {self.conversation}"
            stderr().print(f"Continue this conversation with: {command}")

    def _ask(self, message: str) -> Answer | None:
        """Have a message answered, or the last answer continued; None when that was stopped before it began."""
        answers = self.worker.answers
        if message == _CONTINUE and self.conversation:
            job = answers.resume(self.name, self.conversation, overrides=self.overrides)
        else:
            if not self.conversation:
                self.conversation = wait_for(self.worker.conversations.create(self.name))
            self._remember_libraries()
            job = answers.ask(self.name, message, conversation_id=self.conversation, overrides=self.overrides)
        wait_or_cancel(job, self.look)
        try:
            return job.result()
        except CancelledError:
            return None

    def _remember_libraries(self) -> None:
        """Let the window and later commands ask the other libraries too."""
        conversations, also, self.also = self.worker.conversations, self.also, ()
        if also:
            sources = wait_for(conversations.sources(self.conversation))
            known = tuple(dict.fromkeys((*sources.libraries, *also)))
            wait_for(conversations.set_sources(self.conversation, replace(sources, libraries=known)))

    def _print(self, answer: Answer | None) -> None:
        """Print an answer, however it ended.

        Raises:
            UserError: the model failed in the middle.

        """
        if answer is not None and self.as_json:
            print_json({"conversation": self.conversation, **answer_json(answer)}, indent=None)
        elif answer is not None:
            print_answer(answer, streamed=self.streams)
            lines = ["", *trace_lines(answer.trace)] if self.trace else []
            stdout().print("\n".join([*lines, ""]))
        if answer is not None and answer.state is AnswerState.FAILED:
            raise UserError(answer.notice)


def _messages() -> Iterator[str]:
    """Yield the person's messages, or those piped in, one a line, until there is no more."""
    on_terminal = sys.stdin.isatty()
    while True:
        try:
            message = input(_PROMPT if on_terminal else "").strip()
        except EOFError:
            return
        except KeyboardInterrupt:
            if not on_terminal:
                raise
            stdout().print("")
            continue
        if message in _EXITS:
            return
        if message:
            yield message
