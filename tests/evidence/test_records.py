"""Lines, cards and objects that stand for themselves are records; running text is none."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.evidence.records import block_spans, card_spans, data_spans, record_spans
from desktop_rag.evidence.units import Kind, Passage, unit_spans

RUNNING = [
    """The lessee shall pay the rent on the first day of each month, and the lessor
shall keep the quay in good order. Boats longer than twelve metres need a
permit, which the harbour master gives in April 2024.""",
    """Die Miete ist am ersten Werktag des Monats zu zahlen. Der Mieter trägt die
Kosten der Heizung, sofern nichts anderes vereinbart ist, und zahlt sie mit
der Miete.""",
    "本协议由甲方和乙方于二〇二四年三月签订，双方应当遵守\n下列条款，任何一方不得擅自变更或者解除本协议。",
]


def _records(text: str) -> list[str]:
    return [text[start:end] for start, end in record_spans(text, 0, len(text)) or ()]


def _data(text: str) -> list[str]:
    return [text[start:end] for start, end in data_spans(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Rope (10 m): 14.50\nTar (1 l): 6.20\nAnchor, large: 95.00",
        "Abelone  room 100  extension 700\nBrynja  room 103  extension 701",
        "[9:00] Abelone: shall we paint the hull\n[9:03] Brynja: the tide is at seven",
        "Montag;8–12 Uhr;Büro\nDienstag;9–13 Uhr;Lager\nMittwoch;geschlossen;Lager",
        "りんご 120円\nみかん 80円\nぶどう 480円",
        "Dover ........ 07:15\nDeal ......... 07:32\nSandwich ..... 07:40",
        "Herring 4.10\nCod 12.40\nEel 22.00",
        "Fenna Vane, pilot, Quay 4\nOdo Tarn, cook, Quay 7\nWim Tarn, mate, Quay 9",
        "12 eggs\n200 g flour\n1 pinch of salt",
    ],
)
def test_each_line_of_a_list_is_a_record(text: str) -> None:
    assert _records(text) == text.split("\n")


@pytest.mark.parametrize("text", RUNNING)
def test_running_text_that_is_cut_to_a_width_is_none(text: str) -> None:
    assert record_spans(text, 0, len(text)) is None


def test_an_entry_of_a_log_has_the_lines_below_it_that_have_no_time() -> None:
    entries = ["2024-03-01 10:00 ERROR boom\nTraceback:\n  File x\nValueError: y", "2024-03-01 10:01 INFO fine"]
    assert _data("\n".join(entries)) == entries


def test_cards_with_the_same_labels_stay_whole() -> None:
    cards = ["Name: Fenna\nPhone: 123", "Name: Odo\nPhone: 456\nBoat: Dunlin"]
    text = "\n\n".join(cards)
    assert [text[start:end] for start, end in card_spans(text)] == cards == _data(text)
    prices = "Rope: 14.50\nTar: 6.20\n\nLamp: 22.00\nOil: 3.10"
    assert card_spans(prices) == []


def test_the_objects_of_json_are_records_whole_and_with_their_names() -> None:
    people = [{"name": "Fenna", "phone": "1", "address": {"street": "Quay"}}, {"name": "Odo", "tags": ["a", "b"]}]
    for text in (json.dumps(people), json.dumps({"staff": people}, indent=2), "\n".join(map(json.dumps, people))):
        found = [one for one in _data(text) if "name" in one]
        assert ["Fenna" in found[0], "Quay" in found[0], "Odo" in found[0]] == [True, True, False]
        assert ["Odo" in found[1], "b" in found[1]] == [True, True]
    named = json.dumps({"fenna": {"phone": 1}, "odo": {"phone": 2}}, indent=1)
    assert [one.replace("\n", "").replace(" ", "") for one in _data(named)] == [
        '"fenna":{"phone":1}',
        '"odo":{"phone":2}',
    ]


def test_the_middle_of_a_json_file_has_the_same_records() -> None:
    text = json.dumps([{"id": number, "value": "x" * 9} for number in range(9)], indent=1)
    whole = _data(text)
    cut = text[data_spans(text)[3][0] : data_spans(text)[6][1]]
    assert _data(cut) == whole[3:7]


def test_an_entry_of_a_list_in_yaml_is_a_record() -> None:
    text = "staff:\n  - name: Fenna\n    phone: 123\n  - name: Odo\n    phone: 456\nport: 80"
    assert _data(text) == ["staff:", "- name: Fenna\n    phone: 123", "- name: Odo\n    phone: 456", "port: 80"]


@given(st.text(alphabet=st.sampled_from('ab1:, "{}[]\n-=\\'), max_size=200))
def test_records_are_in_order_and_hold_every_letter(text: str) -> None:
    spans = data_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    edges = [0, *(place for span in spans for place in span), len(text)]
    outside = "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    assert not any(map(str.isalnum, outside))


def test_each_block_of_a_calendar_is_an_entry_and_none_of_its_lines_is_told_twice() -> None:
    entries = ["Oar race, 3 June 2024, 09:00, Old slip\nBring a towel.", "Sail mending, 4 June 2024, Loft"]
    text = "\n\n".join(entries)
    assert [text[start:end] for start, end in block_spans(text)] == entries
    units = unit_spans(Passage(text, in_blocks=True))
    assert [(text[start:end], kind) for start, end, kind in units] == [(one, Kind.RECORD) for one in entries]


def test_cards_between_blank_lines_are_no_lines_as_well() -> None:
    text = "Name: Fenna\nPhone: 123\n\nName: Odo\nPhone: 456"
    assert [text[start:end] for start, end, _ in unit_spans(Passage(text))] == text.split("\n\n")


@pytest.mark.parametrize(
    "text",
    [
        "## Fish soup\nTime: 40 minutes\nHeat: low\n- 2 herrings\n- 1 onion",
        "### Labskaus\n\nDauer: 50 Minuten\nPortionen: 4\n\n* 6 Kartoffeln\n* 2 Rollmöpse",
    ],
)
def test_a_card_below_its_name_is_whole_also_alone(text: str) -> None:
    assert [text[start:end] for start, end in card_spans(text)] == [text]
    assert card_spans(text + "\n\nServe it hot, and tell the guests where it comes from.") == []
