"""Evidence packs: what they show and prove, that no byte can be changed, and what becomes of their sources."""

import base64
import hashlib
import html
import json
import os
import random
import re
import sys
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Answer, Citation, Verdict
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.review import ColumnType, ReviewColumn, TableDefinition
from desktop_rag.services.calls import calling
from desktop_rag.services.packs.manifest import read_manifest
from desktop_rag.services.packs.page import RENDERING
from desktop_rag.services.packs.sealing import MOST_BYTES, PackError, canonical, opened, sealed, sha256
from desktop_rag.services.packs.signing import is_signed
from desktop_rag.text.translations import speak, spoken
from tests.services.conftest import Services
from tests.services.packs.conftest import LEASE, Contracts

KEPT = Path(__file__).parent / "kept"
SUFFIXES = (".html", ".pdf")


def manifest_of(pack: Path) -> dict[str, object]:
    return opened(pack.read_bytes()).read


def shown_in(pack: Path) -> str:
    """The words that a pack shows, on one line."""
    if pack.suffix == ".pdf":
        with pymupdf.open(pack) as document:
            return " ".join("".join(page.get_text() for page in document).split())
    page = pack.read_text(encoding="utf-8").partition('<script type="application/json"')[0]
    return " ".join(html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)).split())


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_pack_shows_sentences_verdicts_quotations_hashes_scope_and_what_was_not_checked(
    made: Contracts, suffix: str
) -> None:
    shown = shown_in(made.packs[suffix])
    wanted = (
        "Evidence pack", "The draft <1>", "Library: Contracts", "Checked against 2 files.", "UTC", "Desktop RAG",
        "4 of 5 sentences can be checked; 1 contradicted, 0 partly supported, 1 with nothing found, 2 supported.",
        "1. The monthly rent is £980 Contradicted The source says £950. lease.txt",
        "The monthly rent is £950. The deposit is £1,900. The gate closes at 20:00.",
        "2. The annual fee of part 2 is 1050 euros Supported service.pdf, page 2 The annual fee of part 2",
        "3. The moon is made of iron Nothing found", "I think the gate is ugly Not checked It tells an opinion",
        f"Contracts/lease.txt: {digest(made.lease)}", f"Contracts/old/service.pdf: {digest(made.agreement)}",
        "What could not be checked broken.pdf: ", "verify_pack.py", "desktop-rag verify", "This pack is not signed",
    )  # fmt: skip
    assert [words for words in wanted if words not in shown] == []
    assert str(made.folder.parent) not in made.packs[suffix].read_bytes().decode("latin-1")
    assert "anna" not in shown


def test_the_page_is_clipped_around_the_quotation_with_a_box(made: Contracts) -> None:
    page = made.packs[".html"].read_bytes()
    (picture,) = (base64.b64decode(found) for found in re.findall(rb"data:image/png;base64,([^\"]*)", page))
    manifest = read_manifest(opened(page).read)
    source = manifest.items[1].sources[0]
    assert source.image == sha256(picture)
    assert source.passage[slice(*source.mark)] == source.quote == "The annual fee of part 2 is 1050 euros."
    drawn = pymupdf.Pixmap(picture)
    red = [(x, y) for x in range(drawn.width) for y in range(drawn.height) if drawn.pixel(x, y)[:3] == (179, 38, 30)]
    left, right = min(x for x, _ in red), max(x for x, _ in red)
    assert drawn.width > 800
    assert 90 < left < 110  # the words begin at 72 of 595 points
    assert right - left < drawn.width / 2  # and the box ends with them
    assert b'<script type="application/json"' in page
    assert page.count(b"<script") == 2


def test_a_pdf_has_the_manifest_attached(made: Contracts) -> None:
    pack = made.packs[".pdf"]
    with pymupdf.open(pack) as document:
        assert json.loads(document.embfile_get("manifest.json")) == manifest_of(pack)
        assert json.loads(document.embfile_get("seal.json"))["manifest_sha256"]
        assert document[0].get_images()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_byte_can_be_changed_removed_or_added(made: Contracts, suffix: str) -> None:
    data, chosen = made.signed[suffix].read_bytes(), random.Random(7)
    seal = data.rindex(b'{"_":"desktop-rag evidence seal')
    manifest = data.index(b'{"_":"desktop-rag evidence manifest')
    around = [place + step for place in (manifest, seal) for step in range(-3, 50, 2)]
    places = {0, len(data) - 1, *around, *chosen.sample(range(len(data)), 80)}
    places |= set(range(seal, seal + 330, 7)) & set(range(len(data)))
    for place in sorted(places):
        byte = data[place]
        other = chosen.choice([one for one in range(256) if one != byte])
        for changed in (
            data[:place] + bytes((other,)) + data[place + 1 :],
            data[:place] + bytes((byte ^ 0x20,)) + data[place + 1 :],
            data[:place] + data[place + 1 :],
            data[:place] + bytes((chosen.choice((byte, 10, 32, other)),)) + data[place:],
        ):
            assert not is_whole(changed), (place, changed[place - 20 : place + 20])
    assert is_whole(data)
    assert not is_whole(data + b"\n")
    line = opened(data).manifest
    for moved in (data.replace(line, b"", 1) + b"\n" + line, data.replace(line, line + b"\n" + line, 1)):
        assert not is_whole(moved)


def is_whole(data: bytes) -> bool:
    try:
        found = opened(data)
    except PackError:
        return False
    return is_signed(found.manifest, found.signature, found.public_key)


def resealed(data: bytes, change: tuple[bytes, bytes], **values: object) -> bytes:
    """A pack that somebody changed who knows how packs are made, without a signature."""
    found = opened(data)
    parts = [part.replace(*change) for part in found.parts]
    manifest = canonical({**found.read, "parts": [sha256(part) for part in parts], "signer": None, **values})
    return b"".join((parts[0], manifest, parts[1], canonical(sealed(manifest)), parts[2]))


def test_a_page_that_shows_other_words_than_it_proves_is_found_also_with_all_hashes_made_anew(
    made: Contracts, tmp_path: Path
) -> None:
    data, pack = made.packs[".html"].read_bytes(), tmp_path / "forged.html"
    pack.write_bytes(resealed(data, (b"\xc2\xa3980", b"\xc2\xa3990")))
    found = made.services.packs.verify(pack, only_file=True)
    assert (found.is_whole, found.problem) == (False, "It shows words other than those it proves.")
    pack.write_bytes(resealed(data, (b"x", b"x")))
    assert made.services.packs.verify(pack, only_file=True).is_whole
    pack.write_bytes(resealed(data, (b"\xc2\xa3980", b"\xc2\xa3990"), rendering=RENDERING + 1))
    (notice,) = made.services.packs.verify(pack, only_file=True).notices
    assert "Another version of the program drew this page" in notice


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_signature_cannot_be_taken_off_or_be_of_another_key(made: Contracts, tmp_path: Path, suffix: str) -> None:
    packs, data, pack = made.services.packs, made.signed[suffix].read_bytes(), tmp_path / f"other{suffix}"
    key = packs.key()
    found = packs.verify(made.signed[suffix], only_file=True)
    assert (found.is_whole, found.is_own, found.fingerprint) == (True, True, key.fingerprint)
    assert key.fingerprint in shown_in(made.signed[suffix])
    whole = opened(data)
    seal = canonical(sealed(whole.manifest, whole.signature))
    for other in (sealed(whole.manifest), sealed(whole.manifest, bytes(64))):
        pack.write_bytes(data.replace(seal, canonical(other)))
        assert packs.verify(pack, only_file=True).problem == "Its signature is not that of the key that it names."
    pack.write_bytes(resealed(data, (b"x", b"x"), signer=None))
    taken_off = packs.verify(pack, only_file=True)
    # of a page, the fingerprint that it shows no longer fits
    assert (taken_off.is_whole, taken_off.fingerprint) == (suffix == ".pdf", "")


def test_sources_that_stay_change_move_and_go(contracts: Contracts, tmp_path: Path) -> None:
    packs, pack = contracts.services.packs, contracts.packs[".html"]
    found = packs.verify(pack)
    same, nothing = ItemState.SAME, ItemState.NOTHING
    assert [one.state for one in found.items] == [same, same, nothing, same, nothing]
    assert found.is_fine
    contracts.lease.write_text(LEASE.replace("20:00", "21:00"), encoding="utf-8")  # the library has not read it yet
    assert [one.state for one in packs.verify(pack).items] == [
        ItemState.CHANGED,
        same,
        nothing,
        ItemState.CHANGED,
        nothing,
    ]
    contracts.lease.write_text(LEASE.replace("£1,900", "£2,100"), encoding="utf-8")
    services = contracts.services
    services.ingestion.add("Contracts", [contracts.folder], services.call())
    looks = packs.verify(pack).items
    assert [one.state for one in looks] == [ItemState.CHANGED, same, nothing, ItemState.UNSUPPORTED, nothing]
    look = looks[3].sources[0]
    assert (look.verdict, look.reasons, look.has_words) == (
        Verdict.CONTRADICTED, ("The source says £2,100.",), False,
    )  # fmt: skip
    contracts.lease.write_text("The deposit of £1,900 is paid by the tenant.\n", encoding="utf-8")
    looks = packs.verify(pack).items
    assert looks[3].state is ItemState.PASSAGE_GONE
    contracts.agreement.rename(contracts.folder / "renamed.pdf")
    assert packs.verify(pack).items[1].state is ItemState.FILE_GONE  # until the library has found it
    services.ingestion.add("Contracts", [contracts.folder], services.call())
    assert packs.verify(pack).items[1].state is ItemState.SAME
    (contracts.folder / "renamed.pdf").unlink()
    found = packs.verify(pack)
    assert found.items[1].state is ItemState.FILE_GONE
    assert not found.is_fine
    assert services.index_files.attached_to() == []  # what was read for this alone


def test_where_the_library_is_not_known_the_pack_alone_is_checked_or_files_in_a_folder(
    made: Contracts, services: Services, tmp_path: Path
) -> None:
    elsewhere, pack = services.packs, made.packs[".pdf"]
    found = elsewhere.verify(pack)
    assert found.is_whole
    assert {one.state for one in found.items} == {ItemState.NOT_LOOKED, ItemState.NOTHING}
    assert elsewhere.verify(pack, only_file=True).is_fine
    assert elsewhere.verify(pack, folder=made.folder).is_fine
    found = elsewhere.verify(pack, folder=made.folder / "old")
    assert [one.state for one in found.items][:2] == [ItemState.FILE_GONE, ItemState.SAME]
    with pytest.raises(UserError, match="no library called"):
        elsewhere.verify(pack, library="Leases")


def test_a_pack_of_anybody_has_no_other_computer_and_no_pipe_asked(
    services: Services, made: Contracts, tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    if sys.platform != "win32":
        os.mkfifo(pipe)
    for named, reason in {
        "//evil.example/share/lease.txt": "another computer",
        str(pipe): "not a regular file",
        str(tmp_path / "no.txt"): "",
    }.items():
        if named == str(pipe) and not pipe.exists():
            continue
        data = made.packs[".pdf"].read_bytes()
        items = [
            {**item, "sources": [{**one, "file": named} for one in item["sources"]]}
            for item in json.loads(opened(data).manifest)["items"]
        ]
        pack = tmp_path / "hostile.pdf"
        pack.write_bytes(resealed(data, (b"x", b"x"), items=items))
        look = services.packs.verify(pack).items[0].sources[0]
        assert reason in look.reason
        assert look.state is (ItemState.NOT_LOOKED if reason else ItemState.FILE_GONE)


def hostile_packs() -> dict[str, bytes]:
    seal, manifest = b'{"_":"desktop-rag evidence seal 1"', b'{"_":"desktop-rag evidence manifest 1"'

    parts = [sha256(b"<html>\n"), sha256(b"\n"), sha256(b"\n")]
    other = canonical({"_": "desktop-rag evidence manifest 1", "parts": parts})

    def pack(line: bytes) -> bytes:
        return b"<!doctype html>\n" + line + b"\n" + canonical(sealed(line)) + b"\n"

    return {
        "empty": b"",
        "binary": bytes(range(256)) * 50,
        "no seal": manifest + b"}",
        "broken pdf": b"%PDF-1.7\n1 0 obj\n<</Length 99999999>>\nstream\n" + b"\xff" * 1000,
        "deep": pack(manifest + b',"a":' + b"[" * 900_000 + b"]" * 900_000 + b"}"),
        "brackets": pack(manifest + b',"a":[' + b"[]," * 1_200_000 + b"[]]}"),
        "values": pack(manifest + b',"a":[' + b"1," * 5_000_000 + b"1]}"),
        "long": pack(manifest + b',"a":"' + b"x" * (33 << 20) + b'"}'),
        "number": pack(manifest + b',"a":' + b"9" * 100_000 + b"}"),
        "no number": pack(manifest + b',"a":NaN}'),
        "twice": pack(manifest + b',"a":1,"a":1}'),
        "later": pack(manifest.replace(b"manifest 1", b"manifest 2") + b"}"),
        "long seal": manifest + b"}\n" + seal + b',"manifest_sha256":"' + b"0" * 10_000 + b'"}',
        "other": b"<html>\n" + other + b"\n" + canonical(sealed(other)) + b"\n",
    }


@pytest.mark.parametrize("name", hostile_packs())
def test_hostile_packs_end_in_a_sentence(services: Services, tmp_path: Path, name: str) -> None:
    pack = tmp_path / "hostile.html"
    pack.write_bytes(hostile_packs()[name])
    found = services.packs.verify(pack)
    assert not found.is_whole
    assert found.problem.endswith(".")
    wanted = {
        "empty": "not an evidence pack", "binary": "not an evidence pack", "broken pdf": "not an evidence pack",
        "brackets": "too large", "values": "too large", "long": "too large", "long seal": "too large",
        "later": "later version", "other": "not as this program",
    }  # fmt: skip
    assert wanted.get(name, "changed") in found.problem


def test_a_pack_that_is_too_large_is_not_read_whole(services: Services, tmp_path: Path) -> None:
    pack = tmp_path / "huge.pdf"
    with pack.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert services.packs.verify(pack).problem == "It is too large for an evidence pack."


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_packs_of_the_first_version_stay_whole(services: Services, suffix: str) -> None:
    found = services.packs.verify(KEPT / f"pack-1{suffix}", only_file=True)
    assert (found.is_whole, found.problem, found.sentences) == (True, "", 5)
    assert found.fingerprint


@pytest.mark.parametrize("language", ["de", "ja", "zh_CN"])
def test_a_pack_is_worded_in_the_language_of_the_person(made: Contracts, tmp_path: Path, language: str) -> None:
    speak(language)
    try:
        say = spoken().translated
        pack = made.services.packs.text(made.check, tmp_path / "pack.html", say=say)
    finally:
        speak("en")
    shown = shown_in(pack)
    english = ("Evidence pack", "Contradicted", "The source says", "Checked against", "not signed", "SHA-256 of the")
    assert [words for words in english if words in shown] == []
    assert made.services.packs.verify(pack, only_file=True).is_whole


def test_an_answer_is_proven_with_its_question_model_and_missing_files(made: Contracts, tmp_path: Path) -> None:
    services = made.services
    with calling(services.call()):
        found = services.answers.ask("Contracts", "What is the deposit?")
        assert found.text
        pack = services.packs.answer(found, "Contracts", tmp_path / "quoted.html", asked_at=1_700_000_000.0)
        shown = shown_in(pack)
        assert "What is the deposit?" in shown
        assert "The deposit is £1,900." in shown
        assert "no model wrote this answer" in shown
        assert "2023-11-14 22:13" in shown
        assert services.packs.verify(pack).is_fine
        source = found.sources[0]
        at = source.text.index("The deposit")
        cited = Citation(1, 0, 22, source.file, source.page, source.start + at, source.start + at + 22,
                         "The deposit is £1,900.", 1.0, source.node_id)  # fmt: skip
        listed = replace(found, text="", citations=(), sentences=(), answered=False, extractive=True)
        passages = services.packs.answer(listed, "Contracts", tmp_path / "passages.pdf")
        assert services.packs.verify(passages).is_fine
        gone = replace(source, file=str(made.folder / "never.txt"))
        lost = Answer(
            "Q?", "The deposit is £1,900. [1]", (replace(cited, file=gone.file),), (gone,), "m", extractive=False
        )
        pack = services.packs.answer(lost, "Contracts", tmp_path / "lost.html")
        assert "never.txt: The file cannot be read" in shown_in(pack)
        with pytest.raises(UserError, match="nothing here to prove"):
            services.packs.answer(Answer("Q?", "", (), (), "", extractive=True), "Contracts", tmp_path / "no.html")


def test_a_table_is_proven_cell_by_cell(made: Contracts, tmp_path: Path) -> None:
    services = made.services
    columns = (ReviewColumn("Fee", ColumnType.MONEY, "What is the annual fee?"), ReviewColumn("Colour of the moon"))
    definition = TableDefinition("Fees", columns)
    with calling(services.call()):
        table = services.tables.fill("Contracts", definition)
        filled = [cell for row in table.rows for cell in row.cells if cell.value]
        pack = services.packs.table("Contracts", definition, tmp_path / "table.html", full_paths=True)
        found = services.packs.verify(pack)
        shown = shown_in(pack)
        assert len(found.items) == len(filled) > 0
        assert found.is_fine
        assert "service.pdf · Fee" in shown
        assert "1 of 6 cells have a value" in shown
        assert "Colour of the moon: not stated in 2 of 3 documents: lease.txt, service.pdf" in shown
        assert "2 of 3 documents read." in shown
        assert str(made.agreement) in shown
        with pytest.raises(UserError, match="already a file"):
            services.packs.table("Contracts", definition, pack)
        with pytest.raises(UserError, match="no name for"):
            services.packs.table("Contracts", definition, tmp_path / "table.docx")


def test_a_file_that_changed_since_it_was_read_is_told_and_not_drawn(contracts: Contracts, tmp_path: Path) -> None:
    contracts.agreement.write_bytes(contracts.agreement.read_bytes() + b"\n")
    pack = contracts.services.packs.text(contracts.check, tmp_path / "late.html")
    source = read_manifest(manifest_of(pack)).items[1].sources[0]
    assert (source.file_sha256, source.image) == ("", "")
    assert source.note == "The file has changed since the library read it."


def test_a_key_that_cannot_be_read_is_told(services: Services, made: Contracts, tmp_path: Path) -> None:
    key = services.packs.key()
    assert services.packs.key() == key
    assert key.place == "portable"
    services.secrets.set("evidence-packs", "signing-key", "nonsense")
    with pytest.raises(UserError, match="not a key"):
        services.packs.text(made.check, tmp_path / "pack.html", sign=True)
    assert not (tmp_path / "pack.html").exists()
