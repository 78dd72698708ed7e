"""Look-alike documents: a question about one of them is answered from it, and what fits several says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.citations.quoted_places import quoted_places
from desktop_rag.core.results.answers import Answer, Verdict
from desktop_rag.retrievers.identity import Identity
from desktop_rag.services.sources import source_place
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.scripted_server import Reply, ScriptedServer

_LEASE = """Residential lease

Between Harbour Homes Ltd (the landlord) and {tenant} (the tenant), for the flat {flat}.

1. Term
The tenancy begins on 1 March 2024 and runs for two years. It may be ended by either side in writing.

2. Rent
The rent is {rent} a month, payable in advance on the first working day of each month by bank transfer.

3. Deposit
The tenant pays a deposit of {deposit} before moving in. It is returned within thirty days of the end of the lease.

4. Animals
{animals}
"""
_TENANTS = {
    "scan_0034.txt": ("Ngozi Okonjo", "12 Quay Street", "£910.00", "£1,003.00", "No animals may be kept in the flat."),
    "Document (7).txt": ("Bill Farquhar", "4 Mill Lane", "£845.00", "£975.00", "Two caged animals may be kept."),
    "lease final v2.txt": ("Priya Nair", "9 Osier Walk", "£1,055.00", "£1,250.00", "One cat may be kept in the flat."),
    "Lease_Miller.txt": ("David Miller", "41 Hill Road", "£790.00", "£860.00", "Fish in a tank may be kept."),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the library "leases", read once."""
    folder, data = tmp_path_factory.mktemp("leases"), tmp_path_factory.mktemp("data")
    for name, (tenant, flat, rent, deposit, animals) in _TENANTS.items():
        text = _LEASE.format(tenant=tenant, flat=flat, rent=rent, deposit=deposit, animals=animals)
        (folder / name).write_text(text, encoding="utf-8")
    worker = Worker(data)
    worker.libraries.create("leases").result()
    worker.files.add("leases", [folder]).result()
    worker.close()
    return data


@pytest.fixture
def worker(data: Path) -> Iterator[Worker]:
    worker = Worker(data)
    yield worker
    worker.close()


def asked(worker: Worker, question: str) -> Answer:
    return worker.answers.ask("leases", question).result()


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "file", "value"),
    [
        ("how much deposit did Okonjo pay", "scan_0034.txt", "£1,003.00"),
        pytest.param("what does Priya pay a month", "lease final v2.txt", "£1,055.00", marks=pytest.mark.nightly),
        pytest.param("may the Farquhars keep animals", "Document (7).txt", "Two caged", marks=pytest.mark.nightly),
        ("What is the rent of 41 Hill Road?", "Lease_Miller.txt", "£790.00"),
    ],
)
def test_a_party_or_an_address_decides_from_which_document_is_quoted(
    worker: Worker, question: str, file: str, value: str
) -> None:
    answer = asked(worker, question)
    first = answer.citations[0]
    assert (Path(first.file).name, value in first.quote) == (file, True)
    assert not answer.notice


@pytest.mark.slow
def test_what_fits_several_says_so_and_shows_one_of_each_below_its_name(worker: Worker) -> None:
    answer = asked(worker, "How much is the deposit?")
    assert "files say something about this, and the question fits each of them" in answer.notice
    files = [Path(one.file).name for one in answer.citations]
    assert len(set(files)) == len(files) >= 2
    for file, citation in zip(files, answer.citations, strict=True):
        assert _TENANTS[file][3] in citation.quote
        assert file not in answer.text
    assert [place.words for place in quoted_places(answer, source_place)] == files


def told(worker: Worker, question: str, reply: str) -> list[tuple[Verdict, tuple[str, ...]]]:
    """Return the verdict and reasons of each sentence of what a model answers to a question."""
    with ScriptedServer() as server:
        server.default = Reply(tokens=[reply])
        values = {
            "llm.provider": "openai",
            "llm.base_url": server.base_url,
            "llm.model": server.models[0],
        }
        answer = worker.answers.ask("leases", question, overrides=values).result()
    return [(one.verdict, one.reasons) for one in answer.sentences]


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "faithful", "wrong", "whose"),
    [
        (
            "how much deposit did Okonjo pay",
            "Ngozi Okonjo paid a deposit of £1,003.00.",
            "Ngozi Okonjo paid a deposit of £975.00.",
            "“Document (7).txt” says this, but it is about “scan_0034.txt”.",
        ),
        (
            "What is the rent of 41 Hill Road?",
            "The rent is £790.00 a month.",
            "The rent is £910.00 a month.",
            "“scan_0034.txt” says this, but it is about “Lease_Miller.txt”.",
        ),
    ],
)
def test_what_a_look_alike_says_is_no_support(
    worker: Worker, question: str, faithful: str, wrong: str, whose: str
) -> None:
    assert told(worker, question, faithful) == [(Verdict.SUPPORTED, ())]
    assert told(worker, question, wrong) == [(Verdict.CONTRADICTED, (whose,))]


@pytest.mark.slow
def test_a_sentence_that_names_another_document_may_rest_on_it(worker: Worker) -> None:
    reply = "Okonjo's rent is £910.00 a month. Priya Nair's rent is £1,055.00 a month."
    first, second = told(worker, "What rent does Okonjo pay?", reply)
    assert first == (Verdict.SUPPORTED, ())
    assert not any("it is about" in reason for reason in second[1])
    wrong = told(worker, "What rents are there?", "The rent of Priya Nair is £910.00 a month.")
    assert [verdict for verdict, _ in wrong] == [Verdict.CONTRADICTED]


def test_words_at_the_beginning_of_documents_and_in_their_names_tell_them_apart(data: Path) -> None:
    (path,) = data.rglob("leases.ragindex")
    with StorageContext(path, read_only=True) as storage:
        names = {info.doc_id: Path(info.path).name for info in storage.docstore.documents()}
        identity = Identity(storage)

        def meant(question: str) -> set[str]:
            return {names[one] for one in identity.meant(question)}

        assert meant("the deposit of Okonjo") == {"scan_0034.txt"}
        assert meant("rent for 9 Osier Walk") == {"lease final v2.txt"}
        assert meant("How much is the deposit?") == set()
        assert meant("what about elephants") == set()


_NOTICE = "The notice period is {} months to the end of a calendar month."
_FILES = {
    "lease.txt": f"Lease of 14 Mill Lane\n\n4. Notice\n{_NOTICE.format('three')} It is in writing.\n",
    "amendment.txt": f"House rules of 14 Mill Lane\n\nNo bicycles.\n\n{_NOTICE.format('three')}\n",
    "berg.txt": f"Lease of 3 Quay Street\n\n4. Notice\n{_NOTICE.format('two')} It is in writing.\n",
}


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "places", "asks"),
    [
        (("lease.txt", "amendment.txt"), [{"lease.txt", "amendment.txt"}], 0),
        (("lease.txt", "amendment.txt", "berg.txt"), [{"lease.txt", "amendment.txt"}, {"berg.txt"}], 3),
    ],
)
def test_files_that_say_the_very_same_are_named_together_and_nothing_is_asked_between_them(
    tmp_path: Path, files: tuple[str, ...], places: list[set[str]], asks: int
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name in files:
        (folder / name).write_text(_FILES[name], encoding="utf-8")
    worker = Worker(tmp_path / "data")
    worker.libraries.create("leases").result()
    worker.files.add("leases", [folder]).result()
    answer = worker.answers.ask("leases", "How long is the notice period?").result()
    worker.close()
    assert [set(place.words.split("; ")) for place in quoted_places(answer, source_place)] == places
    assert answer.notice.startswith(f"{asks} files say something about this") if asks else not answer.notice
    assert [answer.text[one.start : one.end] for one in answer.sentences] == [
        _NOTICE.format(months) for months in ("three", "two")[: len(places)]
    ]
    for citation in answer.citations:
        assert citation.quote == answer.text[citation.answer_start : citation.answer_end]
        assert citation.quote in _FILES[Path(citation.file).name]


@pytest.mark.parametrize(
    ("text", "file", "is_right"),
    [
        ("The deposit of Priya Nair is £1,250.00.", "lease final v2.txt", True),
        ("The deposit of Priya Nair is £1,003.00.", "", False),
        ("Bill Farquhar pays a deposit of £860.00.", "", False),
        ("# Lease of David Miller\n\nThe rent is £790.00 a month.", "Lease_Miller.txt", True),
        ("# Lease of David Miller\n\nThe rent is £845.00 a month.", "", False),
    ],
)
def test_a_text_that_is_checked_is_held_to_the_document_that_it_means(
    worker: Worker, text: str, file: str, is_right: bool
) -> None:
    *_, one = worker.checks.check_text("leases", text).result().sentences
    assert (one.verdict is Verdict.SUPPORTED) is is_right
    if is_right:
        assert one.place is not None
        assert Path(one.place.file).name == file
