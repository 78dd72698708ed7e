"""Citations in files for other people lead to their places in this program."""

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import pytest

from desktop_rag.core.results.answers import Answer, Citation
from desktop_rag.core.results.mentions import MentionQuery
from desktop_rag.services.exports.exports import Exports
from desktop_rag.services.libraries.links import PlaceLinks
from tests.services.conftest import HereProcesses, Services

_LINK = re.compile(r"desktop-rag://[^\s\"<>)]+")
SAID = "The rent is 950 euros."


@pytest.fixture
def answer(services: Services, tmp_path: Path) -> Answer:
    folder = tmp_path / "leases"
    (folder / "secret").mkdir(parents=True)
    (folder / "secret" / "lease.md").write_text(f"# Lease\n\n{SAID} It rises each year.\n", "utf-8")
    services.fill("Leases", folder)
    (source, *_) = services.search.passages("Leases", "rent", mode="bm25")
    start = source.text.index(SAID)
    words = (source.start + start, source.start + start + len(SAID))
    citation = Citation(1, 0, 4, source.file, 1, *words, SAID, 1.0, source.node_id)
    return Answer("How much?", "950. [1]", (citation,), (source,), "m", extractive=False)


@pytest.mark.parametrize("suffix", [".md", ".html", ".docx"])
def test_a_citation_leads_to_its_place(services: Services, answer: Answer, tmp_path: Path, suffix: str) -> None:
    links = partial(PlaceLinks, services.index_files)
    exports = Exports(services.chats, HereProcesses(), services.scratch, services.pages.works, None, links)
    written = exports.answer(answer, "Leases", tmp_path / f"answer{suffix}")
    text = ZipFile(written).read("word/footnotes.xml").decode() if suffix == ".docx" else written.read_text("utf-8")
    (link,) = set(_LINK.findall(text if suffix == ".md" else unescape(text)))
    place = services.links.place(link)
    assert (place.source.file, place.source.text) == (answer.sources[0].file, SAID)
    assert "secret" not in text


def test_mentions_lead_to_their_places(services: Services, answer: Answer, tmp_path: Path) -> None:
    target = tmp_path / "mentions.json"
    services.mentions.export("Leases", MentionQuery("rent"), target)
    (mention,) = json.loads(target.read_text("utf-8"))["mentions"]
    assert services.links.place(mention["link"]).source.file == answer.sources[0].file
    services.mentions.export("Leases", MentionQuery("rent"), page := tmp_path / "mentions.html")
    assert mention["link"] in unescape(page.read_text("utf-8"))
