"""Keywords, facts and selections are read from whatever form a model gives them."""

import pytest

from desktop_rag.indices.keywords import (
    frequent_words,
    keywords_of_reply,
    rake_extract_keywords,
    simple_extract_keywords,
    telling_phrases,
)
from desktop_rag.indices.tree import parse_selection
from desktop_rag.indices.triplets import is_supported, parse_triplets, triplet_keys
from desktop_rag.llamaindex.indices.utils import (
    default_parse_triplets_fn,
    expand_tokens_with_subtokens,
    extract_keywords_given_response,
)
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.prompts.default_prompts import SUMMARY_PROMPT
from desktop_rag.response_synthesizers.prompt_helper import available_tokens, truncated
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.scripted_llm import ScriptedLLM

ABC = [("a", "is", "b")]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("(a, is, b)", ABC),
        ("1. (a, is, b)\n2. (c, is, d)", [*ABC, ("c", "is", "d")]),
        ("(a, is, b), (c, is, d)", [*ABC, ("c", "is", "d")]),
        ("Here are the facts:\n- a, is, b", ABC),
        ("a -> is -> b", ABC),
        ("a --[is]--> b", ABC),
        ("a → is → b", ABC),
        ("a — is — b", ABC),
        ("| a | is | b |", ABC),
        ("<a, is, b>", ABC),
        ('```json\n[["a", "is", "b"]]\n```', ABC),
        ('[{"subject": "a", "predicate": "is", "object": "b"}]', ABC),
        ('{"triplets": [{"head": {"name": "a"}, "type": "is", "tail": "b"}]}', ABC),
        ('[{"subject": "a", "relation": "is", "object": "b"}, {"subject": "c", "rel', ABC),
        ("Subject: a\nRelation: is\nObject: b\n\nSubject: c\nPredicate: has\nObject: d", [*ABC, ("c", "has", "d")]),
        ('("Smith, John", lives in, "Paris, France")', [("Smith, John", "lives in", "Paris, France")]),
        ("(Philz, founded in, Berkeley, California)", [("Philz", "founded in", "Berkeley, California")]),
        ("（东京，是，首都）", [("东京", "是", "首都")]),
        ("東京、首都、日本", [("東京", "首都", "日本")]),
        ("(A, is, B)\n(a, IS, b)", [("A", "is", "B")]),
        ("(a, b)\n(bad line)\n\nnothing", []),
        ("(, is, b)", []),
        (f"(a, is, {'b' * 129})", []),
        ("", []),
    ],
)
def test_facts(reply: str, expected: list[tuple[str, str, str]]) -> None:
    assert parse_triplets(reply) == expected


def test_a_fact_must_have_something_to_do_with_the_text() -> None:
    assert not is_supported(("Mira Solano", "runs", "bakery"), "The cat sat on the mat.")
    assert is_supported(("Cats", "sleep", "hours"), "The cat sat for hours.")
    assert is_supported(("東京", "首都", "日本"), "日本の首都は東京です。")
    assert triplet_keys(("ＣＡＴ", " Sat  on", "“Mat”")) == ("cat", "sat on", "mat")


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("KEYWORDS: cat, mat", ["cat", "mat"]),
        ("**Keywords:** Cat; Mat.", ["cat", "mat"]),
        ("Here are the keywords:\n- cat\n- mat", ["cat", "mat"]),
        ("1. cat\n2. mat", ["cat", "mat"]),
        ("1. cat, 2. mat", ["cat", "mat"]),
        ('```json\n["cat", "mat"]\n```', ["cat", "mat"]),
        ('{"keywords": ["cat", "mat"]}', ["cat", "mat"]),
        ("Green tea, the storage of it", ["green tea", "green", "tea", "the storage of it", "storage"]),
        ("キーワード：東京、首都", ["東京", "首都"]),
        ("关键词：北京，人口", ["北京", "人口"]),
        ("I am sorry but I cannot see any text that I could take keywords from", []),
        ("", []),
    ],
)
def test_keywords(reply: str, expected: list[str]) -> None:
    assert keywords_of_reply(reply, 10) == expected


def test_words_that_carry_meaning_in_any_language() -> None:
    assert frequent_words("The cat sat with the cat", 10) == ["cat", "sat"]
    assert frequent_words("Die Katze sitzt auf der Matte", 10) == ["katze", "sitzt", "matte"]
    assert frequent_words("日本の首都は東京です。", 10) == ["日本", "首都", "東京"]
    assert frequent_words("中国的首都是北京。", 10) == ["中国", "首都", "北京"]
    assert frequent_words("the of and", 10) == []
    assert len(frequent_words(" ".join(f"word{i}" for i in range(50)), 10)) == 10


def test_rake_keeps_phrases_and_their_words() -> None:
    found = telling_phrases("Green tea is brewed at low temperature. Black tea is not.", 2)
    assert found[0] == "green tea"
    assert {"green", "tea"} <= set(found)
    assert telling_phrases("東京タワーはパリの塔を参考にした。", 10)[:2] == ["東京", "タワー"]


def test_selections_ignore_numbers_that_nothing_has() -> None:
    assert parse_selection("ANSWER: 12, then 3 and 1, 3", 4, 2) == [3, 1]
    assert parse_selection("none of them", 4, 1) == []


@pytest.mark.parametrize("window", [128, 512, 4096])
def test_texts_are_cut_to_the_window_the_longest_first(window: int) -> None:
    llm = ScriptedLLM(metadata=LLMMetadata(window, window // 4, "m"))
    tokens = available_tokens(llm, SUMMARY_PROMPT)
    assert 0 < tokens < window
    short, long = "few words", "word " * 4000
    cut = truncated([short, long], tokens, llm.tokenizer)
    assert cut[0] == short
    assert cut[1]
    assert get_tokenizer().count("\n".join(cut)) <= max(tokens, 17) + 1
    assert truncated([short, short], 1000, llm.tokenizer) == [short, short]


def test_programs_get_keywords_as_sets() -> None:
    assert simple_extract_keywords("The cat sat with the cat", 1) == {"cat"}
    assert simple_extract_keywords("The cat sat with the cat", filter_stopwords=False) == {"the", "cat", "sat", "with"}
    assert rake_extract_keywords("Green tea is hot.", expand_with_subtokens=False) == {"green tea", "hot"}
    assert rake_extract_keywords("Green tea is hot.") == {"green tea", "green", "tea", "hot"}
    assert expand_tokens_with_subtokens({"tea", "green tea"}) == {"tea", "green tea", "green"}
    assert extract_keywords_given_response("FOUND: Tea, Green Leaf", start_token="FOUND:") == {
        "tea", "green leaf", "green", "leaf",
    }  # fmt: skip
    assert "Green Leaf" in extract_keywords_given_response("Tea, Green Leaf", lowercase=False)


def test_facts_begin_with_capital_letters_where_programs_read_replies() -> None:
    assert default_parse_triplets_fn("(tea, is, hot)\n(too, short)") == [("Tea", "Is", "Hot")]
    assert default_parse_triplets_fn("  ") == []
    assert default_parse_triplets_fn("(tea, is, very hot)", max_length=5) == []
