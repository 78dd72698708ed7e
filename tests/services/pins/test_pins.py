"""Pinned texts, answers and tables, while their real files are changed, moved, deleted and added."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import PinsChanged
from desktop_rag.core.results.answers import Answer, Citation, Source, Verdict
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.pins import NewsKind, PinKind, PinNews
from desktop_rag.core.results.review import ReviewColumn, TableDefinition
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.services.calls import calling
from desktop_rag.services.pins.cited import libraries_to_check
from desktop_rag.storage.exchange import export_index, import_index
from desktop_rag.storage.storage_context import StorageContext
from tests.services.conftest import Services

LEASE = "Lease LS-4410\n\nThe monthly rent is £950. The deposit is £1,900. The gate closes at 20:00.\n"
CARS = "Parking rules\n\nThe car park has 40 spaces. Visitors park for three hours.\n"


class Office:
    """A library of two documents, with a checked text that is pinned."""

    def __init__(self, place: Path, embed_model: BaseEmbedding) -> None:
        self.services = Services(place / "data")
        self.services.models.choice, self.services.models.known = embed_model, [embed_model]
        self.folder = place / "Office"
        self.folder.mkdir()
        self.lease, self.cars = self.folder / "lease.txt", self.folder / "cars.txt"
        self.lease.write_text(LEASE, encoding="utf-8")
        self.cars.write_text(CARS, encoding="utf-8")

    def read(self) -> None:
        """Read what changed, as a refresh does."""
        self.services.ingestion.add("Office", [self.folder], self.services.call(), allow_mass_delete=True)
        self.services.ingestion.embed("Office", self.services.call())

    def write(self, file: Path, text: str) -> None:
        file.write_text(text, encoding="utf-8")
        self.read()

    def told(self) -> list[PinNews]:
        """Check, and take note of what was told."""
        found = self.services.pins.check("Office").news
        self.services.pins.note_told("Office", found)
        return list(found)

    def pin_text(self, *sentences: str) -> None:
        check = self.services.checks.check_text("Office", " ".join(sentences))
        self.services.pins.text("Office", check, "draft")


@pytest.fixture
def office(tmp_path: Path, embed_model: BaseEmbedding) -> Iterator[Office]:
    office = Office(tmp_path, embed_model)
    with calling(office.services.call()):
        office.services.fill("Office", office.folder)
        yield office
    office.services.scratch.close()


def test_of_two_sentences_that_one_was_quoted_with_the_unchanged_one_is_shown_as_well(office: Office) -> None:
    quote = "The monthly rent is £950. The deposit is £1,900."
    page = LEASE.rstrip("\n")
    start = page.index(quote)
    source = Source(1, 1.0, str(office.lease), 1, "", 0, len(page), page, "", "node")
    cited = Citation(1, 0, len(quote), str(office.lease), 1, start, start + len(quote), quote, 1.0, "")
    conversation = office.services.conversations.create("Office")
    answer = Answer("How much?", f"{quote} [1]", (cited,), (source,), "", extractive=True)
    office.services.chats.answer(office.services.chats.ask(conversation, "How much?"), answer)
    office.services.pins.answer("Office", conversation)
    office.write(office.lease, LEASE.replace("£1,900", "£2,400"))
    (one,) = office.told()
    assert (one.was, one.now) == (quote, quote.replace("£1,900", "£2,400"))


def test_what_no_longer_holds_is_told_once_with_both_words_and_again_when_it_holds(office: Office) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    assert office.told() == []
    office.write(office.lease, LEASE.replace("£1,900", "£2,400"))
    (one,) = office.told()
    assert (one.kind, one.state, one.verdict) == (NewsKind.BROKEN, ItemState.UNSUPPORTED, Verdict.CONTRADICTED)
    assert (one.text, one.file) == ("The deposit is £1,900", str(office.lease))
    assert "£1,900" in one.was
    assert "£2,400" in one.now
    assert office.told() == []
    office.write(office.lease, LEASE.replace("£1,900", "£2,500"))  # still broken: nothing more to tell
    assert office.told() == []
    assert [pin.broken for pin in office.services.pins.list_all("Office")] == [1]
    office.write(office.lease, LEASE)
    assert [(one.kind, one.text) for one in office.told()] == [(NewsKind.HOLDS_AGAIN, "The deposit is £1,900")]
    assert office.told() == []
    heard = [event for event in office.services.heard(PinsChanged) if isinstance(event, PinsChanged)]
    assert [(event.broken, event.again, event.new) for event in heard] == [(1, 0, 0), (0, 1, 0)]


def test_the_overview_has_what_was_told_too_and_where_the_words_stand(office: Office) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    assert [pin.broken for pin in office.services.pins.overview("Office").pins] == [0]
    office.write(office.lease, LEASE.replace("£1,900", "£2,400"))
    letter = office.folder / "letter.txt"
    office.write(letter, "Letter\n\nVisitors park for five hours.\n")
    office.services.pins.check("Office")
    found = office.services.pins.overview("Office")
    assert (found.library, [(pin.broken, pin.news) for pin in found.pins]) == ("Office", [(1, 2)])
    broken, new = found.findings
    assert [(one.news.kind, one.is_told) for one in (broken, new)] == [
        (NewsKind.BROKEN, False),
        (NewsKind.NEW_FILE, False),
    ]
    office.told()
    broken, new = office.services.pins.overview("Office").findings
    assert (broken.is_told, new.is_told) == (True, True)
    for one, file, said in ((broken, office.lease, "£2,400"), (new, letter, "five hours")):
        assert one.now is not None
        assert (one.now.file, one.now.page) == (str(file), 1)
        assert said in file.read_text(encoding="utf-8")[one.now.start : one.now.end]
    assert new.before is not None
    assert (new.before.file, "three hours" in new.before.quote) == (str(office.cars), True)
    office.lease.unlink()
    office.read()
    office.services.pins.check("Office")
    gone, _ = office.services.pins.overview("Office").findings
    assert (gone.news.state, gone.now, gone.is_told) == (ItemState.FILE_GONE, None, False)


def test_a_moved_file_breaks_nothing_and_a_deleted_one_is_told_also_under_its_new_name(office: Office) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    moved = office.folder / "contracts" / "lease-2026.txt"
    moved.parent.mkdir()
    shutil.move(office.lease, moved)
    office.read()
    assert office.told() == []
    office.write(moved, "Lease LS-4410\n\nAnother page without any of this.\n")
    office.write(office.lease, "A new text takes the old place: the garden has roses.\n")
    (one,) = office.told()
    assert (one.kind, one.state, one.file) == (NewsKind.BROKEN, ItemState.UNSUPPORTED, str(moved))
    moved.unlink()
    office.cars.write_text(CARS + "\nIt is closed on Sundays.\n", encoding="utf-8")
    office.read()
    (one,) = office.told()
    assert (one.state, one.file) == (ItemState.FILE_GONE, str(moved))
    office.write(moved, LEASE)
    assert [one.kind for one in office.told() if one.kind is not NewsKind.NEW_FILE] == [NewsKind.HOLDS_AGAIN]


def test_a_new_file_that_says_something_is_told_once_and_one_read_again_is_not_new(office: Office) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    office.write(office.folder / "garden.txt", "The garden has roses. Tulips bloom in April.\n")
    assert office.told() == []
    letter = office.folder / "letter.txt"
    office.write(letter, "Letter\n\nVisitors park for five hours.\n")
    (one,) = office.told()
    assert (one.kind, one.verdict, one.file) == (NewsKind.NEW_FILE, Verdict.CONTRADICTED, str(letter))
    assert "five hours" in one.now
    assert office.told() == []
    office.services.files.retry("Office", [str(office.cars), str(letter)])
    office.read()
    assert office.told() == []


def test_who_is_killed_between_look_and_note_hears_it_once_more_and_loses_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    office.write(office.lease, LEASE.replace("£1,900", "£2,400"))
    office.write(office.folder / "letter.txt", "Letter\n\nVisitors park for five hours.\n")

    def killed(*_args: object, **_kwargs: object) -> None:
        raise CancelledError

    with monkeypatch.context() as patch:  # after looking, before anything is noted
        patch.setattr("desktop_rag.storage.sqlite.pins.Pins.note", killed)
        with pytest.raises(CancelledError):
            office.services.pins.check("Office")
    with monkeypatch.context() as patch:  # the sentence is noted, the new file is not
        patch.setattr("desktop_rag.storage.sqlite.pins.Pins.note_arrivals", killed)
        with pytest.raises(CancelledError):
            office.services.pins.check("Office")
    kinds = [NewsKind.BROKEN, NewsKind.NEW_FILE]
    assert [one.kind for one in office.services.pins.check("Office").news] == kinds  # and killed before it was told
    assert [one.kind for one in office.told()] == kinds
    assert office.told() == []


def test_answers_of_quotations_and_tables_are_pinned_and_removed(office: Office) -> None:
    pins = office.services.pins
    conversation = office.services.conversations.create("Office")
    for words in ("The deposit is £1,900.", "The car park has 40 spaces."):
        file, text = (office.lease, LEASE) if words in LEASE else (office.cars, CARS)
        start = text.index(words)
        source = Source(1, 1.0, str(file), 1, "", 0, len(text), text, "node")
        cited = Citation(1, 0, len(words), str(file), 1, start, start + len(words), words, 1.0, "node")
        answer = Answer("How much?", words, (cited,), (source,), "", extractive=True)
        office.services.chats.answer(office.services.chats.ask(conversation, "How much?"), answer)
    last, whole = pins.answer("Office", conversation), pins.conversation("Office", conversation)
    assert (last.kind, last.turn, last.items, whole.items) == (PinKind.ANSWER, 2, 1, 2)
    table = pins.table("Office", _filled(office))
    assert table.items > 0
    assert pins.answer("Office", conversation, 2).items == 1  # in place of the first
    assert len(pins.list_all("Office")) == 3
    with pytest.raises(UserError, match="no answer"):
        pins.answer("Office", conversation, 9)
    office.write(office.cars, CARS.replace("40 spaces", "55 spaces"))
    found = [one for one in office.told() if one.kind is NewsKind.BROKEN and one.pin != table.id]
    assert sorted(one.title for one in found) == sorted(("How much?", whole.title))
    assert {one.now for one in found} == {"The car park has 55 spaces."}
    for pin in pins.list_all("Office"):
        pins.remove("Office", pin.id)
    assert libraries_to_check(office.services.index_files, "Office") == []
    with pytest.raises(UserError, match="watches nothing"):
        pins.remove("Office", table.id)


def _filled(office: Office) -> TableDefinition:
    definition = TableDefinition("Fees", (ReviewColumn("Deposit", question="What is the deposit?"),))
    office.services.tables.fill("Office", definition)
    return definition


def test_a_copy_takes_its_pins_along_and_one_that_was_tampered_with_is_refused(office: Office, tmp_path: Path) -> None:
    office.pin_text("The deposit is £1,900.", "Visitors park for three hours.")
    office.write(office.lease, LEASE.replace("£1,900", "£2,400"))
    office.services.pins.check("Office")
    copy = export_index(office.services.index_files, "Office", tmp_path / "copy.ragindex")
    import_index(office.services.index_files, copy, "Copy")
    assert [one.kind for one in office.services.pins.check("Copy").news] == [NewsKind.BROKEN]
    with StorageContext(copy) as storage, storage.transaction():
        storage.connection.execute("UPDATE pin_sources SET state = 'fine'")
    with pytest.raises(UserError, match="damaged"):
        import_index(office.services.index_files, copy, "Other")
    with StorageContext(copy) as storage, storage.transaction():
        storage.connection.execute("UPDATE pin_sources SET state = 'file gone'")
        storage.connection.execute("UPDATE pin_items SET item = '{}'")
    import_index(office.services.index_files, copy, "Other")
    with pytest.raises(UserError, match="cannot be read"):
        office.services.pins.check("Other")
    (pin,) = office.services.pins.list_all("Other")
    office.services.pins.remove("Other", pin.id)
