"""A memory block that keeps what a model found worth remembering."""

import html
import re
from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llamaindex.memory.memory_blocks.static import BaseMemoryBlock
from desktop_rag.llamaindex.prompts.further_prompts import DEFAULT_FACT_CONDENSE_PROMPT, DEFAULT_FACT_EXTRACT_PROMPT
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate

DEFAULT_MAX_FACTS = 50
_FACT = re.compile(r"<fact>(.*?)</fact>", re.DOTALL)


class FactExtractionMemoryBlock(BaseMemoryBlock[str]):
    """Tells the facts that ``llm`` (None: that of ``Settings``) wrote down of messages that left the conversation.

    More than ``max_facts`` are condensed by another request, whose list takes their place. Templates have
    ``existing_facts``, the one that condenses ``max_facts`` too; the messages follow them as text, without calls of
    tools. What the model answers in another form adds nothing.

    Raises:
        UserError: there is no model when messages are taken in, or it fails.

    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's fields
        self,
        llm: LLM | None = None,
        facts: Sequence[str] = (),
        max_facts: int = DEFAULT_MAX_FACTS,
        fact_extraction_prompt_template: BasePromptTemplate | str = DEFAULT_FACT_EXTRACT_PROMPT,
        fact_condense_prompt_template: BasePromptTemplate | str = DEFAULT_FACT_CONDENSE_PROMPT,
        name: str = "ExtractedFacts",
        description: str | None = None,
        priority: int = 0,
        *,
        accept_short_term_memory: bool = True,
    ) -> None:
        super().__init__(
            name=name,
            description=description,
            priority=priority,
            accept_short_term_memory=accept_short_term_memory,
        )
        self.llm = llm
        self.facts = list(facts)
        self.max_facts = max_facts
        self.fact_extraction_prompt_template = _template(fact_extraction_prompt_template)
        self.fact_condense_prompt_template = _template(fact_condense_prompt_template)

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> str:  # noqa: ARG002
        return "\n".join(f"<fact>{html.escape(fact, quote=False)}</fact>" for fact in self.facts)

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        found = await self._asked(self.fact_extraction_prompt_template, messages)
        self.facts += [fact for fact in dict.fromkeys(found) if fact not in self.facts]
        if len(self.facts) > self.max_facts:
            condensed = await self._asked(self.fact_condense_prompt_template, messages)
            # an empty answer is one that went wrong: nothing is forgotten by it
            self.facts = condensed[: self.max_facts] or self.facts

    async def _asked(self, template: BasePromptTemplate, messages: Sequence[ChatMessage]) -> list[str]:
        """Return the facts that the model tells."""
        if not messages:
            return []
        told = template.format(existing_facts=await self._aget(), max_facts=str(self.max_facts))
        asking = [ChatMessage(MessageRole.SYSTEM, told), ChatMessage(MessageRole.USER, _conversation(messages))]
        answer = await chosen_llm(self.llm, "A memory of facts").achat(asking)
        return self._parse_facts_xml(answer.message.content)

    @staticmethod
    def _parse_facts_xml(xml_text: str) -> list[str]:
        facts = [html.unescape(fact.strip()) for fact in _FACT.findall(xml_text)]
        return [fact for fact in facts if fact]


def _template(template: BasePromptTemplate | str) -> BasePromptTemplate:
    return PromptTemplate(template) if isinstance(template, str) else template


def _conversation(messages: Sequence[ChatMessage]) -> str:
    """Return messages as one text: models refuse results of tools that they did not call themselves."""
    told = [(one.role.value, html.escape(one.content, quote=False)) for one in messages if one.content]
    lines = [f"<{role}>{text}</{role}>" for role, text in told]
    return "\n".join(["<current_conversation>", *lines, "</current_conversation>"])
