"""Pinned answers, tables and texts, and what became of what they say since."""

from dataclasses import dataclass
from enum import StrEnum

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.text_checks import EvidencePlace


class PinKind(StrEnum):
    """What is pinned."""

    ANSWER = "answer"
    CONVERSATION = "conversation"
    TABLE = "table"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Pin:
    """Something pinned in a library: ``items`` sentences or cells, of which ``broken`` no longer hold.

    ``place`` is the id of the conversation, or the name of the table or text; ``turn`` the number of the question in
    the conversation, from 1, 0 where it is not one answer. ``news`` counts what was not told yet.
    """

    id: int
    kind: PinKind
    title: str
    library: str
    place: str
    turn: int
    pinned_at: float  # seconds since 1970
    items: int
    broken: int = 0
    news: int = 0


class NewsKind(StrEnum):
    """What there is to tell of a pinned sentence."""

    BROKEN = "no longer holds"
    HOLDS_AGAIN = "holds again"
    NEW_FILE = "new file"


@dataclass(frozen=True, slots=True)
class PinNews:
    """One thing to tell of the sentence ``number`` of a pin: what its source said, and what it says now.

    ``was`` are the words it rested on; ``now`` those that stand there now, or that a new ``file`` says; "" where there
    are none. ``verdict`` is the new judgement, None where none was needed.
    """

    pin: int
    number: int
    kind: NewsKind
    title: str
    text: str
    label: str
    state: ItemState
    file: str
    was: str = ""
    now: str = ""
    verdict: Verdict | None = None
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PinFinding:
    """What became of a pinned sentence, whether or not a person was told, with the places of its words.

    ``before`` is where those stood that it rested on, in its file as that is called now; ``now`` where those stand
    that the file says now, or the page where they would be. None: it rests on none, or the file is gone.
    """

    news: PinNews
    before: EvidencePlace | None
    now: EvidencePlace | None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class PinOverview:
    """What is pinned in a library, the latest first, and all that does not hold of it or that a new file says."""

    library: str
    pins: tuple[Pin, ...]
    findings: tuple[PinFinding, ...] = ()


@dataclass(frozen=True, slots=True)
class PinCheck:
    """What a check of a library's pins found and nobody was told yet.

    ``looked`` sentences or cells were looked at, whose sources had changed; of ``new_files`` files it was asked what
    they say of pinned sentences.
    """

    library: str
    pins: int
    looked: int
    new_files: int
    seconds: float
    news: tuple[PinNews, ...] = ()
