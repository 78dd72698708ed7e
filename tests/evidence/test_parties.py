"""Parties of a document, and reading their roles as their names."""

import pytest

from desktop_rag.evidence.parties import parties_of, with_names


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        (
            "Between Harbour Homes Ltd (the landlord) and Ngozi Okonjo (the tenant), for the flat 12 Quay Street.",
            {("Harbour Homes Ltd", "landlord"), ("Ngozi Okonjo", "tenant")},
        ),
        (
            'This Agreement is made between Acme Corp. (hereinafter "the Supplier") and Brightwell Ltd ("Customer").',
            {("Acme Corp", "Supplier"), ("Brightwell Ltd", "Customer")},
        ),
        (
            "Landlord: Calder Row Estates Ltd. Tenant: Nuala Quigg.",
            {("Calder Row Estates Ltd", "Landlord"), ("Nuala Quigg", "Tenant")},
        ),
        (
            "Zwischen Frau Ayşe Kortmann als Vermieterin und Herrn Bela Trautwein als Mieter wird vereinbart:",
            {("Ayşe Kortmann", "Vermieterin"), ("Bela Trautwein", "Mieter")},
        ),
        (
            "Stocker Bau GmbH, nachstehend „Auftragnehmer“ genannt, und die Gemeinde Au (im Folgenden: Auftraggeberin)",
            {("Stocker Bau GmbH", "Auftragnehmer"), ("Gemeinde Au", "Auftraggeberin")},
        ),
        (
            "貸主 山田太郎（以下「甲」という。）と借主 佐久間 美咲（以下「乙」という。）は、次のとおり契約する。",
            {("山田太郎", "甲"), ("山田太郎", "貸主"), ("佐久間 美咲", "乙"), ("佐久間 美咲", "借主")},
        ),
        (
            "出租方（甲方）：云河置业有限公司　承租方（乙方）：顾明远　商铺：临江路12号",
            {
                ("云河置业有限公司", "出租方"),
                ("云河置业有限公司", "甲方"),
                ("顾明远", "承租方"),
                ("顾明远", "乙方"),
            },
        ),
        ("| 借主 | 佐久間 美咲 |", {("佐久間 美咲", "借主")}),
        (  # the town before the role is no party
            "zwischen Herrn Klaus Brand, Lindenallee 2, 50667 Köln (Vermieter) und der Bau Süd eG (Mieterin).",
            {("Klaus Brand", "Vermieter"), ("Bau Süd eG", "Mieterin")},
        ),
        (
            'Northwind LLC, a Delaware company (the "Client"), and Priya Raman and Tom Becker (together the "Tenant")',
            {("Northwind LLC", "Client"), ("Priya Raman and Tom Becker", "Tenant")},
        ),
        ("Smith Ltd (together with its affiliates) rents it.", set()),
        ("The Tenant pays the rent (monthly), and Smith (2019) found no tenant in London (UK).", set()),
        ("Our clients: many. The company, founded in 1990, is an agent of change.", set()),
    ],
)
def test_parties_are_read_where_a_document_says_what_it_calls_them(text: str, parties: set[tuple[str, str]]) -> None:
    assert {(one.name, one.role) for one in parties_of(text)} == parties


@pytest.mark.parametrize(
    ("head", "clause", "said", "read"),
    [
        (
            "Between Harbour Homes Ltd (the landlord) and Ngozi Okonjo (the tenant).",
            "The tenant pays a deposit, which the tenant's bank holds for the landlord.",
            "Okonjo paid a deposit.",
            "Ngozi Okonjo pays a deposit, which Ngozi Okonjo's bank holds for the landlord.",
        ),
        (
            "Zwischen Frau Ayşe Kortmann als Vermieterin und Herrn Bela Trautwein als Mieter",
            "Der Mieter zahlt die Kaution in drei Raten.",
            "Trautwein zahlt die Kaution in Raten.",
            "Bela Trautwein zahlt die Kaution in drei Raten.",
        ),
        (
            "貸主 山田太郎（以下「甲」という。）と借主 佐久間 美咲（以下「乙」という。）は契約する。",
            "乙は甲に敷金として200,000円を預ける。",
            "佐久間美咲は敷金20万円を預ける。",
            "佐久間 美咲は甲に敷金として200,000円を預ける。",
        ),
        (
            "出租方（甲方）：云河置业　承租方（乙方）：顾明远",
            "乙方应于每月5日前支付租金。",
            "顾明远每月5日前付租金。",
            "顾明远应于每月5日前支付租金。",
        ),
    ],
)
def test_a_role_is_read_as_the_name_where_a_sentence_has_the_name(head: str, clause: str, said: str, read: str) -> None:
    assert with_names(clause, parties_of(head), said) == read


@pytest.mark.parametrize("said", ["The tenant paid a deposit.", "Somebody else paid a deposit."])
def test_what_a_sentence_does_not_name_or_calls_by_its_role_stays(said: str) -> None:
    parties = parties_of("Between Harbour Homes Ltd (the landlord) and Ngozi Okonjo (the tenant).")
    assert with_names("The tenant pays a deposit.", parties, said) == "The tenant pays a deposit."
    named = "Ngozi Okonjo, the tenant of the flat, pays it."
    assert with_names(named, parties, "Okonjo pays it.") == named
