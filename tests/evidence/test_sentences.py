import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.evidence.sentences import sentence_spans

CASES = [
    ["Dr. Smith met Mr. Jones at 5 p.m. yesterday.", "They talked."],
    ["See Fig. 3 and No. 5 on pp. 12–14.", "It costs 3.14 euros, i.e. nothing."],
    ["The U.S. Army left.", "He lives in the U.S.", "The rest stayed."],
    ["J. R. R. Tolkien wrote it.", "“Why?” she asked.", "Nobody knew."],
    ["He said “Stop.”", "Then he left (quickly).", "Really?!", "Yes..."],
    ["Das gilt z. B. am 5. Mai und für Nr. 7.", "Der 3. Versuch gelang, d. h. alles war gut.", "Schluss!"],
    ["これは文です。", "次の文です！", "「本当ですか？」", "（そうです。）", "終わり"],
    ["彼は「はい。」と言った。", "それだけだ。"],
    ["这是第一句。", "“真的吗？”", "他说：“好。”", "结束了！"],
    ["El presidente de EE. UU. visitó Lima.", "Los JJ. OO. fueron en Río."],
    ["Pay on time.", "(a) The rent is due on the first.", "(ii) Notices go to the office (a) by post."],
    ["1. Rent.", "The rent is 800 EUR.", "2. Deposit.", "3.2. The tenant shall not sublet.", "It rained."],
    ["It was 1998.", "12 came."],
    ["He was born here (c. 1950).", "It costs 5.", "Use e.g. (a) Water."],
    ["Version 2.0.1 is out.", "Read example.com/a.b first."],
]


@pytest.mark.parametrize("sentences", CASES, ids=lambda case: case[0][:20])
def test_sentences(sentences: list[str]) -> None:
    glue = " " if sentences[0][0] < "\u3000" else ""
    text = glue.join(sentences)
    assert [text[a:b] for a, b in sentence_spans(text, 0, len(text))] == sentences


def test_lines_of_a_paragraph_are_one_sentence() -> None:
    text = "One sentence that\nis broken over\nthree lines. And another."
    assert [text[a:b] for a, b in sentence_spans(text, 0, len(text))] == [
        text.removesuffix(" And another."),
        "And another.",
    ]


_WORDS = (
    "the The Dr. messrs. Messrs. iv. (a) iv) x) ix J. Smith EE. UU. U.S. inc. Corporation. 5. 12. am Mai house. ends! "
    "ends? ends… Was? は！ 。 「はい。」と ॥ ። ፡a።b ． ‽ .. ... .” .) «Ja.» c. 1950 etc. The Straße. ſt. İst."
).split()


@given(some.lists(some.sampled_from(_WORDS), max_size=14))
def test_one_blank_behind_a_mark_says_the_same_as_two(words: list[str]) -> None:
    """What is decided at a glance, which takes one blank, is decided as it is when words are looked at."""
    one, two = ("".join(f"{word}{blank}" for word in words) for blank in (" ", "  "))
    quick, thorough = ([text[a:b] for a, b in sentence_spans(text, 0, len(text))] for text in (one, two))
    assert quick == [sentence.replace("  ", " ") for sentence in thorough]
