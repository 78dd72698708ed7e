"""Who wrote a document, to whom, when and what about, as its head and its end tell without any label."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.results.review import ColumnType, ReviewColumn
from desktop_rag.services.register.documents import Page
from desktop_rag.services.register.words import Side
from desktop_rag.services.review.heads import DocumentHead
from desktop_rag.services.review.values import DocumentValues

LETTER = """Wool & Loom Repairs
14 Fell Row

Mr Edwin Hale
2 Kirk Bank

3 March 2026

Dear Mr Hale,

Your loom is ready. The repair of the heddles cost £140.

Yours sincerely,
Ada Thwaite
"""
BRIEF = """Bergdorf, den 4. Mai 2026

Frau
Lena Sommer
Am Hang 3

Betreff: Reparatur der Heizung

Sehr geehrte Frau Sommer,

wir kommen am Montag.

Mit freundlichen Grüßen
Nils Ahrens, für Heiztechnik Ahrens
"""
MAIL = """# Offer for the fence

From: Karl Prior <karl@prior.example>
To: Ines Holt <ines@holt.example>
Date: 2026-02-18 07:31

Hi Ines,

we can build it in June.
"""
JAPANESE = "見積書\n\nみどり幼稚園 御中\n\n青葉造園\n\n件名：砂場の改修\n\n2026年4月2日\n"
CHINESE = "致：云桥公寓管理处\n\n押金至今没有退还。\n\n林知远\n2026年9月14日\n"


def head(text: str) -> DocumentHead:
    return DocumentHead([Page(1, "1", text)])


@pytest.mark.parametrize(
    ("text", "issuer", "recipient"),
    [
        (LETTER, "Wool & Loom Repairs", "Edwin Hale"),
        (BRIEF, "Heiztechnik Ahrens", "Lena Sommer"),
        (MAIL, "Karl Prior", "Ines Holt"),
        (JAPANESE, "", "みどり幼稚園"),
        (CHINESE, "林知远", "云桥公寓管理处"),
        ("| Turnverein Au e. V. |  |\n|  | Datum: 1.2.2026 |\n| Lieber Otto, |  |\n", "Turnverein Au e. V.", "Otto"),
    ],
)
def test_who_wrote_and_to_whom(text: str, issuer: str, recipient: str) -> None:
    for side, expected in ((Side.ISSUING, issuer), (Side.RECEIVING, recipient)):
        found = [one.text for one in head(text).parties(side)]
        assert found[:1] == ([expected] if expected else []), side


@pytest.mark.parametrize(
    ("text", "days"),
    [(LETTER, ["3 March 2026"]), (BRIEF, ["4. Mai 2026"]), (CHINESE, ["2026年9月14日"]), ("Rent from 1 May 2026.", [])],
)
def test_a_date_by_itself_is_that_of_the_document(text: str, days: list[str]) -> None:
    assert list(dict.fromkeys(one.text for one in head(text).days())) == days


@pytest.mark.parametrize(
    ("text", "title"), [(BRIEF, "Reparatur der Heizung"), (MAIL, "Offer for the fence"), (JAPANESE, "砂場の改修")]
)
def test_what_it_is_about(text: str, title: str) -> None:
    assert head(text).titles()[0].text == title


@given(st.text("ab Ö山様：:,.\n|#*-<>@1年月日 ", max_size=300))
def test_facts_are_parts_of_their_page(text: str) -> None:
    found = head(text)
    for one in (*found.parties(Side.ISSUING), *found.parties(Side.RECEIVING), *found.days(), *found.titles()):
        assert one.page.text[one.start : one.end].strip()


def values(text: str, kind: ColumnType, name: str) -> list[str]:
    found = DocumentValues("paper.txt", [Page(1, "1", text)], "").of(ReviewColumn(name, kind))
    return [f"{one.about}: {one.value}" for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| Net | 200.00 | EUR |\n| To pay | 238.00 | EUR |\n", ["Net: 200 EUR", "To pay: 238 EUR"]),
        (
            "| Item | Price |\n| --- | --- |\n| Tea | 4.00 |\n\nTotal due: 4.00 EUR\n",
            ["Tea · Price: 4 EUR", "Total due: 4 EUR"],
        ),
        (
            "|  |  | 合計（元） | 8385 |\n| 苗木 | 3 | 小计（元） | 120 |\n",
            ["合計（元）: 8385 CNY", "小计（元）: 120 CNY"],
        ),
    ],
)
def test_a_currency_may_stand_beside_in_the_label_or_elsewhere(text: str, expected: list[str]) -> None:
    assert values(text, ColumnType.MONEY, "Amount") == expected


def test_labels_and_values_may_alternate_in_a_row() -> None:
    rows = (
        "Record |  |  | ",
        "Contract no. | Q-316 | Date of signing | 2026-06-08",
        "Landlord | Elm Ltd | Tenant | Bo Ray",
    )
    sheet = "".join(f"| {row} |\n" for row in rows)
    assert values(sheet, ColumnType.DATE, "Signed") == ["Date of signing: 2026-06-08"]
    assert values(sheet, ColumnType.PARTY, "Name") == ["Landlord: Elm Ltd", "Tenant: Bo Ray"]
