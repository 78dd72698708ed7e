"""Documents look alike by what they say and how they say it, whatever figures and names stand in it."""

import pytest

from desktop_rag.citations.look_alikes import alike

LEASE = (
    "The tenant {name} pays a deposit of {sum} on the day on which the lease is signed. "
    "It is repaid within four weeks after the end of the lease, less what repairs have cost."
)
RECHNUNG = (
    "Rechnung Nr. {sum} für {name}: Für die Wartung der Anlage im vereinbarten Umfang berechnen wir Ihnen den unten "
    "genannten Betrag. Bitte überweisen Sie ihn innerhalb von vierzehn Tagen ohne Abzug auf das genannte Konto."
)
GIJIROKU = (
    "{name}さんが会計を報告した。会費の残高は{sum}円で、出席者の全員が賛成し、次の総会で改めて説明することになった。"
)

# the same words in other sentences: two abstracts about one subject
SUBJECT = (
    (
        (
            "The oncogenic kinase promotes unfaithful repair of double-strand breaks in the DNA of leukemia cells. "
            "Reactive oxygen species damage the DNA, and cells survive with errors, which leads to resistance."
        ),
        (
            "Leukemia: how the kinetics and fidelity of repair differ in hematopoietic cells with an oncogenic kinase. "
            "Resistance to drugs needs DNA whose double-strand breaks are repaired; species of reactive oxygen matter."
        ),
    ),
    (
        (
            "Die Wärmepumpe entzieht der Luft Energie und gibt sie an den Heizkreis des Hauses ab. "
            "Bei Frost sinkt ihre Leistung, und ein Heizstab hilft im Haus aus."
        ),
        (
            "Bei Frost taut sie ab. Ein Heizstab im Heizkreis, der Strom als Energie braucht, sichert die Leistung "
            "der Wärmepumpe; das Haus bleibt warm, auch wenn die Luft eisig ist."
        ),
    ),
)


@pytest.mark.parametrize("form", [LEASE, RECHNUNG, GIJIROKU])
def test_forms_look_alike_whatever_is_filled_in(form: str) -> None:
    texts = [form.format(name="Okonjo", sum="1,450"), form.format(name="Lindqvist", sum="980")]
    assert alike(texts, ["one", "other"]) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("texts", SUBJECT, ids=["en", "de"])
def test_texts_about_one_subject_do_not(texts: tuple[str, str]) -> None:
    assert alike(texts, ["one", "other"]) == [[0], [1]]


def test_passages_of_one_document_are_not_told_apart() -> None:
    text = LEASE.format(name="Okonjo", sum="1,450")
    assert alike([text, text], ["one", "one"]) == [[0], [1]]
