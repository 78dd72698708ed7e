"""Chats as OpenAI's clients speak them: the question of a request, and an answer with its citations as a message.

Each shared library is a model. A message has its citations twice, where clients look for them: as numbered footnotes
in the text, and as ``annotations`` of the type ``url_citation``, whose range is the marker in the text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_rag.services.outside.tools import WrongArgumentsError, plain_text

_MOST_MESSAGES = 1_000
_MOST_TURNS = 6  # that a question follows: more does not help to understand it
_LONGEST_TURN = 8_000  # characters
_PASSED_OVER = ("system", "developer", "tool", "function")
_MOST_QUOTES = 3  # of a footnote
_FOOTNOTE = re.compile(r"^\[(\d+)\] \[.*\]\(desktop-rag://\S*\)(?:: .*)?$", re.MULTILINE)
_MARKDOWN = re.compile(r"([\\\[\]*_`<>])")
_NOTHING_FOUND = "The documents don't answer this question."


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """The last question of a chat: the library that is asked, and the questions that it follows with their answers."""

    library: str
    question: str
    before: tuple[tuple[str, str], ...] = ()
    is_streamed: bool = False
    wants_usage: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """An answer as a message: its text, the footnotes that follow it, and the annotations of both together."""

    text: str
    footnotes: str
    annotations: tuple[Mapping[str, object], ...] = ()

    @property
    def content(self) -> str:
        """The whole message."""
        return self.text + self.footnotes


def chat_question(body: object) -> ChatQuestion:
    """Return the question of a request for a chat completion.

    Instructions for the model (``system``) are passed over: what an answer may rest on is not the client's choice.

    Raises:
        WrongArgumentsError: the request is none, or has something else than text.

    """
    if not isinstance(body, Mapping):
        raise WrongArgumentsError("The body is to be an object with `model` and `messages`.")
    model, messages = body.get("model"), body.get("messages")
    if not isinstance(model, str) or not model.strip():
        raise WrongArgumentsError("`model` is to be the name of a shared library, as /v1/models lists it.")
    if not isinstance(messages, Sequence) or isinstance(messages, str) or not 0 < len(messages) <= _MOST_MESSAGES:
        raise WrongArgumentsError(f"`messages` is to be a list of 1 to {_MOST_MESSAGES:,} messages.")
    said = [one for message in messages if (one := _message(message)) is not None]
    if not said or said[-1][0] != "user" or not said[-1][1].strip():
        raise WrongArgumentsError("The last of the `messages` is to be one of the user, with a question.")
    before: list[tuple[str, str]] = []
    asked = ""
    for role, text in said[:-1]:
        if role == "user":
            asked = text
        elif asked:
            before.append((asked[:_LONGEST_TURN], without_footnotes(text)[:_LONGEST_TURN]))
            asked = ""
    options = body.get("stream_options")
    wants_usage = isinstance(options, Mapping) and options.get("include_usage") is True
    return ChatQuestion(
        model, said[-1][1], tuple(before[-_MOST_TURNS:]), body.get("stream") is True, wants_usage=wants_usage
    )


def written(answer: Mapping[str, Any]) -> Written:
    """Return an answer of ``Outside.ask`` as a message."""
    text = answer["answer"] or answer.get("notice") or _NOTHING_FOUND
    beside = [answer[key] for key in ("notice", "missing") if answer.get(key) and answer[key] != text]
    places = _by_number(answer)
    notes = "".join(f"\n\n*{_escaped(one)}*" for one in beside)
    begins = []
    for number, ones in places.items():
        begins.append(len(text) + len(notes) + 2)
        notes += f"\n\n{_footnote(number, ones)}"
    return Written(text, notes, tuple(_annotations(text, places, begins)))


def without_footnotes(text: str) -> str:
    """Return a message of ours as it was before its footnotes were added, for a client sends it back."""
    found = _FOOTNOTE.search(text)
    return text[: found.start()].rstrip() if found else text


def _message(message: object) -> tuple[str, str] | None:
    """Return whose message it is, "user" or "assistant", and its text; None for one that is passed over."""
    if not isinstance(message, Mapping) or not isinstance(role := message.get("role"), str):
        raise WrongArgumentsError("A message is to be an object with `role` and `content`.")
    if role in _PASSED_OVER:
        return None
    if role not in {"user", "assistant"}:
        raise WrongArgumentsError(f"A message can't be of “{plain_text(role)[:40]}”. Known: user, assistant, system.")
    content = message.get("content")
    parts = content if isinstance(content, list) else [{"type": "text", "text": content or ""}]
    texts = []
    for part in parts:
        kind = part.get("type") if isinstance(part, Mapping) else None
        if kind not in {"text", "input_text", "output_text"} or not isinstance(part.get("text"), str):
            raise WrongArgumentsError("The content of a message is to be text: pictures and files can't be asked here.")
        texts.append(plain_text(part["text"]))
    return role, "\n".join(texts)


def _by_number(answer: Mapping[str, Any]) -> dict[int, list[Mapping[str, Any]]]:
    """Return the places of an answer by their markers; the nearest passages, where there are none, from 1."""
    places: dict[int, list[Mapping[str, Any]]] = {}
    for one in answer.get("citations") or ():
        places.setdefault(one["marker"], []).append(one)
    if not places:
        nearest = answer.get("nearest") or answer.get("sources") or ()
        places = {number: [one] for number, one in enumerate(nearest, 1)}
    return dict(sorted(places.items()))


def _footnote(number: int, places: Sequence[Mapping[str, Any]]) -> str:
    first = places[0]
    title = _escaped(str(first.get("title") or first["file"]))
    quotes = list(dict.fromkeys(str(one["quote"]) for one in places if one.get("quote")))[:_MOST_QUOTES]
    quoted = " … ".join(f"“{_escaped(quote)}”" for quote in quotes)
    link = f"[{title}]({first['uri']})" if first.get("uri") else title
    return f"[{number}] {link}" + (f": {quoted}" if quoted else "")


def _annotations(
    text: str, places: Mapping[int, Sequence[Mapping[str, Any]]], footnotes: Sequence[int]
) -> list[Mapping[str, object]]:
    """Return a citation for each place, at its marker in the text; without one, at that of its footnote."""
    found: list[Mapping[str, object]] = []
    for (number, ones), footnote in zip(places.items(), footnotes, strict=True):
        marker, begin = f"[{number}]", 0
        for one in ones:
            place = text.find(marker, begin)
            begin = place + 1 if place >= 0 else len(text)
            start = place if place >= 0 else footnote
            citation = {"start_index": start, "end_index": start + len(marker), "url": one.get("uri", "")}
            citation |= {"title": one.get("title") or one["file"]}
            found.append({"type": "url_citation", "url_citation": citation})
    return found


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
