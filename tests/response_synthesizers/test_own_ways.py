"""What a program makes of a model's or a helper's class counts: its way of answering, its way of packing texts."""

from collections.abc import Iterator, Sequence

import pytest
from pydantic import BaseModel

from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.response_synthesizers.base import numbered_passage
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.tree_summarize import TreeSummarize

TEXTS = ["One.", "Two.", "Three."]


class Answer(BaseModel):
    text: str


class OwnWay(MockLLM):
    """Says how it was asked, and how often."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def predict(self, /, prompt: BasePromptTemplate, **prompt_args: str) -> str:
        self.asked += 1
        return f"predicted {self.asked}"

    def stream(self, /, prompt: BasePromptTemplate, **prompt_args: str) -> Iterator[str]:
        yield from ("streamed", " ", "it")


@pytest.mark.parametrize("mode", ["refine", "compact", "tree_summarize", "simple_summarize", "generation"])
def test_a_model_that_answers_templates_its_own_way_is_asked_so(mode: str) -> None:
    answer = get_response_synthesizer(OwnWay(), response_mode=mode).get_response("Which?", TEXTS)
    assert answer == ("predicted 3" if mode == "refine" else "predicted 1")


def test_its_stream_is_what_a_person_sees() -> None:
    streamed = get_response_synthesizer(OwnWay(), response_mode="compact", streaming=True).get_response("Which?", TEXTS)
    assert isinstance(streamed, Iterator)
    assert list(streamed) == ["streamed", " ", "it"]


def test_objects_are_made_by_the_model() -> None:
    class Structured(MockLLM):
        def structured_predict(self, output_cls: type, prompt: BasePromptTemplate, **prompt_args: str) -> object:  # type: ignore[override]
            return output_cls(text=str(sorted(prompt_args)))

    for mode in ("tree_summarize", "simple_summarize"):
        made = get_response_synthesizer(Structured(), response_mode=mode, output_cls=Answer)
        assert made.get_response("Which?", TEXTS) == Answer(text="['context_str']")


class Pairs:
    """Packs two texts at a time, whatever their sizes: a helper of another class."""

    def repack(self, prompt: BasePromptTemplate, text_chunks: Sequence[str]) -> list[str]:
        return ["+".join(text_chunks[at : at + 2]) for at in range(0, len(text_chunks), 2)]


def test_a_helper_of_another_class_packs_as_it_likes() -> None:
    synthesizer = TreeSummarize(MockLLM(), prompt_helper=Pairs())  # type: ignore[arg-type]
    answer = str(synthesizer.get_response("Which?", TEXTS))
    assert "One.+Two." in answer
    assert "Three." in answer
    one = TreeSummarize(MockLLM(), prompt_helper=Pairs(), output_cls=Answer)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="required form"):  # the model repeats what it is told
        one.get_response("Which?", TEXTS)


def test_the_splitter_has_the_last_word_of_plain_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenTextSplitter, "split_text", lambda _, text: text.split("\n"))
    assert get_response_synthesizer(OwnWay(), response_mode="compact").get_response("Which?", TEXTS) == "predicted 3"
    one_call = get_response_synthesizer(OwnWay(), response_mode="compact", format_node=numbered_passage)
    assert one_call.get_response("Which?", TEXTS) == "predicted 1"  # passages with numbers stay whole
