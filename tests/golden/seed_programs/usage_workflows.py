"""A workflow of its own steps, and an agent that finds its tools among many, as the pages on agents show."""

import asyncio

from desktop_rag.llamaindex import Settings, VectorStoreIndex
from desktop_rag.llamaindex.agent.workflow import FunctionAgent
from desktop_rag.llamaindex.objects import ObjectIndex
from desktop_rag.llamaindex.tools import FunctionTool
from desktop_rag.llamaindex.workflow import Context, Event, StartEvent, StopEvent, Workflow, step


class JokeEvent(Event):
    joke: str


class JokeFlow(Workflow):
    @step
    async def generate_joke(self, ctx: Context, ev: StartEvent) -> JokeEvent:
        await ctx.store.set("topic", ev.topic)
        response = await Settings.llm.acomplete(f"Write a joke about {ev.topic}.")
        return JokeEvent(joke=str(response))

    @step
    async def critique_joke(self, ctx: Context, ev: JokeEvent) -> StopEvent:
        topic = await ctx.store.get("topic")
        response = await Settings.llm.acomplete(f"How good is this joke about {topic}: {ev.joke}")
        return StopEvent(result=str(response))


def cats(question: str) -> str:
    """Tell about cats."""
    return "cats sleep"


def dogs(question: str) -> str:
    """Tell about dogs."""
    return "dogs bark"


tools = [FunctionTool.from_defaults(cats), FunctionTool.from_defaults(dogs)]
obj_index = ObjectIndex.from_objects(tools, index_cls=VectorStoreIndex)
agent = FunctionAgent(tool_retriever=obj_index.as_retriever(similarity_top_k=1), llm=Settings.llm)


async def main() -> None:
    print(await JokeFlow(timeout=60, verbose=False).run(topic="pirates"))
    print(await agent.run("What do dogs do?"))


asyncio.run(main())
