"""Templates of which the model decides, and pictures among the texts of a template."""

from pathlib import Path

import pytest

from desktop_rag.core.messages import ChatMessage, TextBlock
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llamaindex.prompts import RichPromptTemplate
from desktop_rag.llamaindex.prompts.selecting import SelectorPromptTemplate
from desktop_rag.prompts.base import ChatPromptTemplate, PromptTemplate, format_string, get_template_vars
from tests.helpers.scripted_llm import ScriptedLLM

CHAT = ChatPromptTemplate([ChatMessage("system", "About {topic}."), ChatMessage("user", "{question}?")])
SELECTOR = SelectorPromptTemplate(
    PromptTemplate("{topic}: {question}"), [(lambda llm: isinstance(llm, ScriptedLLM), CHAT)]
)


def test_the_model_decides() -> None:
    filled = SELECTOR.partial_format(topic="tea")
    assert filled.template_vars == ["topic", "question"]
    assert filled.format(question="why") == "tea: why"
    assert filled.format(llm=MockLLM(), question="why") == "tea: why"
    assert filled.format(llm=ScriptedLLM(), question="why").startswith("system: About tea.\nuser: why?")
    assert [one.content for one in filled.format_messages(ScriptedLLM(), question="why")] == ["About tea.", "why?"]
    assert PromptTemplate("a").select(MockLLM()) == PromptTemplate("a")
    assert SelectorPromptTemplate(CHAT).select(MockLLM()) is CHAT


def test_the_model_that_is_asked_decides() -> None:
    llm = ScriptedLLM(["Because."])
    assert llm.predict(SELECTOR, topic="tea", question="why") == "Because."
    assert [message.role for message in llm.calls[-1]] == ["system", "user"]


def test_variables_of_texts() -> None:
    assert get_template_vars('{a} {b} {"c": 1} {a}') == ["a", "b"]
    assert format_string('{a} {b} {"c": 1}', a="{b}") == '{b} {b} {"c": 1}'


def test_pictures_stand_between_texts(tmp_path: Path) -> None:
    prompt = RichPromptTemplate(
        "{% chat role='user' %}This is {{ name }}:{{ face | image }}and this:{{ path | image }}{% endchat %}"
    )
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    (message,) = prompt.format_messages(name="Ann", face="https://a.b/c.png", path=path)
    assert [block.block_type for block in message.blocks] == ["text", "image", "text", "image"]
    assert message.blocks[0] == TextBlock("This is Ann:")
    assert (str(message.images[0].url), message.images[1].path) == ("https://a.b/c.png", path)
    (alone,) = RichPromptTemplate("{{ face | image }}").format_messages(face=b"\xff\xd8\xff")
    assert alone.images[0].image_mimetype == "image/jpeg"


def test_what_is_filled_in_is_no_picture(tmp_path: Path) -> None:
    (message,) = RichPromptTemplate("{{ text }} {{ face | image }}").format_messages(
        text="\ue0f30\ue0f3", face=b"\xff\xd8\xff"
    )
    assert message.blocks[0] == TextBlock("0")
    with pytest.raises(ValueError, match="no file"):
        RichPromptTemplate("{{ path | image }}").format_messages(path=tmp_path / "gone.png")
