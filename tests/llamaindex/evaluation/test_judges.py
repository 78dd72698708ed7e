"""Judges of answers, as programs make and ask them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from desktop_rag.core.response import Response
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.evaluation import (
    AnswerRelevancyEvaluator,
    BaseEvaluator,
    BatchEvalRunner,
    ContextRelevancyEvaluator,
    CorrectnessEvaluator,
    EvaluationResult,
    FaithfulnessEvaluator,
    GuidelineEvaluator,
    PairwiseComparisonEvaluator,
    RelevancyEvaluator,
    SemanticSimilarityEvaluator,
)
from desktop_rag.llamaindex.query_engine import CustomQueryEngine, RetryGuidelineQueryEngine, RetryQueryEngine
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llamaindex.tools import EvalQueryEngineTool
from tests.helpers.mock_embedding import VocabularyEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

ASKED = {"query": "What do cats do?", "response": "They sleep.", "contexts": ["Cats sleep all day."]}
ANSWER = Response("They sleep.", [NodeWithScore(TextNode("Cats sleep all day."), 1.0)])


class Length(BaseEvaluator):
    """A program's own: lets short answers pass, and those that are the reference."""

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: object,
    ) -> EvaluationResult:
        passing = response == kwargs["reference"] if "reference" in kwargs else len(response or "") < 12
        return EvaluationResult(query=query, response=response, contexts=contexts, passing=passing, feedback="too long")


class Lengthy(CustomQueryEngine):
    """Answers more briefly each time."""

    answers: list[str]
    asked: list[str] = []  # noqa: RUF012 - a pydantic field

    def custom_query(self, query_str: str) -> str:
        self.asked.append(query_str)
        return self.answers.pop(0)


@pytest.mark.parametrize("judge", [FaithfulnessEvaluator, RelevancyEvaluator])
def test_yes_or_no(judge: Callable[..., Any]) -> None:
    llm = ScriptedLLM(["Yes.", "NO, it isn't.", "no"])
    passed = judge(llm=llm).evaluate(**ASKED)
    assert (passed.passing, passed.score, passed.feedback) == (True, 1.0, "Yes.")
    assert (passed.query, passed.response, passed.contexts) == tuple(ASKED.values())
    failed = judge(llm=llm).evaluate_response(query="What do cats do?", response=ANSWER)
    assert (failed.passing, failed.score, failed.contexts) == (False, 0.0, ["Cats sleep all day."])
    assert all("They sleep." in prompt and "Cats sleep all day." in prompt for prompt in llm.prompts)
    with pytest.raises(ValueError, match="invalid"):
        judge(llm=llm, raise_error=True).evaluate(**ASKED)
    with pytest.raises(ValueError, match="must be provided"):
        judge(llm=llm).evaluate(query="What?", response="x")


def test_long_contexts_are_read_in_parts() -> None:
    llm = ScriptedLLM(["NO", "YES"] + ["YES"] * 20)
    text = "Cats sleep. " * 2000
    assert FaithfulnessEvaluator(llm=llm).evaluate(response="They sleep.", contexts=[text]).passing
    assert len(llm.calls) > 1
    assert "NO" in llm.prompts[1]


def test_templates_can_be_given_and_replaced() -> None:
    llm = ScriptedLLM(["YES", "YES"])
    judge = FaithfulnessEvaluator(llm=llm, eval_template="Is {query_str} in {context_str}?")
    judge.evaluate(**ASKED)
    assert llm.prompts[0].endswith("Is They sleep. in Cats sleep all day.?")
    judge.update_prompts({"eval_template": "Does {context_str} say {query_str}?"})
    judge.evaluate(**ASKED)
    assert llm.prompts[1].endswith("Does Cats sleep all day. say They sleep.?")
    assert set(judge.get_prompts()) == {"eval_template", "refine_template"}


@pytest.mark.parametrize(
    ("said", "score", "passing", "feedback"),
    [
        ("4.5\nMostly right.", 4.5, True, "Mostly right."),
        ("Score: 2/5\n\nWrong.", 2.0, False, "Wrong."),
        ("5", 5.0, True, ""),
        ("It is good.", None, None, "It is good."),
        ("", None, None, "No response"),
    ],
)
def test_a_score(said: str, score: float | None, passing: bool | None, feedback: str) -> None:
    llm = ScriptedLLM([said])
    judged = CorrectnessEvaluator(llm=llm).evaluate(query="What?", response="This.", reference="That.")
    assert (judged.score, judged.passing, judged.feedback) == (score, passing, feedback)
    assert "That." in llm.prompts[0]


def test_a_threshold_and_a_parser_of_ones_own() -> None:
    judge = CorrectnessEvaluator(llm=ScriptedLLM(["x"]), score_threshold=0.5, parser_function=lambda said: (0.6, said))
    judged = judge.evaluate(query="What?", response="This.")
    assert (judged.passing, judged.score, judged.feedback) == (True, 0.6, "x")


def test_guidelines() -> None:
    llm = ScriptedLLM(['{"passing": false, "feedback": "Too short."}'])
    judged = GuidelineEvaluator(llm=llm, guidelines="Be long.").evaluate(**ASKED)
    assert (judged.passing, judged.score, judged.feedback) == (False, 0.0, "Too short.")
    assert "Be long." in llm.prompts[0]


@pytest.mark.parametrize(
    ("judge", "most"), [(AnswerRelevancyEvaluator, "2"), (ContextRelevancyEvaluator, "4")], ids=["answer", "contexts"]
)
def test_points(judge: Callable[..., Any], most: str) -> None:
    llm = ScriptedLLM([f"All fits. [RESULT] {most}", "None fits.\n[RESULT] 0", "Hm.", "Hm."])
    assert judge(llm=llm).evaluate(**ASKED).score == 1.0
    assert judge(llm=llm).evaluate(**ASKED).score == 0.0
    unreadable = judge(llm=llm).evaluate(**ASKED)
    assert (unreadable.score, unreadable.invalid_result, unreadable.feedback) == (None, True, "Hm.")
    with pytest.raises(ValueError, match="invalid"):
        judge(llm=llm, raise_error=True).evaluate(**ASKED)


@pytest.mark.parametrize(
    ("first", "flipped", "score", "source"),
    [
        ("[[A]]", "[[B]]", 1.0, "original"),
        ("[[B]]", "[[A]]", 0.0, "original"),
        ("[[A]]", "[[A]]", 0.5, "neither"),
        ("[[C]]", "[[C]]", 0.5, "original"),
        ("[[C]]", "[[B]]", 1.0, "flipped"),
        ("[[C]]", "[[A]]", 0.0, "flipped"),
        ("[[A]]", "[[C]]", 1.0, "original"),
    ],
)
def test_the_better_of_two(first: str, flipped: str, score: float, source: str) -> None:
    llm = ScriptedLLM([first, flipped])
    judged = PairwiseComparisonEvaluator(llm=llm).evaluate("What?", "They purr.", second_response="They hiss.")
    assert (judged.score, judged.pairwise_source) == (score, source)
    assert llm.prompts[0].index("They purr.") < llm.prompts[0].index("They hiss.")
    alone = PairwiseComparisonEvaluator(llm=ScriptedLLM([first]), enforce_consensus=False)
    assert (
        alone.evaluate("What?", "They purr.", second_response="They hiss.").score
        == {"A": 1.0, "B": 0.0, "C": 0.5}[first[2]]
    )
    nothing = PairwiseComparisonEvaluator(llm=ScriptedLLM(["neither"])).evaluate(
        "What?", "They purr.", second_response="They hiss."
    )
    assert (nothing.invalid_result, nothing.feedback) == (True, "neither")


def test_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = SemanticSimilarityEvaluator(VocabularyEmbedding(["cats", "dogs"]))
    assert judge.evaluate(response="cats", reference="cats").passing
    assert not judge.evaluate(response="cats", reference="dogs").passing
    own = SemanticSimilarityEvaluator(
        VocabularyEmbedding(["cats"]), similarity_fn=lambda *_: 0.3, similarity_threshold=0.2
    )
    assert own.evaluate(response="cats", reference="dogs").score == 0.3
    monkeypatch.setattr(Settings, "embed_model", VocabularyEmbedding(["cats", "dogs"]))
    assert asyncio.run(SemanticSimilarityEvaluator().aevaluate(response="cats", reference="cats")).passing


@pytest.mark.parametrize(
    ("further", "passing"),
    [
        ({}, [True, False]),
        ({"reference": ["short", "short"]}, [True, False]),
        ({"length": {"reference": ["other", "a long answer"]}}, [False, True]),
    ],
)
def test_many_answers(further: Mapping[str, Any], passing: list[bool]) -> None:
    runner = BatchEvalRunner({"length": Length(), "again": Length()}, workers=3)
    texts = runner.evaluate_response_strs(queries=["a", "b"], response_strs=["short", "a long answer"], **further)
    answers = runner.evaluate_responses(["a", "b"], [Response("short"), Response("a long answer")], **further)
    assert [one.passing for one in texts["length"]] == [one.passing for one in answers["length"]] == passing
    assert [one.query for one in texts["again"]] == ["a", "b"]
    asked = runner.evaluate_queries(Lengthy(answers=["short", "a long answer"]), ["a", "b"])
    assert sorted(one.passing for one in asked["length"]) == [False, True]


def test_lists_of_different_lengths() -> None:
    runner = BatchEvalRunner({"length": Length()})
    with pytest.raises(ValueError, match="same length"):
        runner.evaluate_response_strs(queries=["a"], response_strs=["a", "b"])
    with pytest.raises(ValueError, match="same length"):
        runner.evaluate_response_strs(queries=["a"], response_strs=["a"], reference=["a", "b"])
    with pytest.raises(ValueError, match="At least one"):
        runner.evaluate_responses()


def test_asking_again_until_an_answer_passes() -> None:
    engine = Lengthy(answers=["far too long an answer", "still too long", "short"], asked=[])
    assert str(RetryQueryEngine(engine, Length()).query("What?")) == "short"
    assert engine.asked[0] == "What?"
    assert "far too long an answer" in engine.asked[1]
    assert "too long" in engine.asked[2]
    kept = Lengthy(answers=["far too long an answer", "still too long"], asked=[])
    assert str(RetryQueryEngine(kept, Length(), max_retries=1).query(QueryBundle("What?"))) == "still too long"
    guided = Lengthy(answers=["far too long an answer", "short"], asked=[])
    assert str(RetryGuidelineQueryEngine(guided, Length()).query("What?")) == "short"
    assert guided.asked == ["What?", "What?\n\ntoo long"]


def test_a_tool_whose_answers_are_judged() -> None:
    engine = Lengthy(answers=["short", "far too long an answer"])
    tool = EvalQueryEngineTool.from_defaults(engine, "cats", "About cats.", evaluator=Length())
    assert tool.call(input="What?").content == "short"
    failed = tool.call(input="What?")
    assert failed.content == "Could not use tool cats because it failed evaluation.\nReason: too long"
    assert str(failed.raw_output) == "far too long an answer"
    by_default = EvalQueryEngineTool.from_defaults(engine, evaluator=None)
    assert by_default.metadata.name == "query_engine_tool"
