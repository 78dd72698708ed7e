"""Questions about all documents are answered from every file, with what was not read; never from the best passages."""

import datetime as dt
from pathlib import Path

import pytest

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Answer, Verdict
from desktop_rag.retrievers.all_documents_questions import AllAsk, Period, all_documents_question
from desktop_rag.services.answers import all_documents
from tests.helpers.asked import Question, answer_to
from tests.services.conftest import Services

FILES = {
    "contracts/flat lease.txt": "LEASE\n\nDate: 3 March 2024\nThe lease ends on 31 March 2026.\nOne cat is allowed.\n",
    "contracts/garage lease.txt": "GARAGE LEASE\n\nDate: 4 May 2023\nLet until 30 June 2027.\nA hamster may visit.\n",
    "contracts/gym.txt": "CONTRACT\n\nDate: 2 January 2025\nIt runs for twelve months.\n",
    "bills/water.txt": "INVOICE\n\nInvoice date: 12 March 2024\nWaterford Utilities\nAmount due: £84.20\n",
    "bills/power.txt": "INVOICE\n\nInvoice date: 5 May 2024\nNet: £200.00\nVAT: £20.50\nTotal: £220.50\n",
    "bills/old power.txt": "INVOICE\n\nInvoice date: 6 May 2023\nTotal: £189.00\n",
    "letter.txt": "Dear Rosa,\n\nthe cat sleeps all day. I paid too much for the fish.\n",
}


@pytest.fixture
def lib(services: Services, tmp_path: Path) -> Services:
    for name, text in FILES.items():
        path = tmp_path / "home" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "home" / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    services.fill("lib", tmp_path / "home")
    return services


def ask(lib: Services, question: str, library: str = "lib", **values: OptionValue) -> Answer:
    given = {key.replace("__", "."): value for key, value in values.items()}
    return answer_to(lib.answers, Question(library, question, "", given), lib.call())


def cited(answer: Answer) -> list[str]:
    return sorted({Path(one.file).name for one in answer.citations})


@pytest.mark.parametrize(
    ("question", "files", "told"),
    [
        ("Which of my contracts mention a cat?", ["flat lease.txt"], "“cat” stands in 1 of 3 files."),
        ("Which contracts end in 2026?", ["flat lease.txt"], "1 of 3 files state an end in this period: 2026-01-01 – "),
        ("In which files is the cat mentioned?", ["flat lease.txt", "letter.txt"], "“cat” stands in 2 of 7 files."),
        ("List every invoice from 2023.", ["old power.txt"], "1 of 3 files are dated 2023-01-01 – 2023-12-31."),
        ("How much did I pay in 2024 altogether?", ["power.txt", "water.txt"], "Together: 304.70 GBP, from 2 files."),
        ("Which of my bills is the highest?", ["power.txt"], "The highest of 3 amounts is 220.50 GBP."),
        ("How often is the cat mentioned?", ["flat lease.txt", "letter.txt"], "Mentions of “cat”: 2, in 2 of 7 files."),
        ("Which contract never mentions a cat?", ["flat lease.txt"], "“cat” stands nowhere in 2 of 3 files."),
    ],
)
def test_every_file_is_looked_through(lib: Services, question: str, files: list[str], told: str) -> None:
    answer = ask(lib, question)
    assert cited(answer) == files
    assert answer.notice.startswith(told)
    assert "7 of 8 files were read. “broken.pdf”: " in answer.notice
    assert answer.answered
    assert answer.offer is not None
    assert not answer.offer.is_needed
    for one in answer.citations:
        page = FILES[next(name for name in FILES if name.endswith(Path(one.file).name))]
        shown = answer.text[one.answer_start : one.answer_end]
        assert one.quote == shown == " ".join(page[one.start : one.end].split())
        assert one.node_id
    assert {one.verdict for one in answer.sentences} <= {Verdict.SUPPORTED}


def test_amounts_are_only_added_where_that_is_right(lib: Services, tmp_path: Path) -> None:
    (tmp_path / "home/bills/foreign.txt").write_text("INVOICE\n\nInvoice date: 7 July 2024\nTotal: 30.00 EUR\n")
    lib.fill("more", tmp_path / "home")
    answer = ask(lib, "How much did I pay in 2024 altogether?", "more")
    assert "Together: 30 EUR + 304.70 GBP, from 3 files." in answer.notice
    assert cited(answer) == ["foreign.txt", "power.txt", "water.txt"]


def test_amounts_of_a_file_that_does_not_say_what_it_comes_to_are_not_added(lib: Services, tmp_path: Path) -> None:
    (tmp_path / "home/bills/two.txt").write_text("INVOICE\n\nInvoice date: 7 July 2024\nTotal: £30.00\nTotal: £40.00\n")
    lib.fill("more", tmp_path / "home")
    answer = ask(lib, "How much did I pay in 2024 altogether?", "more")
    assert (
        "The amounts are not added. These files do not say clearly what they come to or when: two.txt." in answer.notice
    )
    assert "Together" not in answer.notice


def test_deadlines_that_depend_on_something_are_listed_too(services: Services, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/offer.txt").write_text("The offer is valid until 15 June 2024.\n")
    (tmp_path / "a/terms.txt").write_text("Pay within 30 days after delivery.\n")
    services.fill("a", tmp_path / "a")
    answer = ask(services, "List all deadlines in my documents", "a")
    assert cited(answer) == ["offer.txt", "terms.txt"]
    assert answer.notice.startswith("Deadlines: 2, in 2 of 2 files. Without a day of their own, as they depend on s")
    answer = ask(services, "List all deadlines in 2024", "a")
    assert cited(answer) == ["offer.txt"]
    assert "Not counted, as they depend on something and have no day: 1." in answer.notice


def test_the_sentence_below_a_heading_is_quoted(services: Services, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/contract one.md").write_text("# Contract\n\n## Penalty\n\nA late delivery costs a penalty of 5 %.\n")
    (tmp_path / "a/contract two.md").write_text("# Contract\n\nNothing more.\n")
    services.fill("a", tmp_path / "a")
    answer = ask(services, "Which of my contracts mention a penalty?", "a")
    assert [one.quote for one in answer.citations] == ["A late delivery costs a penalty of 5 %."]


def test_words_that_need_not_stand_together_are_no_phrase_to_look_for(lib: Services) -> None:
    answer = ask(lib, "Which leases allow keeping many dogs?")
    assert answer.offer is not None
    assert (answer.offer.section, answer.offer.is_needed) == ("table", True)


def test_rows_of_a_table_are_added_where_there_are_no_bills(services: Services, tmp_path: Path) -> None:
    (tmp_path / "money").mkdir()
    (tmp_path / "money/spending.csv").write_text(
        "Date,Shop,Kind,Amount (EUR)\n2024-01-05,Aldo,groceries,12.50\n2024-02-07,Bus,travel,3.00\n"
        "2024-03-09,Aldo,groceries,20.25\n2023-12-30,Aldo,groceries,99.00\nTotal,,,134.75\n"
    )
    (tmp_path / "money/note.txt").write_text("Buy less chocolate.\n")
    services.fill("money", tmp_path / "money")
    answer = ask(services, "How much did I spend on groceries in 2024 altogether?", "money")
    assert answer.notice.startswith("Together: 32.75 EUR, from 2 rows of “spending.csv”.")
    assert len(answer.citations) == 2
    assert {"12.50" in one.quote or "20.25" in one.quote for one in answer.citations} == {True}


def test_an_answer_of_all_documents_is_kept_and_asks_no_model(lib: Services) -> None:
    conversation = lib.chats.create("lib")
    given: dict[str, OptionValue] = {
        "llm.provider": "openai", "llm.base_url": "http://127.0.0.1:9", "llm.model": "none"
    }  # fmt: skip
    asked = Question("lib", "Which of my contracts mention a cat?", conversation, given)
    answer = answer_to(lib.answers, asked, lib.call())
    assert (cited(answer), answer.model, answer.extractive) == (["flat lease.txt"], "", True)
    (turn,) = lib.chats.turns(conversation)
    assert turn.answer == answer


def test_a_bill_and_its_receipt_are_not_added(lib: Services, tmp_path: Path) -> None:
    (tmp_path / "home/bills/paid.txt").write_text("RECEIPT\n\nDate: 20 March 2024\nTotal: £84.20\n")
    lib.fill("more", tmp_path / "home")
    answer = ask(lib, "How much did I pay in 2024 altogether?", "more")
    assert "“paid.txt” and “water.txt” may be the same payment." in answer.notice.replace(
        "“water.txt” and “paid.txt”", "“paid.txt” and “water.txt”"
    )


def test_what_the_words_do_not_decide_is_offered_below_the_answer(lib: Services) -> None:
    answer = ask(lib, "Which of my employees were never late?")
    assert answer.offer is not None
    assert (answer.offer.section, answer.offer.words) == ("table", "Which of my employees were never late?")
    assert (answer.offer.files, answer.offer.is_needed) == (8, True)


def test_who_only_searches_gets_passages(lib: Services) -> None:
    answer = ask(lib, "Which of my contracts mention a cat?", answer__mode="search")
    assert answer.offer is None


@pytest.mark.parametrize(
    "question",
    [
        "How many days' notice must the tenant give?",
        "Which of the two leases is cheaper?",
        "What does the lease say about cats?",
        "How much is the water bill?",
        "Which documents do I need for a passport?",
        "Welche der beiden Wohnungen ist größer?",
        "敷金はいくらですか？",
        "申请护照需要哪些文件？",
    ],
)
def test_a_question_that_one_place_answers_is_not_taken(question: str) -> None:
    assert all_documents_question(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Which of my contracts allow pets?",
        "Which bills are over £200?",
        "Which report describes the test?",
        "What did I pay for the car repair in total?",
        "How many orders were shipped in May?",
        "Welche Verträge erlauben Haustiere?",
        "一万円以上の請求書はどれですか",
        "哪些发票超过1000元",
    ],
)
def test_what_has_to_be_weighed_or_may_mean_one_document_is_only_offered(question: str) -> None:
    asked = all_documents_question(question)
    assert asked is not None
    assert not asked.is_sure


def test_what_takes_too_long_is_offered(lib: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_documents, "_MOST_SECONDS", -1.0)
    answer = ask(lib, "How much did I pay in 2024 altogether?")
    assert answer.offer is not None
    assert (answer.offer.section, answer.offer.is_needed) == ("register", True)


def test_a_period_is_read_from_the_question() -> None:
    asked = all_documents_question("List every invoice from March 2024")
    assert asked is not None
    assert (asked.ask, asked.kind, asked.period) == (
        AllAsk.FILES,
        "invoice",
        Period(dt.date(2024, 3, 1), dt.date(2024, 3, 31)),
    )
    asked = all_documents_question("Which contracts expire last year?", dt.date(2026, 5, 1))
    assert asked is not None
    assert asked.period == Period(dt.date(2025, 1, 1), dt.date(2025, 12, 31))
