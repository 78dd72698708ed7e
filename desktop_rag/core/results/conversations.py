"""Conversations as jobs return them."""

from dataclasses import dataclass

from desktop_rag.core.results.answers import Answer


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A conversation in the list; ``parent`` and ``fork``: see ``core.results.versions``."""

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
    """What a conversation is asked of beside its library: other libraries by name, and files attached to it."""

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
