"""Who wrote a message to whom, and when: what the metadata of mail says, also that of what is attached to it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from desktop_rag.core.user_text import UserText

FROM_KEY, TO_KEY, COPY_KEY = "from", "to", "cc"
SUBJECT_KEY = "subject"
MAIL_KEYS = (FROM_KEY, TO_KEY, COPY_KEY, SUBJECT_KEY)
"""What attachments have of their message."""
_ADDRESS = re.compile(r"<([^<>]*)>")
_LONGEST_NAME = 40
_AROUND = " \t,;\"'"
_ID = re.compile(r"<([^<>\s]{1,300})>")
_MOST_ANSWERED = 50  # messages that one names as those before it
_ANSWERS = re.compile(
    r"(?:re|aw|antw|sv|vs|r|rif|res|odp|fwd?|wg|tr|enc|rv|回复|答复|回覆|转发|轉寄|返信|転送)\s{0,3}"
    r"(?:[\[(]\d{1,3}[\])])?[:：]\s*",
    re.IGNORECASE,
)
_MOST_TIMES = 20  # “Re: Re: …”
_MAILBOX = re.compile(r"[^\s<>()\[\]:,;@\"]{1,100}@[^\s<>()\[\]:,;@\"]{1,100}")
_LOOKED_AT = 10_000  # characters of a list of people

QUOTED = UserText("Quoted")
_QUOTED_FROM = re.compile(r"Quoted from (?P<name>\S.{0,99})")


class MessagePlace(NamedTuple):
    """The place of a message among others: its id, those of the messages before it, the last one answered directly.

    ``subject`` is without “Re:” and in small letters; ``is_answer``: it says so itself.
    """

    message_id: str = ""
    answers: tuple[str, ...] = ()
    subject: str = ""
    is_answer: bool = False


class ThreadMessage(NamedTuple):
    """A message of a thread: the file it is, how it is cited, and its subject."""

    path: str
    cited_as: str
    subject: str


def message_place(subject: str, message_id: str, references: str, in_reply_to: str) -> MessagePlace:
    """Return the place of a message with these headers."""
    named = list(dict.fromkeys([*_ids(references), *_ids(in_reply_to)[:1]]))
    # the first one says which thread it is, the last ones where in it
    before = named if len(named) <= _MOST_ANSWERED else [named[0], *named[1 - _MOST_ANSWERED :]]
    bare = bare_subject(subject)
    is_answer = bool(before) or len(bare) < len(" ".join(subject.split()).casefold())
    return MessagePlace(next(iter(_ids(message_id)), ""), tuple(before), bare, is_answer)


def quoted_heading(name: str) -> str:
    """Return the heading of what a message quotes, as it is stored; "": nobody says whose words they are."""
    return f"Quoted from {name}" if name else str(QUOTED)


def quoted_by(heading: str) -> str:
    """Return whose words such a heading says that a message quotes; "" where it says none, or is another heading."""
    found = _QUOTED_FROM.fullmatch(heading)
    return found["name"] if found is not None else ""


def is_quoted_heading(heading: str) -> bool:
    """Return True for the heading of what a message quotes, as it is stored."""
    return heading == str(QUOTED) or bool(quoted_by(heading))


def bare_subject(subject: str) -> str:
    """Return a subject without “Re:” and its like, in small letters."""
    text = " ".join(subject.split()).casefold()
    for _ in range(_MOST_TIMES):
        found = _ANSWERS.match(text)
        if found is None:
            break
        text = text[found.end() :]
    return text


def mailboxes(metadata: Mapping[str, object]) -> frozenset[str]:
    """Return who wrote and got a message: their addresses in small letters, of those without one their names."""
    found: set[str] = set()
    for key in (FROM_KEY, TO_KEY, COPY_KEY):
        said = str(metadata.get(key) or "")[:_LOOKED_AT].casefold()
        found.update(_MAILBOX.findall(said) or filter(None, (one.strip(_AROUND) for one in re.split(r"[,;]", said))))
    return frozenset(found)


def as_thread(messages: Iterable[tuple[str, Mapping[str, object]]]) -> Sequence[ThreadMessage]:
    """Return messages, paths with their metadata, as a thread."""
    return [
        ThreadMessage(path, mail_cited_as(metadata), str(metadata.get(SUBJECT_KEY) or ""))
        for path, metadata in messages
    ]


def _ids(header: str) -> list[str]:
    """Return the ids in a header; one of them may stand without its angle brackets."""
    found = _ID.findall(header)
    bare = header.strip()
    return found or ([bare] if "@" in bare and len(bare) <= _LOOKED_AT and " " not in bare else [])


def mail_cited_as(metadata: Mapping[str, object]) -> str:
    """Return how a message is cited: “Anna Meyer → Ben Chen +2, 2024-05-03”; "" for what is none."""
    sender, to = (_names(metadata.get(key)) for key in (FROM_KEY, TO_KEY))
    if not sender:
        return ""
    more = f" +{len(to) - 1}" if len(to) > 1 else ""
    who = f"{sender[0]} → {to[0]}{more}" if to else sender[0]
    date = metadata.get("date")
    return f"{who}, {date}" if isinstance(date, str) and date else who


def _names(people: object) -> list[str]:
    """Return the names in a header, of those without one their addresses."""
    if not isinstance(people, str):
        return []
    # name, address, name, address, …; without any address in brackets, names alone
    parts = _ADDRESS.split(people)
    found = [name.strip(_AROUND) or address for name, address in zip(parts[::2], parts[1::2], strict=False)]
    names = found or [one.strip(_AROUND) for one in re.split(r"[,;]", people)]
    return [name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME].rstrip()}…" for name in names if name]
