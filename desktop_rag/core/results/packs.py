"""Evidence packs: what one of them says, and what came of checking one."""

import enum
from dataclasses import dataclass

from desktop_rag.core.results.evidence_items import ItemLook

SCRIPT = "verify_pack.py"
"""The script among the resources that verifies a pack without the program."""


class PackKind(enum.StrEnum):
    """What a pack is the proof of."""

    ANSWER = "answer"
    TABLE = "table"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The public half of the key that signs packs: PEM, and the SHA-256 of the same in DER, in groups of four digits.

    ``place`` says where the private half is kept.
    """

    fingerprint: str
    pem: str
    place: str


@dataclass(frozen=True, slots=True)
class PackCheck:
    """What came of checking a pack: it ``is_whole``, or ``problem`` says what is wrong with it.

    Of one that is not whole nothing else is told. ``fingerprint`` is that of the key that signed it, "" for none;
    ``is_own``: this program's. ``items`` are those of the pack with what became of them, none where only the file was
    checked. ``notices`` are sentences for the person.
    """

    file: str
    is_whole: bool
    problem: str = ""
    kind: PackKind | None = None
    title: str = ""
    library: str = ""
    made_at: str = ""  # UTC, ISO 8601
    program: str = ""
    fingerprint: str = ""
    is_own: bool = False
    sentences: int = 0
    items: tuple[ItemLook, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def is_fine(self) -> bool:
        """True if the pack is whole, and nothing that was looked at is another now."""
        return self.is_whole and all(one.state.is_fine for one in self.items)
