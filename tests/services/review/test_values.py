"""The values that a document states: parties, numbers with their units, and what stands beside labels."""

import pytest

from desktop_rag.core.results.review import Cell, CellState, ColumnType, ReviewColumn
from desktop_rag.services.register.documents import Page
from desktop_rag.services.register.words import words
from desktop_rag.services.review.quoted import QuotedCells, choice_named, denies, likeness
from desktop_rag.services.review.values import DocumentValues


def values(text: str, kind: ColumnType, unit: str = "", language: str = "") -> list[str]:
    found = DocumentValues("paper.txt", [Page(1, "1", text)], language).of(ReviewColumn("Name", kind, unit=unit))
    for one in found:
        assert one.page.text[one.start : one.end].strip()
        assert one.first <= one.start < one.end <= one.last
    return [one.value for one in found]


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("Notice is given two months before the end.", "months", ["2 months"]),
        ("Either side gives one month's notice.", "months", ["1 months"]),
        ("Die Frist beträgt vier Wochen.", "Monate", ["4 weeks"]),
        ("30日前までに通知する。", "日", ["30 days"]),
        ("三か月前に通知する。", "か月", ["3 months"]),
        ("提前十五天通知。", "天", ["15 days"]),
        ("契約は2023年7月1日に始まる。", "日", []),
        ("VAT 20%: £135.00", "%", ["20 %"]),
        ("The flat has 68 m² and 3 rooms.", "m²", ["68 m²"]),
        ("The lorry carries 7 pallets and 2 crates.", "pallets", ["7"]),
        ("There were 142 participants.", "", ["142"]),
    ],
)
def test_numbers_have_the_unit_of_the_column(text: str, unit: str, expected: list[str]) -> None:
    assert values(text, ColumnType.NUMBER, unit) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zwischen Karin Vogt, Lindenallee 3 (Vermieterin) und Jonas Beck (Mieter)", ["Karin Vogt", "Jonas Beck"]),
        ("Vermieter: Speicher Nord GmbH\nMieter: Elektro Hansen e.K.", ["Speicher Nord GmbH", "Elektro Hansen e.K."]),
        ("Brightwater Print Ltd\n\nUnit 4, Canal Works", ["Brightwater Print Ltd"]),
        ("貸主：株式会社みどり不動産\n借主：中村美咲", ["株式会社みどり不動産", "中村美咲"]),
    ],
)  # fmt: skip
def test_parties_are_named_in_brackets_beside_labels_and_alone(text: str, expected: list[str]) -> None:
    assert values(text, ColumnType.PARTY) == expected


def test_a_text_may_be_what_stands_beside_a_label() -> None:
    assert "BW-20417" in values("Invoice number: BW-20417\n\nPlease pay soon.", ColumnType.TEXT)


@pytest.mark.parametrize(
    ("sentence", "question", "is_denied"),
    [
        ("The Tenant may not keep any animals.", "Are pets allowed?", True),
        ("One dog is allowed.", "Are pets allowed?", False),
        ("乙は、動物を飼育してはならない。", "ペットを飼うことはできますか。", True),
        ("乙は、秘密を漏らしてはならない。", "秘密を守る義務がありますか。", False),
        ("Staff must not disclose anything.", "Must information be kept confidential?", False),
        ("There is no duty to keep it secret.", "Must information be kept confidential?", True),
    ],
)
def test_a_prohibition_denies_a_permission_and_affirms_a_duty(sentence: str, question: str, *, is_denied: bool) -> None:
    assert denies(sentence, question) is is_denied


def test_the_longest_choice_that_is_named_counts() -> None:
    assert choice_named(("固定期限", "无固定期限"), "合同为无固定期限。") == "无固定期限"
    assert choice_named(("fixed term", "open-ended"), "It has a fixed term.") == "fixed term"
    assert choice_named(("fixed term", "open-ended"), "It goes on.") == ""


@pytest.mark.parametrize(
    ("name", "label", "least", "most"),
    [
        ("Auftraggeber", "Auftraggeberin", 1.0, 1.0),
        ("Auftraggeber", "Auftragnehmer", 0.0, 0.0),
        ("Rechnungsdatum", "Datum", 1.0, 1.0),
        ("委托方", "受托方", 0.0, 0.0),
        ("Notice period", "Period of insurance", 0.1, 0.9),
    ],
)
def test_labels_are_compared_with_the_name_of_a_column(name: str, label: str, least: float, most: float) -> None:
    assert least <= likeness(name, label) <= most


@pytest.mark.parametrize(
    ("heads", "asked", "expected"),
    [
        (("2022", "2021"), "Total revenue?", "34229 USD"),
        (("2021", "2022"), "Total revenue?", "35355 USD"),
        (("2022", "2021"), "Total revenue in 2021?", "35355 USD"),
        (("Three months ended June 30, 2023", "Six months ended June 30, 2023"), "Total revenue?", "35355 USD"),
        (("December 31, 2022", "September 30, 2023"), "Total revenue?", "35355 USD"),
        (("2022", "2023 (Outlook)"), "Total revenue?", "34229 USD"),
        (("Geschäftsjahr 2022", "4. Quartal 2022"), "Umsatz?", "34229 USD"),
        (("2022年度", "2021年度"), "売上高は？", "34229 USD"),
    ],
)
def test_of_several_periods_in_a_row_the_latest_counts(heads: tuple[str, str], asked: str, expected: str) -> None:
    text = f"| | {heads[0]} | {heads[1]} |\n| --- | --- | --- |\n| Total revenue | $ 34,229 | $ 35,355 |\n"
    document = DocumentValues("paper.txt", [Page(1, "1", text)], "")
    found = document.of(ReviewColumn("Total revenue", ColumnType.MONEY, asked))
    assert [one.value for one in found] == [expected]


def test_an_amount_per_share_is_none_of_the_whole() -> None:
    text = "Net income was $340.8 million or $6.68 per diluted share."
    document = DocumentValues("paper.txt", [Page(1, "1", text)], "en")
    assert [one.value for one in document.of(ReviewColumn("Diluted EPS", ColumnType.MONEY))] == ["6.68 USD"]
    assert [one.value for one in document.of(ReviewColumn("Net income", ColumnType.MONEY))] == ["340800000 USD"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("We have 117,100 employees.", "en", "117100"),
        ("Wir haben 117.100 Beschäftigte.", "de", "117100"),
        ("Der Balken ist 2,125 stark.", "de", "2.125"),
        ("Der Balken ist 2.125 stark, der andere 12.5 und 3.75.", "de", "2.125"),
    ],
)
def test_a_mark_before_three_figures_is_what_it_is_elsewhere(text: str, language: str, expected: str) -> None:
    assert values(text, ColumnType.NUMBER, language=language)[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "The plan of Hans Vestberg, Chairman and Chief Executive Officer, is clear.",
        "| Name | Age | Position |\n| --- | --- | --- |\n| Hans Vestberg | 57 | Chief Executive Officer |",
        "/s/ Hans Vestberg\n\nHans Vestberg\nChief Executive Officer",
    ],
)
def test_a_person_is_named_before_a_position(text: str) -> None:
    document = DocumentValues("paper.txt", [Page(1, "1", text)], "en")
    found = document.of(ReviewColumn("Chief executive officer", ColumnType.PARTY))
    assert any(one.value == "Hans Vestberg" and "Chief Executive Officer" in one.about for one in found)


def cell_of(text: str, name: str, question: str = "") -> Cell:
    """Return the cell of a column of money, without a model and a judge."""
    document = DocumentValues("paper.txt", [Page(1, "1", text)], "en")
    return QuotedCells(document, "Paper", None, lambda _: []).cell(ReviewColumn(name, ColumnType.MONEY, question))


_REPORT = """| (in millions) | 2022 | 2021 |
| --- | --- | --- |
| Total current assets | $ 21,539 | $ 21,783 |
| Other income | $ 132 | $ 74 |
| Less: Net income attributable to noncontrolling interests | $ 68 | $ 61 |
| Net income attributable to the company | $ 8,910 | $ 7,618 |
| Total assets | $ 92,187 | $ 92,377 |
| Total | $ 1,198 | $ 1,415 |
"""


def test_the_total_of_something_is_not_any_total() -> None:
    cell = cell_of(_REPORT, "Total assets")
    assert (cell.state, cell.value) == (CellState.FOUND, "92187000000 USD")
    assert words().asks_total("Amount due")
    assert words().asks_total("Hauptbetrag")
    assert words().asks_total("主な金額")
    assert not words().asks_total("Total revenue")
    assert words().particular("Total revenue") == "revenue"
    assert words().particular("Consumption") == "consumption"
    assert not words().particular("Angebotssumme")


def test_a_label_that_takes_something_off_is_of_another_figure() -> None:
    assert cell_of(_REPORT, "Net income").value == "8910000000 USD"
    assert words().is_qualified("Less: net income of others", "Net income")
    assert not words().is_qualified("Other income", "What is the other income?")
    assert not words().is_qualified("Motherhood allowance", "Allowance")


def test_a_figure_that_stands_elsewhere_with_its_scale_has_it_too() -> None:
    text = f"{_REPORT}\n\nNotes to the statements.\n\n" + "It is a long text. " * 20 + "\n\n"
    text += "| | Book |\n| --- | --- |\n| Assets of the group | $ 92,187 |\n| Cash in hand | $ 315 |\n"
    found = DocumentValues("paper.txt", [Page(1, "1", text)], "en").of(ReviewColumn("Cash", ColumnType.MONEY))
    assert [one.value for one in found[-2:]] == ["92187000000 USD", "315 USD"]
    assert [one.is_unscaled for one in found[-2:]] == [True, True]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Rent", "745 EUR"), ("Deposit", "2235 EUR"), ("敷金", "2235 EUR"), ("Miete", "745 EUR")],
)
def test_the_rent_is_not_the_deposit_in_whichever_language(name: str, expected: str) -> None:
    text = (
        "Die Kaltmiete beträgt 745,00 € monatlich, die Nebenkostenvorauszahlung 160,00 €.\n\n"
        "Die Mieterin zahlt eine Kaution von 2.235,00 €.\n"
    )
    assert cell_of(text, name, text).value == expected
    assert (
        cell_of("Die Miete beträgt 95 Euro. Eine Kaution wird nicht erhoben.", "Deposit").state is not CellState.FOUND
    )


def test_a_word_that_ends_alike_names_no_other_thing() -> None:
    things = [words().thing(label) for label in ("Current assets", "August", "privat", "Mieterin", "Mietkaution")]
    assert things == [None, None, None, None, words().thing("deposit")]


def test_tax_is_not_the_total() -> None:
    text = "| Netto | 80.500,00 € |\n| 19 % MwSt. | 15.295,00 € |\n| Rechnungsbetrag | 95.795,00 € |\n"
    assert cell_of(text, "Gesamtbetrag").value == "95795 EUR"


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("契約期間は、令和5年4月1日から令和7年3月31日までとする。", "契約開始日", "2023-04-01"),
        ("契約期間は、令和5年4月1日から令和7年3月31日までとする。", "終了日", "2025-03-31"),
        ("租赁期限自2023年5月1日起至2024年4月30日止。", "起租日期", "2023-05-01"),
        ("It is let from 1 July 2022 until 30 June 2023.", "Start", "2022-07-01"),
        ("It is let from 1 July 2022 until 30 June 2023.", "End", "2023-06-30"),
    ],
)
def test_the_end_is_not_the_start(text: str, name: str, expected: str) -> None:
    document = DocumentValues("paper.txt", [Page(1, "1", text)], "")
    cell = QuotedCells(document, "Paper", None, lambda _: []).cell(ReviewColumn(name, ColumnType.DATE, text))
    assert (cell.state, cell.value) == (CellState.FOUND, expected)
