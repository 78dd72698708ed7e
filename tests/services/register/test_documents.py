"""What a document says about days, money, parties, places and numbers."""

import pytest

from desktop_rag.core.results.register import DayOrder, FactKind, RegisterRow
from desktop_rag.services.register.documents import Page, register_rows
from tests.bench.register.__main__ import LANGUAGES, agrees, documents, found_rows


def rows(*texts: str, language: str = "en", **options: bool) -> list[RegisterRow]:
    pages = [Page(number, "", text) for number, text in enumerate(texts, 1)]
    return register_rows("a.txt", pages, language=language, **options)


def told(*texts: str, language: str = "en") -> list[tuple[str, str, str]]:
    return [(row.kind.value, row.written, row.value) for row in rows(*texts, language=language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyday_documents_have_the_rows_expected(language: str) -> None:
    """The half that rules were written on; ``tests.bench.register`` counts the other one."""
    missed, false = [], []
    for document in documents("seen"):
        if document.language == language:
            found = found_rows(document)
            missed += [one for one in document.rows if not any(agrees(row, one) for row in found)]
            false += [row for row in found if not any(agrees(row, one) for one in document.rows)]
    assert not missed
    assert not false


@pytest.mark.parametrize(
    ("text", "language", "written"),
    [
        ("Pay 30 days after delivery.", "en", "30 days after delivery"),
        (
            "Der Widerruf ist innerhalb von 14 Tagen nach Zugang möglich.",
            "de",
            "innerhalb von 14 Tagen nach Zugang möglich",
        ),
        ("支払条件：納品後30日以内", "ja", "納品後30日以内"),
        ("付款方式：验收后三十天内付清。", "zh", "验收后三十天内"),
        ("Kündigungsfrist: drei Monate", "de", "drei Monate"),
        ("Notice period: three months", "en", "three months"),
        ("Terminate it upon sixty (60) days' prior written notice.", "en", "sixty (60) days' prior written notice"),
        (
            "Die Kündigungsfrist beträgt drei Monate zum Monatsende.",
            "de",
            "Kündigungsfrist beträgt drei Monate zum Monatsende",
        ),
    ],
)
def test_a_deadline_that_depends_on_something_is_shown_as_written(text: str, language: str, written: str) -> None:
    (row,) = rows(f"Delivered on 3 May 2024.\n\n{text}", language=language)[1:]
    assert (row.kind, row.written, row.value, row.day) == (FactKind.DEADLINE, written, "", "")
    assert written in row.sentence


@pytest.mark.parametrize("comma", [",", "，"])
def test_an_amount_before_a_deadline_is_no_part_of_it(comma: str) -> None:
    text = f"月租金为人民币6,800元{comma}乙方应于每月5日前支付。"
    assert told(text, language="zh") == [("amount", "6,800元", "6800"), ("deadline", "乙方应于每月5日前", "")]


def test_a_term_begins_with_no_deadline() -> None:
    found = told("租赁期限自2023年5月1日起至2024年4月30日止。", language="zh")
    assert found == [("date", "2023年5月1日", "2023-05-01"), ("date", "2024年4月30日", "2024-04-30")]


def test_a_day_of_a_month_is_written_out() -> None:
    assert told("Made the 15th day of June 2022.") == [("date", "15th day of June 2022", "2022-06-15")]


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        (
            "This Agreement (No. MSA-17) is made by and between Northwind Inc., a Delaware firm, and Brightpath LLC.",
            ["Northwind Inc.", "Brightpath LLC"],
        ),
        ("Dienstvertrag\n\nzwischen der Bau Nord GmbH und Herrn Jonas Petersen", ["Bau Nord GmbH", "Jonas Petersen"]),
        ("The lease covers the land between Mill Lane and Harbour Road.", []),
    ],
)
def test_parties_may_have_no_roles(text: str, parties: list[str]) -> None:
    assert [row.value for row in rows(text) if row.kind is FactKind.PARTY] == parties


def test_a_date_that_can_be_read_in_two_ways_is_said_to_be_so() -> None:
    (row,) = rows("We met on 03/04/2024.")
    assert (row.value, row.readings, row.day, row.decided_by) == ("", ("2024-04-03", "2024-03-04"), "", None)


@pytest.mark.parametrize(
    ("other", "language", "value", "decided_by"),
    [
        ("Then on 25/12/2024.", "en", "2024-04-03", DayOrder.DATES),
        ("Then on 12/25/2024.", "en", "2024-03-04", DayOrder.DATES),
        ("Then on 12/25/2024 and 25/12/2024.", "en", "", None),
        ("Then on 25-12-2024.", "en", "", None),
        ("Dann nicht.", "de", "2024-04-03", DayOrder.LANGUAGE),
        ("Office: 9 Station Road, Exeter EX4 4QN", "en", "2024-04-03", DayOrder.COUNTRY),
        ("Office: 88 Foundry Street, Dayton, OH 45402", "en", "2024-03-04", DayOrder.COUNTRY),
        ("9 Station Road, Exeter EX4 4QN\n\n88 Foundry Street, Dayton, OH 45402", "en", "", None),
    ],
)
def test_only_the_document_itself_decides_it(
    other: str, language: str, value: str, decided_by: DayOrder | None
) -> None:
    row = next(one for one in rows("We met on 03/04/2024.", other, language=language) if "03/04" in one.written)
    assert (row.value, row.decided_by) == (value, decided_by)
    assert len(row.readings) == (0 if value else 2)


def test_a_day_that_there_is_not_is_no_date() -> None:
    assert told("On 31/02/2024, 30. Februar 2023 and 2024-13-01 nothing happened.") == []


def test_a_date_before_which_something_must_be_done_is_a_deadline() -> None:
    assert told("Pay by 3 May 2024. We met on 4 May 2024.") == [
        ("deadline", "by 3 May 2024", "2024-05-03"),
        ("date", "4 May 2024", "2024-05-04"),
    ]


def test_the_end_of_a_period_is_no_deadline() -> None:
    kinds = [kind for kind, *_ in told("From 1 May 2024 until 31 May 2024 we are closed.")]
    assert kinds == ["date", "date"]


def test_amounts_have_their_currency_and_their_thousands() -> None:
    found = rows("They paid £1,250.50, EUR 2.000, $3,000, 1,5 Mio. Euro and CHF 45.–, not 20 % of 300 kg.")
    assert [(row.value, row.currency) for row in found] == [
        ("1250.50", "GBP"), ("2000", "EUR"), ("3000", "USD"), ("1500000", "EUR"), ("45", "CHF"),
    ]  # fmt: skip


def test_a_column_may_name_the_currency() -> None:
    table = "| Item | Amount (EUR) |\n|---|---|\n| Paint | 12,50 |\n| Brush | 7,00 |\n"
    assert [(row.value, row.currency, row.about) for row in rows(table, language="de")] == [
        ("12.50", "EUR", "Paint · Amount (EUR)"), ("7.00", "EUR", "Brush · Amount (EUR)"),
    ]  # fmt: skip


def test_yen_and_yuan_share_a_sign() -> None:
    assert rows("合計：¥1,200です。", language="ja")[0].currency == "JPY"
    assert rows("合计：¥1,200。", language="zh")[0].currency == "CNY"


def test_a_party_is_named_once() -> None:
    text = "Between Ada Lane (the Landlord) and Ben Cole (the Tenant).\n\nLandlord: Ada Lane\n\nTenant: Ben Cole\n"
    assert [(row.value, row.about) for row in rows(text)] == [("Ada Lane", "Landlord"), ("Ben Cole", "Tenant")]


def test_a_part_of_a_name_is_no_other_party() -> None:
    text = "Client: Orchard Mill Lofts\n\nPelham Lifts (the Contractor) works for Mill Lofts (the Client)."
    assert [(row.value, row.about) for row in rows(text)] == [
        ("Orchard Mill Lofts", "Client"), ("Pelham Lifts", "Contractor"),
    ]  # fmt: skip


def test_a_telephone_number_is_none_of_a_document() -> None:
    assert told("Phone number: 0221 5551234\nTelefonnummer: 030 123456\n電話番号：03-1234-5678") == []


def test_an_iban_has_right_check_digits() -> None:
    assert told("Please use DE89 3704 0044 0532 0130 00.") == [
        ("number", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000")
    ]
    assert told("Please use DE88 3704 0044 0532 0130 00.") == []


def test_rows_stand_where_they_say() -> None:
    text = "Rent: £950\n\n| Due | Sum |\n|---|---|\n| 3 May 2024 | £12 |\n"
    for row in rows(text):
        assert " ".join(text[row.start : row.end].split()) == row.written
        assert text[row.sentence_start :].startswith(row.sentence)
        assert row.written in row.sentence


def test_data_is_read_entry_by_entry() -> None:
    text = '{"invoice": {"number": "R-17", "due_date": "2024-05-03", "total": "€ 12.50"}}'
    (due,) = [row for row in rows(text, verbatim=True) if row.kind is FactKind.DEADLINE]
    assert due.value == "2024-05-03"


def test_a_long_unit_is_cut_around_what_was_found() -> None:
    text = f"| {'word ' * 400}| £950 | {'word ' * 400}|\n"
    (row,) = [one for one in rows(text) if one.kind is FactKind.AMOUNT]
    assert len(row.sentence) <= 600
    assert "£950" in row.sentence


def test_the_head_of_a_table_names_nobody_and_its_rows_do() -> None:
    text = (
        "| Invoice no. | Customer | Amount | Due date |\n| --- | --- | --- | --- |\n"
        "| 2024-118 | Harbour Homes Ltd | £85.00 | 2 June 2024 |\n"
    )
    found = rows(text)
    assert [(row.kind.value, row.written, row.about) for row in found] == [
        ("number", "2024-118", "Invoice no."),
        ("party", "Harbour Homes Ltd", "Customer"),
        ("amount", "£85.00", "Amount"),
        ("deadline", "2 June 2024", "Due date"),
    ]
    assert rows("| Landlord | Harbour Homes Ltd |\n")[0].written == "Harbour Homes Ltd"


_STATEMENT = """{above}

| {head} | 2022 | 2021 |
| --- | --- | --- |
| Total revenue | $ 34,229 | $ 35,355 |
| Cost of sales | (19,232) | (18,795) |
| Earnings per share: | | |
| Basic | $ 10.21 | $ 10.23 |
| Average shares outstanding | 566 | 579 |
| Tax rate | 9.6 % | 17.8 % |
"""


@pytest.mark.parametrize(
    ("above", "head", "zeros"),
    [
        ("Consolidated Statement of Income (Dollars in millions, except per share amounts)", "Year", "000000"),
        ("Consolidated Statement of Income", "(Millions, except per share amounts)", "000000"),
        ("Years ended December 31\n\nIn thousands of dollars", "", "000"),
        ("Our company grew. It has millions of customers.", "Year", ""),
    ],
)
def test_amounts_of_a_table_have_the_scale_that_stands_above_it(above: str, head: str, zeros: str) -> None:
    amounts = [one for one in rows(_STATEMENT.format(above=above, head=head)) if one.kind is FactKind.AMOUNT]
    assert [one.value for one in amounts] == [
        f"34229{zeros}",
        f"35355{zeros}",
        f"-19232{zeros}",  # its column is one of dollars, and brackets are below zero
        f"-18795{zeros}",
        "10.21",  # a share's are no millions
        "10.23",
    ]
    assert {one.currency for one in amounts} == {"USD"}
    assert amounts[-1].about == "Earnings per share · Basic · 2021"


def test_a_scale_may_be_that_of_a_row_or_column_and_go_on_for_the_next_table() -> None:
    first = """| Umsatz | Menge | 2022 (in Mio. €) |
| --- | --- | --- |
| Nord | 3 | 12 € |
| Süd (in Tsd.) | 4 | 400 € |"""
    second = """| 項目 | 金額（百万円） |
| --- | --- |
| 売上高 | 1,200円 |

損益

| 項目 | 金額 |
| --- | --- |
| 利益 | 300円 |"""
    assert [one.value for one in rows(first, language="de") if one.kind is FactKind.AMOUNT] == ["12000000", "400000"]
    of_second = [one.value for one in rows(second, language="ja") if one.kind is FactKind.AMOUNT]
    assert of_second == ["1200000000", "300000000"]
