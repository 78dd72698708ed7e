"""Thoughts are taken out of an answer wherever the pieces are cut."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.answer_pieces import AnswerStart, joined_pieces
from desktop_rag.llms.think_filter import ThinkFilter


def _filtered(pieces: list[str]) -> str:
    filter_ = ThinkFilter()
    return joined_pieces([*(filter_.feed(piece) for piece in pieces), filter_.finish()])


def _at_every_cut(text: str) -> set[str]:
    cuts = [[text[:cut], text[cut:]] for cut in range(len(text))]
    return {_filtered(pieces) for pieces in ([text], list(text), *cuts)}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Paris.", "Paris."),
        ("<think>Hm.</think>\n\nParis.", "Paris."),
        ("\n<think>\n\n</think>\n\nParis. ", "Paris. "),
        ("Paris <think>or not</think>.", "Paris ."),
        ("a < b and <thin", "a < b and <thin"),
        ("<think>never ends", ""),
        ("The tag <think> is special.", "The tag <think> is special."),
        ("", ""),
    ],
)
def test_thoughts_are_removed_at_every_cut(text: str, answer: str) -> None:
    assert _at_every_cut(text) == {answer}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<Think>", "</Think>"),
        ("<thinking>\n", "\n</thinking>"),
        ("<THOUGHT>", "</thought>"),
        ("<reasoning>", "</reasoning>"),
        ("<seed:think>", "</seed:think>"),
        ("<longcat_think>", "</longcat_think>"),
        ("[THINK]", "[/THINK]"),
        ("◁think▷", "◁/think▷"),
        ("<|begin_of_thought|>", "<|end_of_thought|>\n<|begin_of_solution|>"),
        ("<|START_THINKING|>", "<|END_THINKING|><|START_RESPONSE|>"),
        ("<|inner_prefix|>", "<|inner_suffix|>"),
        ("<|channel>thought\n", "<channel|>"),
        ("<unused94>thought\n", "<unused95>"),
        ("Here's my thought process: ", "Here is my response:"),
        ("<think>", "</think>\n<answer>"),
        ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
        ("<|channel|>analysis<|message|>", "<|start|>assistant<|channel|>final <|constrain|>json<|message|>"),
        ("<|start|>assistant<|channel|>analysis<|message|>", "<|end|>\n<|channel|>final<|message|>"),
        # the marks that open them were in the prompt, or were taken out by the server
        ("", "</think>"),
        ("", "\n</thinking>\n\n"),
        ("", "[/THINK]"),
        ("", "◁/think▷"),
        ("", " </reasoning> "),
        ("", "<|inner_suffix|>"),
        ("", "<|end|><|start|>assistant<|channel|>final<|message|>"),
        ("analysis", "assistantfinal"),
    ],
)
def test_every_spelling_of_thoughts_is_known(before: str, after: str) -> None:
    thoughts, answer = "The user wants the wheel. Perhaps 17.", "It has sixteen spokes of ash. Use a < b > c."
    text = f"{before}{thoughts}{after}{answer}"
    assert _at_every_cut(text) == {answer}
    filter_ = ThinkFilter()
    heard = "".join(f"{filter_.feed(letter)[:0]}{filter_.thought}" for letter in text)
    filter_.finish()
    assert thoughts in heard


@pytest.mark.parametrize("end", ["<|return|>", "<|end|>"])
def test_the_end_of_a_message_is_not_shown(end: str) -> None:
    assert _at_every_cut(f"<|channel|>final<|message|>It has sixteen spokes.{end}") == {"It has sixteen spokes."}


@pytest.mark.parametrize(
    "answer",
    [
        "Models put thoughts between `<think>` and `</think>`.",
        "The template ends with “<think>”, and the model writes “</think>” itself.",
        'Its "reasoning" stands behind "<think>" and before "</think>" in the text.',
        "Use this:\n\n```\n<think>\nhm\n</think>\n```\n\nThat is all.",
        "Mistral: `[THINK]` … `[/THINK]`; gpt-oss: `<|channel|>analysis<|message|>` … `<|end|>`.",
        "Kimi 用「◁think▷」和「◁/think▷」。",
        "The mark </think> ends the thoughts.",
        "The field <reasoning>because</reasoning> of the record is free text.",
        "The file says that <analysis> is a tag, </analysis> ends it.",
        "An analysis was made. Here is my response: no.",
        "analysis of the wheel: sixteen spokes",
        "It is said in the text: Here is my thought process: none.",
        "All <|end|> well.",
    ],
)
def test_an_answer_may_speak_of_the_marks(answer: str) -> None:
    assert _at_every_cut(answer) == {answer}
    assert _at_every_cut(f"<think>Hm.</think>\n\n{answer}") == {answer}


def test_what_was_passed_on_is_taken_back_when_it_turns_out_to_be_thoughts() -> None:
    filter_ = ThinkFilter()
    assert filter_.feed("Okay, the wheel.\n") == "Okay, the wheel.\n"
    assert filter_.feed("</thi") == ""
    piece = filter_.feed("nk>\n\nSixteen")
    assert isinstance(piece, AnswerStart)
    assert (piece, filter_.thought) == ("Sixteen", "Okay, the wheel.")
    assert not isinstance(filter_.feed(" spokes."), AnswerStart)


def test_text_is_not_held_back_without_need() -> None:
    filter_ = ThinkFilter()
    assert filter_.feed("Hello") == "Hello"
    assert filter_.feed(" <") == " "
    assert filter_.feed("b") == "<b"


PARTS = ["<think>", "</think>", "<", "th", "ink>", "a", " ", "\n", "</", "`", "```", '"', "<|channel|>", "final", "<|"]
PARTS += [
    "<|message|>",
    "<|end|>",
    "[THINK]",
    "[/think]",
    "<answer>",
    "analysis",
    "assistantfinal",
    ".",
    "</reasoning>",
]


@given(st.lists(st.sampled_from(PARTS)), st.randoms())
def test_cuts_never_matter(parts: list[str], dice: random.Random) -> None:
    text = "".join(parts)
    cuts = sorted(dice.randint(0, len(text)) for _ in range(4))
    edges = [0, *cuts, len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(edges)]
    assert _filtered(pieces) == _filtered([text])
