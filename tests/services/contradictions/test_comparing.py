"""Which statements of which documents disagree, and which innocent ones do not."""

import pytest

from desktop_rag.services.contradictions.comparing import Comparison, Difference
from desktop_rag.services.contradictions.statements import statements
from desktop_rag.services.contradictions.subjects import is_draft, subject_of
from desktop_rag.services.register.documents import Page

LEASE = (
    "Tenancy Agreement\n\nThis agreement is made between Greenfield Estates Ltd (the Landlord) and Ngozi Okonjo"
    " (the Tenant) for Flat 3, 12 Mill Lane, Leeds LS2 8AB.\n\n{}\n"
)
LETTER = "Greenfield Estates Ltd\n\nDear Ngozi Okonjo,\n\nwe write about Flat 3, 12 Mill Lane, Leeds LS2 8AB. {}\n"


def differences(*texts: tuple[str, str]) -> list[Difference]:
    comparison = Comparison()
    for path, text in texts:
        comparison.add(subject_of(text, path), statements([Page(1, "", text)]))
    return list(comparison.differences())


def between(one: str, other: str) -> list[Difference]:
    """What disagrees between a lease and a letter to the same tenant."""
    return differences(("lease.docx", LEASE.format(one)), ("letter.txt", LETTER.format(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The monthly rent is GBP 950.", "The monthly rent is GBP 980."),
        ("Rent per month: GBP 950", "The monthly rent is GBP 980."),
        ("| Deposit | GBP 1,900 |\n| Rent | GBP 950 |", "The deposit is GBP 1,700."),
        ("The tenancy begins on 1 May 2023.", "The tenancy begins on 2023-05-15."),
        ("Pets are allowed in the flat.", "Pets are not allowed in the flat."),
        ("Smoking is permitted on the balcony.", "Smoking is prohibited on the balcony."),
        ("The notice period is three months.", "The notice period is two months."),
        ("The roof has a budget of EUR 85,000.", "The budget is EUR 92,000."),
        ("Das Budget beträgt 92.000 Euro.", "Das Dach hat ein Budget von 85.000 Euro."),
        ("Caretaker: Helen Marsh", "Please call.\n\nCaretaker: Tom Okafor"),
        ("Der Mieter darf Haustiere im Garten halten.", "Der Mieter darf keine Haustiere im Garten halten."),
        ("入居者は屋上を夜間も利用できる。", "入居者は屋上を夜間も利用できない。"),
        ("租客可以在阳台上种植花草。", "租客不可以在阳台上种植花草。"),
    ],
)
def test_statements_about_the_same_disagree(one: str, other: str) -> None:
    (found,) = between(one, other)
    assert found.newer is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The monthly rent is GBP 950.", "The rent per year is GBP 11,400."),  # another period
        ("The rent is GBP 950 net of VAT.", "The rent is GBP 1,140 including VAT."),
        ("The monthly rent is GBP 950.", "You claim that the monthly rent is GBP 900."),
        ("The monthly rent is GBP 950.", "If you pay late, the monthly rent is GBP 970."),
        ("The monthly rent is GBP 950.", "The monthly rent is GBP ____."),
        ("The monthly rent is GBP 950.", "The monthly rent is about GBP 1,000."),
        ("The sum insured is GBP 65,000.", "The sum insured is 65 thousand GBP."),
        ("The flat measures 1,250,000 cm².", "The flat measures 1.25 million cm²."),
        ("The tenancy begins on 1 May 2023.", "The tenancy begins on 2023-05-01."),
        ("The table is 1.80 m wide.", "The table is 180 cm wide."),
        ("The rent for the flat is GBP 950.", "The rent for the garage is GBP 80."),
        ("The rent is at least GBP 900.", "The rent is at most GBP 1,000."),
        ("The kitchen is open from 7:00 to 21:00.", "The laundry is open from 9:00 to 20:00."),
        ("Viewing is on 3 May 2023 at 10:00 and costs GBP 5.", "Viewing is on 4 June 2023 at 11:00 and costs GBP 9."),
        ("The next inspection is on 3 May 2023.", "The next inspection is on 9 June 2023."),
        ("See section 4 about pets.", "See section 5 about pets."),
    ],
)
def test_near_twins_are_innocent(one: str, other: str) -> None:
    assert [found for found in between(one, other) if found.newer is None] == []


def test_the_day_of_a_document_is_not_that_of_another() -> None:
    text = "Minutes of the board meeting, 12 March 2024\n\nThe roof will be finished by 30 September 2024.\n"
    dated = [text[one.start : one.end] for one in statements([Page(1, "", text)]) if one.values]
    assert dated
    assert set(dated) == {"The roof will be finished by 30 September 2024."}


def test_who_it_is_about_matters() -> None:
    other = LEASE.replace("Ngozi Okonjo", "Dominic Farrell").replace("Flat 3, 12 Mill Lane", "Flat 7, 40 Abbey Street")
    rents = LEASE.format("The monthly rent is GBP 950."), other.format("The monthly rent is GBP 1,120.")
    assert differences(("one.docx", rents[0]), ("other.docx", rents[1])) == []
    letter = "Dear Dominic Farrell,\n\nGreenfield Estates Ltd says: the monthly rent is GBP 990.\n"
    (found,) = differences(("one.docx", rents[0]), ("other.docx", rents[1]), ("letter.txt", letter))
    assert {found.one, found.other} == {1, 2}


def test_reports_of_two_years_are_compared_where_they_name_the_year() -> None:
    report = "Annual Report {}\n\nHarbour Holdings Ltd, company number HH-4471\n\n{}\n"
    rows = "| | 2021 | 2022 |\n| --- | --- | --- |\n| Net sales | 410.5 | 455.2 |\n"
    later = "| | 2022 | 2023 |\n| --- | --- | --- |\n| Net sales | 461.9 | 480.0 |\n"
    found = differences(
        ("report 2022.txt", report.format(2022, "The staff are 120 people.\n\n" + rows)),
        ("report 2023.txt", report.format(2023, "The staff are 131 people.\n\n" + later)),
    )
    assert [(one.stated.values[0].readings, one.against.values[0].readings) for one in found] == [
        (("455.2",), ("461.9",))
    ]


def test_what_later_reports_may_say_otherwise_is_innocent() -> None:
    report = (
        "Harbour Mills plc, Annual report {year}\n\nCompany number: 07 441 982\n\n"
        "| Year | 2018 | 2019 | 2021 |\n| --- | --- | --- | --- |\n| Sales | 912 | 930 | - |\n"
        "| Mills | 12 | {mills} | - |\n"
        "| Leases to pay | 40 | 41 | {leases} |\n| Other, net | 7 | {other} | - |\n\n"
        "| | Opening balance | Additions |\n| --- | --- | --- |\n| For the year ended May 31, 2018 | {opening} | 5 |\n"
    )
    first = ("report 2019.pdf", report.format(year=2019, mills=14, leases=44, other=9, opening=19))
    then = ("report 2020.pdf", report.format(year=2020, mills=15, leases=46, other=8, opening=343))
    (found,) = differences(first, then)  # not what was still to come, nor the rest, nor a row of nothing but a period
    assert found.stated.about == "Mills 2019"


def test_what_a_document_says_twice_in_two_ways_is_compared_with_nothing() -> None:
    assert between("The fee is GBP 5.\n\nThe fee is GBP 9.", "The fee is GBP 7.") == []


def test_newer_is_said_not_assumed() -> None:
    rules = "Rowing Club Westbrook\n\nRules R-14 of 8 March 2021\n\nThe boat house closes at 20:00.\n"
    later = "Rowing Club Westbrook\n\n{}\n\nThe boat house closes at 21:00.\n"
    amends = later.format("This decision of 15 February 2023 amends the Rules R-14 of 8 March 2021.")
    (found,) = differences(("rules.txt", rules), ("decision.txt", amends))
    assert (found.newer, found.says_so) == (
        1,
        "This decision of 15 February 2023 amends the Rules R-14 of 8 March 2021.",
    )
    (found,) = differences(("rules.txt", rules), ("leaflet.txt", later.format("Information for members, R-14")))
    assert found.newer is None


def test_look_alikes_are_told_apart_by_the_words_of_their_titles() -> None:
    rules = (
        "{}: Rules for Members\n\nDogs on a lead are allowed in the club house. {}\n\nThe club house has a kitchen.\n"
    )
    leaflet = "{}: New Members\n\nThe yearly fee for adult members and guests is EUR {}.\n\nWe welcome new members.\n"
    files = [
        (f"{name} {kind}.txt", text.format(f"{name} Club", value))
        for name, fee in (("Ashdown", 85), ("Westbrook", 120))
        for kind, text, value in (
            ("rules", rules, f"The yearly fee for adult members and guests is EUR {fee}."),
            ("leaflet", leaflet, fee),
        )
    ]
    assert differences(*files) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("lease template.docx", "Lease\n\nThe rent is GBP 900."),
        ("a.docx", "Entwurf: Mietvertrag\n\nDie Miete beträgt 900 EUR."),
        ("賃貸借契約書.docx", "賃貸借契約書（ひな形）\n\n賃料は90,000円とする。"),
        ("form.docx", "Lease\n\nTenant: ______\n\nRent: ______\n\nDeposit: ______"),
    ],
)
def test_templates_and_drafts_state_nothing(path: str, text: str) -> None:
    assert is_draft(text, path)
    assert not is_draft(LEASE.format("The rent is GBP 950."), "lease.docx")
