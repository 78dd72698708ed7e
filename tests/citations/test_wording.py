"""In which language sentences seem to be written."""

import pytest

from desktop_rag.citations.wording import are_of_one_language

JAPANESE = "新しい駅舎の工事は来年の春に始まる予定です。"
CHINESE = "新车站的工程计划于明年春天开始。"


@pytest.mark.parametrize("without_kana", ["1963年着工予定。", "総工費二億円。", "京都府出身、東京都在住。"])
def test_japanese_without_kana_is_no_chinese(without_kana: str) -> None:
    assert are_of_one_language(without_kana, JAPANESE)
    assert are_of_one_language(JAPANESE, without_kana)


@pytest.mark.parametrize("sentence", [CHINESE, "1963年开工。", "总费用两亿元。"])
def test_chinese_is_no_japanese(sentence: str) -> None:
    assert not are_of_one_language(sentence, JAPANESE)
    assert not are_of_one_language(JAPANESE, sentence)
    assert are_of_one_language(sentence, CHINESE)
