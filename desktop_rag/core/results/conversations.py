"""Conversations as jobs return them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from desktop_rag.core.results.answers import Answer


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A conversation in the list; ``parent`` and ``fork``: see ``versions_of``."""

    id: str
    title: str
    index_name: str
    updated: float  # seconds since 1970
    pinned: bool = False
    created: float = 0.0  # seconds since 1970
    parent: str = ""  # the conversation that this one was edited from
    fork: int = -1  # the turn, counted from 0, that was edited


@dataclass(frozen=True, slots=True)
class ConversationSources:
    """The sources of a conversation beside its library: other libraries by name, and attached files."""

    libraries: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()  # absolute paths


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation and its answer (None while it is being written)."""

    question: str
    answer: Answer | None
    asked_at: float = 0.0  # seconds since 1970, 0 where that is not known


@dataclass(frozen=True, slots=True)
class FoundTurn:
    """A place in a conversation that has all words of a search; ``place`` counts its turns from 0.

    ``excerpt`` is what stands around the first of the words; "" where the title alone has them.
    """

    conversation: ConversationInfo
    place: int
    excerpt: str


def parent_of_edit(known: Mapping[str, ConversationInfo], conversation: str, turn: int) -> str:
    """Return the conversation that has a turn as it was asked first, whatever was edited before it."""
    while (info := known.get(conversation)) is not None and info.parent and turn <= info.fork:
        conversation = info.parent
    return conversation


def versions_of(
    conversations: Iterable[ConversationInfo], conversation: str, turn: int
) -> tuple[tuple[ConversationInfo, ...], int]:
    """Return the conversations with the versions of a turn, the first one first, and which of them is shown.

    A version knows its ``parent``, the conversation that has the question as it was first, and its ``fork``, the number
    of the edited turn; the turns before that are the parent's. A version is a parent only of later turns.
    """
    known = {info.id: info for info in conversations}
    first = parent_of_edit(known, conversation, turn)
    edited = [info for info in known.values() if info.parent == first and info.fork == turn]
    edited.sort(key=lambda info: (info.created, info.id))
    found = (*([known[first]] if first in known else []), *edited)
    shown = conversation
    while shown not in {info.id for info in found} and (info := known.get(shown)) is not None and info.parent:
        shown = info.parent
    place = next((number for number, info in enumerate(found) if info.id == shown), 0)
    return found, place


def family_of(known: Mapping[str, ConversationInfo], conversation: str) -> str:
    """Return the conversation that another was edited from in the end: one name for all of its versions."""
    while (info := known.get(conversation)) is not None and info.parent:
        conversation = info.parent
    return conversation


def one_of_each(conversations: Sequence[ConversationInfo], preferred: str = "") -> tuple[ConversationInfo, ...]:
    """Return one conversation for all its versions: the ``preferred`` one, else the first in the given order."""
    known = {info.id: info for info in conversations}
    chosen: dict[str, ConversationInfo] = {}
    for info in conversations:
        family = family_of(known, info.id)
        if family not in chosen or info.id == preferred:
            chosen[family] = info
    return tuple(chosen.values())
