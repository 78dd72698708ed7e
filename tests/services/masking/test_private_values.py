"""What is private in everyday sentences of four languages, and what is not; names are known in every spelling."""

import pytest

from desktop_rag.services.masking.private_values import PrivateValues


def found(text: str, *known: str) -> list[str]:
    return [text[one.start : one.end] for one in PrivateValues(lambda: known)([text])[0]]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            (
                "Dear Ngozi Okonjo,\nyour rent of £950 for 12 High Street, London SW1A 1AA is due. "
                "Mr Okonjo's deposit is £1,200."
            ),
            ["Ngozi Okonjo", "£950", "12 High Street, London SW1A 1AA", "Okonjo", "£1,200"],
        ),
        ("Write to a.becker@example.org or call +44 20 7946 0958.", ["a.becker@example.org", "+44 20 7946 0958"]),
        ("Pay into GB33BUKB20201555555555, invoice no. INV-2024-113.", ["GB33BUKB20201555555555", "INV-2024-113"]),
        ("| Mieter | Bela Trautwein |\n| Miete | 950,00 EUR |", ["Bela Trautwein", "950,00 EUR"]),
        ("Herr Dr. Yıldız\nGartenstraße 5, 04177 Leipzig", ["Yıldız", "Gartenstraße 5, 04177 Leipzig"]),
        ("Beckers Miete beträgt 1.250,00 €.", ["Becker", "1.250,00 €"]),
        ("Die Rechnung der Krüger & Söhne GmbH vom 5. März 2024", ["Krüger & Söhne GmbH"]),
        ("賃借人 佐久間美咲は月額85,000円を支払う。", ["佐久間美咲", "85,000円"]),
        ("田中様、東京都新宿区西新宿2丁目8番1号までお送りします。", ["田中様", "東京都新宿区西新宿2丁目8番1号"]),
        ("担当はマルクス・エーベルトです。", ["マルクス・エーベルト"]),
        ("承租人：顾明远，月租金4,500元。", ["顾明远", "4,500元"]),
        ("请联系李娜支付押金，或拨打13812345678。", ["李娜", "13812345678"]),
        ("Lease_Okonjo_2023.pdf", ["Okonjo"]),
        # not private
        ("The notice period is three months; 12.5 % of tenants left by 5 March 2024.", []),
        ("Die Kündigungsfrist beträgt drei Monate zum 31. Dezember.", []),
        ("契約期間は2024年4月1日から2年間とする。", []),
    ],
)
def test_what_is_private(text: str, values: list[str]) -> None:
    assert found(text) == values


def test_a_name_that_is_known_is_found_in_any_spelling_and_in_parts() -> None:
    text = "CHIAMAKA's keys; the Ezeudus; chiamaka.txt; Ezeudu-Lease"
    assert found(text, "Chiamaka Ezeudu") == ["CHIAMAKA", "Ezeudu", "chiamaka", "Ezeudu"]
    assert found("桐生様と美咲さん", "桐生 美咲") == ["桐生", "美咲"]


def test_a_name_of_one_text_of_a_request_is_found_in_the_others() -> None:
    first, second = "Tenant: Obiageli Nwafor", "How much does Nwafor pay?"
    _, (only,) = PrivateValues()([first, second])
    assert (second[only.start : only.end], only.whole) == ("Nwafor", "Obiageli Nwafor")
