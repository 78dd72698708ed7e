"""The first agent of the starter page: it multiplies, then remembers who asked."""

import asyncio

from desktop_rag.llamaindex.agent.workflow import FunctionAgent
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.workflow import Context


def multiply(a: float, b: float) -> float:
    """Multiply two numbers."""
    return a * b


agent = FunctionAgent(
    tools=[multiply],
    llm=OpenAI(model="gpt-4o-mini"),
    system_prompt="You are an assistant that multiplies.",
)


async def main() -> None:
    response = await agent.run("What is 1234 * 4567?")
    print(str(response))

    ctx = Context(agent)
    await agent.run("My name is Logan", ctx=ctx)
    response = await agent.run("What is my name?", ctx=ctx)
    print(response)


if __name__ == "__main__":
    asyncio.run(main())
