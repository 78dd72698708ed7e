"""What does not fit within a text itself: errors of known drafts in four languages, and what is none."""

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.text_checks import InnerFinding, InnerKind
from desktop_rag.services.drafts.inner.findings import inner_findings
from tests.bench.drafts.measure import measure


def found(text: str) -> list[tuple[InnerKind, str, str]]:
    return [(one.kind, text[one.start : one.end], text[slice(*one.other)] if one.other else "") for one in of(text)]


def of(text: str) -> tuple[InnerFinding, ...]:
    return inner_findings(text, CancelToken())


@pytest.mark.parametrize(("half", "least"), [("first", 33), ("second", 36)])
def test_known_errors_are_found_and_nothing_else(half: str, least: int) -> None:
    every, met, alarms = measure(half)
    assert not alarms
    assert met.total() >= least
    assert every.total() <= least + 2


def test_each_finding_has_both_places_and_a_sentence() -> None:
    text = "| Item | Cost |\n| --- | --- |\n| Rent | 12 |\n| Heat | 15 |\n| Total | 28 |\n"
    (total,) = of(text)
    assert (text[total.start : total.end], total.reason) == ("28", "The figures add up to 27, not to 28.")
    assert total.other is not None
    assert text[slice(*total.other)] == "12 |\n| Heat | 15"


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("Share", ("33.3%", "33.3%", "33.3%", "100%")),
        ("In millions", ("1,234", "2,345", "3,456", "7,036")),
        ("Cost", ("1.234,50", "2.000,00", "–", "3.234,50")),
        ("Cost", ("(120)", "400", "20", "300")),
        ("Growth", ("3%", "5%", "4%", "4.2%")),
        ("Average age", ("30", "40", "50", "40")),
        ("Customers", ("40", "30", "20", "400")),  # the largest ones of many
        ("Cost", ("1,000", "on request", "500", "9,999")),
    ],
)
def test_totals_that_are_rounded_or_no_sums_are_left_alone(head: str, rows: tuple[str, ...]) -> None:
    table = [f"| Item | {head} |", "| --- | --- |"]
    table += [f"| {name} | {cell} |" for name, cell in zip(("One", "Two", "Three", "Total"), rows, strict=True)]
    assert found("\n".join(table)) == []


def test_subtotals_and_taxes_add_up() -> None:
    text = (
        "| Item | Cost |\n| --- | --- |\n| A | 100.00 |\n| B | 200.00 |\n| Subtotal | 300.00 |\n| VAT 20% | 60.00 |\n"
        "| Total | 360.00 |\n"
    )
    assert found(text) == []
    (total,) = found(text.replace("360.00", "390.00"))
    assert total[:2] == (InnerKind.TOTAL, "390.00")


@pytest.mark.parametrize(
    "text",
    [
        "The lease runs for three years:\n\n- the first\n- the second\n",
        "There are at least three reasons:\n\n- one\n- two\n",
        "There are three reasons:\n\n- one\n- two\n\nAnd last:\n\n- three\n",
        "There are two reasons:\n\n- one\n  - of it\n- two\n",
        "There are two reasons: the rent, which rose by ten, twenty and thirty per cent.\n",
        "三年間の契約：\n\n- 一年目\n- 二年目\n",
    ],
)
def test_numbers_that_announce_no_list_are_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "# 1 A\n\n# 2 B\n\nSee section 12 of the Act, and Miller (2021, section 5).\n",
        "# 1 A\n\n# 2 B\n\nSection 523 applies, as § 9 BGB and Art. 4 GDPR do.\n",
        "As “What does clause 5.2 say?” asks: `Table 3`.\n",
        "Search in the range of [1, 100], or [0, 1].\n",
        "Table 1: Costs\n\nTable 2: Gains\n\nSee tables 1-2.\n",
        "民法第5条による。\n\n第1条 目的\n\n第2条 範囲\n",
    ],
)
def test_references_to_other_documents_are_left_alone(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The rent for the flat was £900 in 2019. The rent for the flat is £950.\n",
        "".join(
            f"# {name}\n\nThe rent for the house is £{rent}. The deposit for the house is £{2 * rent}.\n\n"
            for name, rent in (("House A", 900), ("House B", 800))
        ),
        "[10:12] Ann: at home\n[10:15] Ann: at home\n",
        "The budget plans a rent for the flat of £900. The rent for the flat was first £850.\n",
    ],
)
def test_figures_of_other_things_and_times_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_it_can_be_stopped() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(CancelledError):
        inner_findings("A text.", token)
