"""What no passage supports is taken out of an answer; all that stays keeps its place and its marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.striking import StruckAnswer, is_answered, strike
from desktop_rag.core.results.answers import CheckedSentence, Citation, Verdict

VERDICTS = {
    "S": Verdict.SUPPORTED,
    "P": Verdict.PARTLY,
    "C": Verdict.CONTRADICTED,
    "U": Verdict.NOT_SAID,
    "-": Verdict.UNCHECKED,
}


def checked(marked: str) -> tuple[str, list[Citation], list[CheckedSentence]]:
    """Return an answer of ⟦U:…⟧, each a sentence with its verdict; supported ones are cited and wholly underlined."""
    text, sentences, citations = "", [], list[Citation]()
    for piece in marked.replace("⟧", "⟦").split("⟦"):
        if piece[1:2] != ":" or piece[0] not in VERDICTS:
            text += piece
            continue
        start, verdict = len(text), VERDICTS[piece[0]]
        text += piece[2:]
        span = (start, len(text))
        cited = verdict not in (Verdict.NOT_SAID, Verdict.UNCHECKED)
        marker = 1 if cited else None
        sentences.append(CheckedSentence(*span, verdict, (), (span,), marker))
        if cited:
            citations.append(Citation(1, *span, "/f", 1, 0, 1, "q", 1.0, "n"))
    return text, citations, sentences


def struck(marked: str) -> StruckAnswer:
    return strike(*checked(marked))


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("⟦S:Cats sleep⟧ [1]. ⟦U:The moon is cheese⟧. ⟦S:They purr⟧ [1].", "Cats sleep [1]. They purr [1]."),
        ("⟦U:The moon is cheese⟧. ⟦S:Cats sleep⟧ [1].", "Cats sleep [1]."),
        ("⟦S:Cats sleep⟧ [1]. ⟦U:The moon is cheese⟧!", "Cats sleep [1]."),
        ("⟦S:猫は眠る⟧ [1]。⟦U:月はチーズだ⟧。⟦S:猫は鳴く⟧ [1]。", "猫は眠る [1]。猫は鳴く [1]。"),
        ("- ⟦S:Cats⟧ [1]\n- ⟦U:Moons⟧\n- ⟦P:Dogs⟧ [1]\n", "- Cats [1]\n- Dogs [1]\n"),
        ("1. ⟦S:Cats⟧ [1]\n2. ⟦U:Moons⟧.", "1. Cats [1]"),
        ("⟦S:Cats⟧ [1].\n\n⟦U:Moons⟧.\n\n⟦S:Dogs⟧ [1].", "Cats [1].\n\nDogs [1]."),
        ("⟦U:Moons⟧.\n\n⟦S:Dogs⟧ [1].", "Dogs [1]."),
        ("⟦S:Dogs⟧ [1].\n\n⟦U:Moons⟧.\n", "Dogs [1]."),
        ("| a | b |\n|---|---|\n| ⟦U:x | y⟧ |\n| ⟦S:c | d⟧ [1] |", "| a | b |\n|---|---|\n| c | d [1] |"),
        ("⟦S:Cats⟧ [1]. **⟦U:The moon is cheese⟧.** ⟦S:Dogs⟧ [1].", "Cats [1]. Dogs [1]."),
        ("**⟦S:Cats⟧ [1]. ⟦U:The moon is cheese⟧.**", "**Cats [1]. **"),
        ("⟦S:Cats⟧ [1]. (⟦U:The moon is cheese⟧.) ⟦S:Dogs⟧ [1].", "Cats [1]. Dogs [1]."),
        ("## ⟦-:Moons⟧\n\n⟦U:They are cheese⟧.\n\n## ⟦-:Cats⟧\n\n⟦S:They sleep⟧ [1].", "## Cats\n\nThey sleep [1]."),
        ("⟦-:These are the reasons:⟧\n\n- ⟦U:a⟧\n- ⟦U:b⟧\n\n⟦-:In short:⟧ ⟦S:yes⟧ [1].", "In short: yes [1]."),
        ("⟦-:These are the reasons:⟧\n- ⟦U:a⟧\n- ⟦S:b⟧ [1]", "These are the reasons:\n- b [1]"),
        ("⟦S:Cats⟧ [1]. ⟦-:Do you want more⟧?", "Cats [1]. Do you want more?"),
    ],
)
def test_the_rest_reads_well(marked: str, expected: str) -> None:
    assert struck(marked).text == expected


def test_what_a_passage_contradicts_is_left_out_with_its_citation() -> None:
    found = struck("⟦C:Owls sleep⟧ [1]. ⟦S:Cats sleep⟧ [1]. ⟦C:Mice sleep⟧ [1].")
    assert (found.text, found.left_out) == ("Cats sleep [1].", ("Owls sleep", "Mice sleep"))
    assert [found.text[one.answer_start : one.answer_end] for one in found.citations] == ["Cats sleep"]


def test_what_was_left_out_is_kept_in_order() -> None:
    result = struck("⟦U:One is odd⟧. ⟦S:Cats⟧ [1]. ⟦U:Two is even⟧.")
    assert result.left_out == ("One is odd", "Two is even")
    assert [one.verdict for one in result.sentences] == [Verdict.SUPPORTED]


def test_nothing_changes_where_all_is_supported() -> None:
    text, citations, sentences = checked("⟦S:Cats⟧ [1].\n\n\n⟦P:Dogs⟧ [1].  ")
    assert strike(text, citations, sentences) == StruckAnswer(text, tuple(citations), tuple(sentences), ())


PIECES = st.tuples(
    st.sampled_from(
        ["", " ", "\n", "\n\n", "- ", "\n- ", "**", "(", "| ", "# ", " [1]. ", ". ", ".", ")", "」。", '"']
    ),
    st.sampled_from("SPU-"),
    st.text("abc あ月*_.", min_size=1, max_size=8).map(lambda words: f"w{words}w"),
)


@given(st.lists(PIECES, min_size=1, max_size=8))
def test_every_range_still_covers_its_words(pieces: list[tuple[str, str, str]]) -> None:
    text, citations, sentences = checked("".join(f"{lead}⟦{kind}:{words}⟧" for lead, kind, words in pieces))
    result = strike(text, citations, sentences)
    before = {text[one.start : one.end] for one in sentences}
    assert {result.text[one.start : one.end] for one in result.sentences} <= before
    for sentence in result.sentences:
        assert sentence.unsupported == ((sentence.start, sentence.end),)
    supported = [one for one in sentences if one.citation]
    assert [result.text[one.answer_start : one.answer_end] for one in result.citations] == [
        text[one.start : one.end] for one in supported
    ]
    assert not any(one.verdict is Verdict.NOT_SAID for one in result.sentences)
    assert len(result.left_out) == sum(one.verdict is Verdict.NOT_SAID for one in sentences)


@pytest.mark.parametrize(
    ("verdicts", "answered"),
    [
        ("S", True),
        ("P", True),
        ("SUU", True),
        ("SUUU", False),
        ("PSUUUU", True),
        ("U", False),
        ("--", False),
        ("-U", False),
        ("", False),
    ],
)
def test_too_little_support_is_no_answer(verdicts: str, answered: bool) -> None:
    sentences = [CheckedSentence(n, n + 1, VERDICTS[verdict]) for n, verdict in enumerate(verdicts)]
    assert is_answered(sentences) is answered


def test_what_cannot_be_compared_is_not_refused() -> None:
    assert is_answered([CheckedSentence(0, 5, Verdict.UNCHECKED, ("The passages are in another language.",))])
