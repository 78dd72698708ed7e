"""Which document a question means by what the document says of itself."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_rag.retrievers.identity import Identity
from tests.helpers.filled import Filled

SHORT = "How high is the deposit of Berger?"
CLAUSES = (
    "The deposit is paid before the keys are handed over. Repairs of windows, stairs, heating and kitchen are the "
    "landlord's affair; the tenant cleans the balcony and the cellar."
)
MESSAGES = (
    "Which flats with a balcony or garden are empty now, and who looks after "
    "their heating, windows and stairs in winter? "
)


@contextmanager
def identity_of(folder: Path, texts: Mapping[str, str]) -> Iterator[tuple[Identity, dict[str, str]]]:
    """Give the identity of a library of some texts by their names, and the names of its documents by their ids."""
    (folder / "files").mkdir()
    for name, text in texts.items():
        (folder / "files" / f"{name}.txt").write_text(text, encoding="utf-8")
    filled = Filled(folder / "files", folder / "scratch")
    filled.update()
    names = {one.doc_id: Path(one.path).stem for one in filled.storage.documents.searched(100)}
    yield Identity(filled.storage), names
    filled.storage.close()


def test_the_messages_of_a_conversation_mean_no_single_document(tmp_path: Path) -> None:
    leases = {
        name: f"Lease of {name}\n\nThe deposit is paid before the keys are handed over.\n"
        for name in ("Berger", "Kern", "Okonjo", "Silva")
    }
    with identity_of(tmp_path, leases) as (identity, _):
        assert len(identity.meant(SHORT)) == 1
        assert identity.meant(MESSAGES + SHORT) == []


def test_a_word_of_many_documents_names_none_however_large_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_rag.retrievers.identity._COMMON", 0.5)  # as if there were hundreds of others
    texts = {f"page {number}": f"Garden {number}\n\nOf plants and tools." for number in range(40)}
    texts |= {f"page {number}": f"Pricing {number}\n\nOf plants and tools." for number in range(16)}
    texts |= {f"page {number}": f"Trial {number}\n\nOf plants and tools." for number in range(20, 35)}
    with identity_of(tmp_path, texts) as (identity, _):
        assert not identity.scores("What about the pricing?")
        assert len(identity.scores("What about the trial?")) == 15


@pytest.mark.parametrize(
    ("question", "name", "asked"),
    [
        (SHORT, "Berger", "How high is the deposit of ?"),
        ("deposit HH-2023-171", "Kern", "deposit"),
        ("Which lease is of Berger?", "Berger", "Which lease is of ?"),
        ("Berger", None, ""),
        ("How high is the deposit?", None, ""),
    ],
    ids=["name", "number", "kind of document", "name alone", "any of them"],
)
def test_a_document_that_is_named_is_asked_for_the_rest(
    tmp_path: Path, question: str, name: str | None, asked: str
) -> None:
    numbers = {"Berger": "HH-2022-018", "Kern": "HH-2023-171", "Okonjo": "HH-2024-077", "Silva": "HH-2020-022"}
    leases = {name: f"Lease of {name}, number {number}\n\n{CLAUSES}\n" for name, number in numbers.items()}
    with identity_of(tmp_path, leases) as (identity, names):
        subject = identity.subject(question)
        assert (subject is None) == (name is None)
        if subject is not None:
            assert [names[one] for one in subject.doc_ids] == [name]
            assert subject.question == asked


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What was paid to Jonas in February?", "b"),
        ("Wie viel bekam Jonas im März 2024?", "c"),
        ("What was paid to Jonas on 31 January 2024?", "a"),
        ("Payslip 7003 of Jonas", "c"),
    ],
    ids=["month", "month and year", "day", "number"],
)
def test_dates_and_numbers_tell_documents_of_one_person_apart(tmp_path: Path, question: str, name: str) -> None:
    days = (
        ("a", "Jonas", "31.01.2024"),
        ("b", "Jonas", "29.02.2024"),
        ("c", "Jonas", "31.03.2024"),
        ("d", "Katrin", "31.01.2024"),
        ("e", "Katrin", "29.02.2024"),
        ("f", "Katrin", "31.03.2024"),
    )
    payslips = {
        place: f"Payslip {7000 + number} of {whose}, {day}\n\nPaid to the account that is known to us: 1,907 EUR\n"
        for number, (place, whose, day) in enumerate(days, 1)
    }
    with identity_of(tmp_path, payslips) as (identity, names):
        assert [names[one] for one in identity.meant(question)] == [name]


def test_endings_and_small_words_of_japanese_are_no_names(tmp_path: Path) -> None:
    people = {"高梨": "きちんと", "森脇": "のとき", "小野寺": "はいつ", "奥田": "まで"}
    letters = {name: f"{name} 様\n\n{small}家賃は毎月末までに支払うこと。\n" for name, small in people.items()}
    with identity_of(tmp_path, letters) as (identity, names):
        scores = identity.scores("森脇さんの家賃はいつまで")
        assert {names[one] for one, score in scores.items() if score} == {"森脇"}


def test_words_that_look_alikes_share_are_what_is_asked_for(tmp_path: Path) -> None:
    thanks = "The chairman thanked everybody for work in the garden, on the stairs and in the cellar during the winter."
    minutes = {
        name: f"Minutes of the {name}\n\nThe balance is {100 + number} EUR. {thanks}\n"
        for number, name in enumerate(("excursion", "barbecue", "harvest"))
    }
    letters = {name: f"Letter to {name}\n\nWe thank you.\n" for name in ("Anna", "Berta", "Carl", "Dora", "Emil")}
    with identity_of(tmp_path, minutes | letters) as (identity, names):
        subject = identity.subject("What was the balance of the excursion?")
        assert subject is not None
        assert [names[one] for one in subject.doc_ids] == ["excursion"]
        assert subject.question == "What was the balance of the ?"


def test_of_a_document_without_look_alikes_everything_is_asked(tmp_path: Path) -> None:
    texts = {"cake": "Ginger cake\n\nBake it for fifty minutes at 170 degrees and keep it in a tin.\n"}
    texts |= {name: f"Letter to {name}\n\nWe thank you.\n" for name in ("Anna", "Berta", "Carl", "Dora", "Emil")}
    with identity_of(tmp_path, texts) as (identity, names):
        assert [names[one] for one in identity.meant("How long does the ginger cake bake?")] == ["cake"]
        assert identity.subject("How long does the ginger cake bake?") is None
