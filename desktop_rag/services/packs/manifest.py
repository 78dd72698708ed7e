"""The manifest of an evidence pack, version 1: all that the pack shows, as data. PACKS.md describes it for others."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import msgspec

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource
from desktop_rag.core.results.packs import PackKind
from desktop_rag.services.packs.sealing import VERSION, PackError, sha256

_LINE = f"desktop-rag evidence manifest {VERSION}"
NO_PARTS = ("0" * 64,) * 3
"""The place of the hashes of what stands around a manifest."""


@dataclass(frozen=True, slots=True)
class PackSource:
    """The words that an item rests on: ``EvidenceSource`` with the ``place`` in words.

    ``file`` is told from the folder of the library on, or wholly. ``image`` is the SHA-256 of the clipped page, "" for
    none.
    """

    file: str
    place: str
    library: str
    page: int
    page_label: str
    start: int
    end: int
    quote: str
    passage: str
    passage_sha256: str
    mark: tuple[int, int]
    file_sha256: str
    content: str
    note: str
    image: str

    @property
    def evidence(self) -> EvidenceSource:
        """The source, to look at it again."""
        return EvidenceSource(
            self.file,
            self.page,
            self.page_label,
            self.start,
            self.end,
            self.quote,
            self.library,
            self.passage,
            self.mark,
            self.file_sha256,
            self.content,
            self.note,
        )


@dataclass(frozen=True, slots=True)
class PackItem:
    """A sentence or a cell: ``verdict`` as data, and ``said`` in words with the reasons."""

    number: int
    text: str
    label: str
    verdict: Verdict
    said: str
    reasons: tuple[str, ...]
    context: tuple[str, ...]
    by_quotation: bool
    sources: tuple[PackSource, ...]

    @property
    def evidence(self) -> EvidenceItem:
        """The item, to look at it again."""
        sources = tuple(one.evidence for one in self.sources)
        return EvidenceItem(
            self.number, self.text, self.verdict, self.reasons, sources, self.label, self.context, self.by_quotation
        )


@dataclass(frozen=True, slots=True)
class Signer:
    """The key that signs a pack, in hexadecimal digits."""

    algorithm: str
    public_key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that a pack shows. ``labels`` are the fixed words of the page, ``rendering`` is the version of its look.

    ``parts`` are the hashes of what stands around the manifest (``sealing``).
    """

    kind: PackKind
    title: str
    library: str
    program: str
    made_at: str
    facts: tuple[str, ...]
    not_checked: tuple[str, ...]
    items: tuple[PackItem, ...]
    labels: Mapping[str, str]
    rendering: int
    signer: Signer | None = None
    parts: tuple[str, str, str] = NO_PARTS

    def as_json(self) -> dict[str, object]:
        """Return it as JSON has it."""
        return {"_": _LINE, **asdict(self), "labels": dict(self.labels)}


def read_manifest(read: Mapping[str, object]) -> Manifest:
    """Return the manifest of a pack that is whole.

    Raises:
        PackError: it is not as this version of the format has it.

    """
    values = {key: value for key, value in read.items() if key != "_"}
    try:
        manifest = msgspec.convert(values, Manifest, strict=True)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise PackError("not ours") from error
    if read.get("_") != _LINE or manifest.as_json().keys() != read.keys():
        raise PackError("not ours")
    for item in manifest.items:
        for source in item.sources:
            if source.passage_sha256 != sha256(source.passage.encode("utf-8", "surrogatepass")):
                raise PackError("changed")
    return manifest
