"""Leases of two years, as files and as the records of a large library: what a table is filled from and is compared."""

import time
from collections.abc import Iterator
from pathlib import Path

from desktop_rag.storage.records import DocumentRecord, NodeRecord
from tests.helpers.pages import pdf_of

AMENDED = "Lease Harbour Road 4.pdf"
_PARTIES = (
    ("Anna Weber", "Jonas Keller"),
    ("Northlight Property Management and Lettings Limited", "Ngozi Okonjo"),
    ("Bo Quist", "Fay Brook and Gil North"),
    ("佐藤不動産株式会社", "田中 美咲"),
    ("Hausverwaltung Lindenhof GmbH & Co. KG", "Yvonne Achterberg"),
)
_PLACES = (
    "Mill Lane 12",
    "Harbour Road 4",
    "Castle Street 88, second floor left, with the garden and the garage behind the house",
    "Orchard Way 7",
    "Station Road 31",
    "Lindenweg 8",
    "Church Hill 2",
)
_NAMES = {3: "賃貸借契約書 Orchard Way 7.pdf", 5: "Wohnungsmietvertrag Lindenweg 8.pdf"}


def lease(number: int, *, amended: bool = False) -> tuple[str, str]:
    """Return the two pages of a lease; each differs from the others, and some lack what others state."""
    landlord, tenant = _PARTIES[number % len(_PARTIES)]
    rent, start = 780 + 65 * number, 1 + number * 3 % 27
    terms = [
        f"The monthly rent is {rent + 60 * amended:,} euros and is due on the third working day of each month.",
        f"The tenancy begins on {start} April 20{19 + number % 6}.",
    ]
    if number % 4 != 1:
        terms.append(f"The tenant pays a deposit of {3 * rent:,} euros before the keys are handed over.")
    terms.append(f"The notice period is {'six' if amended else 'three'} months to the end of a month.")
    more = ["The stairs and the yard are kept free of whatever belongs to a single household."]
    if number % 3:
        more.append(f"Pets are {'not ' if number % 2 else ''}allowed in the flat.")
    if number % 5 == 2:
        more.append(f"In the annex the monthly rent is {rent + 25:,} euros.")
    if amended:
        terms = [terms[-1], *terms[:-1]]
        more = ["The landlord reads the meters for heating and water once a year, in the second week of January."]
    head = f"<b>Lease agreement</b><br><br>{_PLACES[number % len(_PLACES)]}<br><br>"
    parties = f"Landlord: {landlord}<br><br>Tenant: {tenant}<br><br>"
    return head + parties + "<br><br>".join(terms), "<b>House rules</b><br><br>" + "<br><br>".join(more)


def write_agreements(folder: Path) -> None:
    """Write leases of two years: one is amended in the second, one has another name, some are gone or new."""
    for year, numbers in ((2023, range(6)), (2024, (1, 2, 3, 4, *range(6, 13)))):
        (folder / str(year)).mkdir(parents=True)
        for number in numbers:
            place = _PLACES[number % len(_PLACES)]
            name = _NAMES.get(number, f"Lease {place}{f' ({number})' if number >= len(_PLACES) else ''}.pdf")
            if (year, number) == (2024, 4):
                name = "Lease Station Road 31 – signed copy.pdf"
            pages = lease(number, amended=(year, number) == (2024, 1))
            pdf_of(folder / str(year) / name, *pages, size=13)
    (folder / "2024" / "Lease Church Hill 9 (scan).pdf").write_bytes(b"%PDF-1.4 garbage")


def records(files: int) -> Iterator[DocumentRecord]:
    """Yield leases as they are stored; contents repeat, as those of forms do, so that few cells are looked for."""
    now = time.time_ns()
    texts = [" ".join(lease(number)).replace("<br><br>", "\n\n") for number in range(12)]
    for number in range(files):
        text = texts[number % len(texts)].replace("<b>", "").replace("</b>", "")
        path = f"/home/anna/Documents/Leases/{2008 + number % 18}/Lease {number:04}.txt"
        node = NodeRecord(1, 0, len(text), "", text, text.lower())
        yield DocumentRecord(path, len(text), now - number * 10**12, b"", {}, [("1", text)], (node,))
