"""What holds now: amendments, renewals and later lists stand above what they replace, and the answer says so."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from desktop_rag.core.results.answers import Answer
from desktop_rag.retrievers.replacements import Replacements, profile_of
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker

_FILES = {
    "Storage unit 14.txt": """Storage Agreement

Between Harbour Storage Ltd and Marta Lindqvist, unit 14, Pier Road, Colmouth.
Dated 6 April 2021

1. The fee is £62.00 a month.
2. The customer may end this agreement on one month's notice.
3. No animals may be kept in the unit.
""",
    "Lindqvist change.txt": """First Amendment to the Storage Agreement of 6 April 2021

Unit 14, Pier Road, Colmouth. Harbour Storage Ltd and Marta Lindqvist.
Dated 9 May 2023

1. Clause 1 is replaced as follows: from 1 June 2023 the fee is £71.50 a month.
2. All other clauses remain in force.
""",
    "Storage unit 15.txt": """Storage Agreement

Between Harbour Storage Ltd and Odhran Keane, unit 15, Pier Road, Colmouth.
Dated 11 April 2022

1. The fee is £66.00 a month.
2. The customer may end this agreement on two months' notice.
""",
    "Eintritt 2023.txt": """Freibad Ilmtal
Eintrittspreise 2023

Gültig ab 1. Mai 2023. Diese Preisliste ersetzt die Eintrittspreise 2022.
Tageskarte Erwachsene: 4,20 €
Saisonkarte Familie: 118,00 €
""",
    "Eintritt neu.txt": """Freibad Ilmtal
Eintrittspreise 2024

Gültig ab 1. Mai 2024. Diese Preisliste ersetzt die Eintrittspreise 2023.
Tageskarte Erwachsene: 4,80 €
Saisonkarte Familie: 131,00 €
""",
    "規約.txt": """青葉台自治会規約

制定日：2019年4月14日

第5条　会費は月額300円とする。
第8条　総会は毎年4月に開催する。
""",
    "規約改定.txt": """青葉台自治会規約の一部改定について

青葉台自治会は、2023年4月16日の総会で、2019年4月14日制定の自治会規約を次のとおり改定した。
第5条の会費を月額450円に変更する。
""",
    "租赁合同.txt": """商铺租赁合同

出租方：云河置业有限公司　承租方：顾明远　商铺：临江路12号
签订日期：2021年3月8日

第二条 租金为每月8,600元。
第四条 押金为20,000元。
""",
    "补充协议.txt": """补充协议

出租方：云河置业有限公司　承租方：顾明远　商铺：临江路12号
签订日期：2023年3月1日

双方就2021年3月8日签订的商铺租赁合同作如下变更：自2023年4月1日起，租金调整为每月9,200元。
""",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the library "papers", read once."""
    folder, data = tmp_path_factory.mktemp("papers"), tmp_path_factory.mktemp("data")
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    worker = Worker(data)
    worker.libraries.create("papers").result()
    worker.files.add("papers", [folder]).result()
    worker.close()
    return data


@pytest.fixture
def worker(data: Path) -> Iterator[Worker]:
    worker = Worker(data)
    yield worker
    worker.close()


def asked(worker: Worker, question: str) -> Answer:
    return worker.answers.ask("papers", question).result()


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "newer", "value", "older"),
    [
        ("What does unit 14 cost a month?", "Lindqvist change.txt", "£71.50", "Storage unit 14.txt"),
        ("Was kostet eine Tageskarte für Erwachsene?", "Eintritt neu.txt", "4,80", "Eintritt 2023.txt"),
        ("自治会の会費は月いくらですか", "規約改定.txt", "450円", "規約.txt"),
        ("临江路12号商铺每月租金多少？", "补充协议.txt", "9,200元", "租赁合同.txt"),
    ],
)
def test_what_holds_now_is_quoted_first_and_what_it_replaces_is_named(
    worker: Worker, question: str, newer: str, value: str, older: str
) -> None:
    answer = asked(worker, question)
    first = answer.citations[0]
    assert (Path(first.file).name, value in first.quote) == (newer, True), answer.text
    assert older not in [Path(one.file).name for one in answer.citations] or (
        f"“{newer}” changes or replaces “{older}”." in answer.notice
    )


@pytest.mark.slow
def test_an_answer_from_what_was_changed_names_the_newer_document(worker: Worker) -> None:
    answer = asked(worker, "How much notice must Lindqvist give to end the storage agreement?")
    assert "one month's notice" in answer.citations[0].quote
    assert "“Lindqvist change.txt” changes or replaces “Storage unit 14.txt”." in answer.notice


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "file", "value"),
    [
        ("What was the original fee of unit 14?", "Storage unit 14.txt", "£62.00"),
        ("Was kostete 2023 die Saisonkarte für Familien?", "Eintritt 2023.txt", "118,00"),
        ("What is the monthly fee of Odhran Keane's unit?", "Storage unit 15.txt", "£66.00"),
    ],
)
def test_what_was_before_is_told_where_it_is_asked_for_and_others_stay_as_they_are(
    worker: Worker, question: str, file: str, value: str
) -> None:
    answer = asked(worker, question)
    first = answer.citations[0]
    assert (Path(first.file).name, value in first.quote) == (file, True), answer.text
    assert "changes or replaces" not in answer.notice


def test_documents_that_change_others_are_found_by_date_and_by_kind_and_year(data: Path) -> None:
    (path,) = data.rglob("papers.ragindex")
    with StorageContext(path, read_only=True) as storage:
        names = {info.doc_id: Path(info.path).name for info in storage.docstore.documents()}
        replacements = Replacements(storage)
        found = replacements.newer("", names)
        assert replacements.newer("How old is unit 14, and what does it cost?", names)
        assert not replacements.newer("What did the old agreement of unit 14 say?", names)
        newer = {names[older]: [Path(one.path).name for one in known] for older, known in found.items()}
    assert newer == {
        "Storage unit 14.txt": ["Lindqvist change.txt"],
        "Eintritt 2023.txt": ["Eintritt neu.txt"],
        "規約.txt": ["規約改定.txt"],
        "租赁合同.txt": ["补充协议.txt"],
    }


def changes(newer: Mapping[str, str], older: Mapping[str, str]) -> bool:
    """Whether one document changes another; each is {name: text}."""
    ((one, text), (other, before)) = *newer.items(), *older.items()
    return profile_of(text, one).changes(profile_of(before, other))


_PARTIES = "Harbour Storage Ltd and Marta Lindqvist, unit 14, Pier Road"


@pytest.mark.parametrize(
    "text",
    [
        f"Note to the Storage Agreement\n{_PARTIES}\nDated 9 May 2023\nSee the agreement of 6 April 2021.",
        f"First Amendment to the Storage Agreement of 7 April 2021\n{_PARTIES}\nDated 9 May 2023",
        f"Storage Agreement\n{_PARTIES}\nDated 9 May 2023\n1. The lock was replaced on 2 May 2023.",
        "Receipt\nThe boiler at 3 Elm Close was replaced on 6 April 2021 by P. Ruane.",
    ],
    ids=["no change", "another date", "something else replaced", "another thing on that day"],
)
def test_other_documents_change_nothing(text: str) -> None:
    older = {"Storage unit 14.txt": _FILES["Storage unit 14.txt"]}
    assert changes({"Lindqvist change.txt": _FILES["Lindqvist change.txt"]}, older)
    assert not changes({"other.txt": text}, older)


def test_an_earlier_document_changes_no_later_one() -> None:
    newer, older = ({name: _FILES[name]} for name in ("Eintritt neu.txt", "Eintritt 2023.txt"))
    assert changes(newer, older)
    assert not changes(older, newer)
