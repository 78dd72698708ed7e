"""A library of two contracts, a text checked against it, and its packs: made once, for packs are never changed."""

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.services.calls import calling
from tests.services.conftest import Services

TEXT = (
    "The monthly rent is £980. The annual fee of part 2 is 1050 euros. The moon is made of iron. "
    "The deposit is £1,900.\n\nI think the gate is ugly."
)
LEASE = "Lease LS-4410\n\nThe monthly rent is £950. The deposit is £1,900. The gate closes at 20:00.\n"


class Contracts:
    """A library, the folder that it was filled from, and the check of ``TEXT``."""

    def __init__(self, place: Path, embed_model: BaseEmbedding) -> None:
        self.services = Services(place / "data")
        self.services.models.choice, self.services.models.known = embed_model, [embed_model]
        self.folder = place / "Contracts"
        (self.folder / "old").mkdir(parents=True)
        self.lease = self.folder / "lease.txt"
        self.lease.write_text(LEASE, encoding="utf-8")
        self.agreement = self.folder / "old" / "service.pdf"
        with pymupdf.open() as document:
            for number in (1, 2):
                page = document.new_page()
                page.insert_text((72, 100), f"Part {number} of the service agreement", fontsize=16)
                words = f"The annual fee of part {number} is {1000 + 50 * (number - 1)} euros."
                page.insert_text((72, 200), f"{words} It is paid in January.")
            document.save(self.agreement)
        (self.folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
        with calling(self.services.call()):
            self.services.fill("Contracts", self.folder)
            self.check = self.services.checks.check_text("Contracts", TEXT)
            self.packs = {suffix: self._made(place / f"pack{suffix}") for suffix in (".html", ".pdf")}
            self.signed = {suffix: self._made(place / f"signed{suffix}", sign=True) for suffix in (".html", ".pdf")}

    def _made(self, target: Path, *, sign: bool = False) -> Path:
        return self.services.packs.text(self.check, target, title="The draft <1>", sign=sign)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, embed_model: BaseEmbedding) -> Iterator[Contracts]:
    """Contracts whose files nobody changes."""
    contracts = Contracts(tmp_path_factory.mktemp("packs"), embed_model)
    yield contracts
    contracts.services.scratch.close()


@pytest.fixture
def contracts(tmp_path: Path, embed_model: BaseEmbedding) -> Iterator[Contracts]:
    """Contracts whose files a test changes."""
    contracts = Contracts(tmp_path, embed_model)
    with calling(contracts.services.call()):
        yield contracts
    contracts.services.scratch.close()
