"""What is never quoted, and what must not be mistaken for it."""

import pytest

from desktop_rag.evidence.units import Passage, units_of
from desktop_rag.response_synthesizers.quoting.readable import is_field, is_noise, is_title, readable


@pytest.mark.parametrize(
    "line",
    [
        "# Rent",
        "## 4.2 Who sweeps the quay?",
        "## 4.2 Duties.",
        "Table of Contents",
        "目次",
        "|---|---|",
        "2024 - 2025",
        "Risk factors . . . . . . . . 17",
        "Risk factors …… 17",
        "第一章……………3",
        "Name: ____________",
        "A contents list of one line ........ 12 of many words and pages ........ 15 and so on",
        "Start · Preise · Über uns · Kontakt",
        "[Home](https://example.org) [About us](https://example.org/about)",
        "https://example.org/a/very/long/address",
        "Home > Products > Prices > Large",
        "<!-- options -->",
        "Start | Preise | Über uns | Kontakt",
    ],
)
def test_lines_that_lead_elsewhere(line: str) -> None:
    assert is_noise(line)


@pytest.mark.parametrize(
    "line",
    [
        "The rent is due on the 1st.",
        "See https://example.org for the prices of all of our larger flats and houses.",
        "| Rent | 900 | 950 |",
        "## 4.2 The tenant sweeps the quay.",
        "### 第四条 乙方每周清扫码头。",
        "## Fish soup\nTime: 40 minutes\n- 2 herrings",
        "The contents of the box are listed below.",
        "Wait... there is more.",
        "法官问他时，他说：“我来这里是为了……愉快地接受对我的最高刑罚，因为这是公民的最高责任。”",
        "The committee wrote that prices “rose again .... and may rise once more before the end of the year”.",
        "政治家：约翰·汉考克，约翰·亚当斯，西奥多·罗斯福，乔治·布什",
    ],
)
def test_lines_that_say_something(line: str) -> None:
    assert not is_noise(line)


def test_a_contents_list_without_dots_is_left_out_but_a_sentence_with_a_number_is_not() -> None:
    listed = "Item 1. Business 4\n\nItem 2. Properties 19\n\nItem 3. Legal Proceedings 20"
    passages = [listed, "Our stores numbered 20"]
    assert [one.text for one in readable(units_of(map(Passage, passages)), passages, "How many stores?")] == [
        passages[1]
    ]


def test_a_passage_in_two_scripts_answers_in_that_of_the_question() -> None:
    passages = ["The rent is 900 francs.\n\n家賃は900フランです。", "The deposit is 300 francs."]
    sentences = units_of(map(Passage, passages))
    assert [one.text for one in sentences][:2] == ["The rent is 900 francs.", "家賃は900フランです。"]
    kept = readable(sentences, passages, "家賃はいくらですか。")
    assert [one.text for one in kept] == ["家賃は900フランです。", "The deposit is 300 francs."]


def test_an_ellipsis_hides_no_sentence_of_its_paragraph() -> None:
    passages = [
        "甘地承认有罪，他说：“我来这里……接受刑罚。”他请求法官判他最重的刑，法官判了他六年，后来又把他放了出来。"
    ]
    sentences = units_of(map(Passage, passages))
    assert readable(sentences, passages, "谁承认有罪？") == sentences


def test_a_formula_in_latin_letters_leaves_a_sentence_in_its_script() -> None:
    passages = ["例如，P ⊆ NP ⊆ PP ⊆ PSPACE，但也有可能 P = PSPACE。", "许多复杂性类可能不相等。"]
    sentences = units_of(map(Passage, passages))
    assert readable(sentences, passages, "表达式是什么？") == sentences


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Condensed Consolidated Balance Sheets (In thousands)", True),
        ("For the Full Year of Fiscal 2022", True),
        ("The rent is paid in advance", False),
        ("The Board of Directors met in Paris.", False),
        ("| Total Assets | 900 |", False),
        ("900 francs", False),
    ],
)
def test_titles(line: str, title: bool) -> None:
    assert is_title(line) is title


def test_a_sentence_that_asks_the_question_itself_is_no_answer() -> None:
    passages = ["Ask “How long is the  notice period?” rather than “lease”.", "The notice period is three months."]
    sentences = units_of(map(Passage, passages))
    assert [one.source for one in readable(sentences, passages, "How long is the notice period?")] == [1]
    assert [one.source for one in readable(sentences[:1], passages, "How long is the notice period?")] == [0]
    assert [one.source for one in readable(sentences, passages, "notice period")] == [0, 1]


CERTIFICATE = """修了証番号 第F-20418号

| 氏名 | 高梨 陽介 |
| 受講時間 | 31時間 |

右の者は、講習の全課程を修了したことを証する。

有効期限：令和8年6月17日

TEL 03-1234-5678
"""


def test_japanese_without_kana_is_quoted_beside_sentences_with_kana() -> None:
    kept = readable(units_of([Passage(CERTIFICATE)]), [CERTIFICATE], "証書はいつまで有効ですか")
    assert [one.text for one in kept] == [line for line in CERTIFICATE.splitlines() if line]


def test_only_what_is_in_the_language_of_the_question_is_quoted_of_a_passage_in_two() -> None:
    text = "料金は五百円です。\nThe fare is five hundred yen.\n车费是五百日元。"
    asked = {"料金はいくらですか": "料金は五百円です。", "How much is the fare": "The fare is five hundred yen."}
    for question, answer in asked.items():
        kept = [one.text for one in readable(units_of([Passage(text)]), [text], question)]
        assert answer in kept
        assert not {*asked.values()} - {answer} & set(kept)


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Valid until: 31 May 2024", True),
        ("Deliver to: Allotment Cafe, 1 Canal Side, Wendham", True),
        ("- 有効期限：令和8年6月17日", True),
        ("See https://example.org", False),
        ("The meeting begins at 10:30", False),
        ("Annual Report of the Company", False),
        ("The tenant pays:", False),
    ],
)
def test_a_label_with_its_value_is_a_field_and_no_title(line: str, is_one: bool) -> None:
    assert is_field(line) is is_one
    assert not (is_one and is_title(line))
