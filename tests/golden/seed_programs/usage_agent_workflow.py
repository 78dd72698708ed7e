"""Several agents with a state, a tool that asks the person, events on the way, and an answer in a form."""

import asyncio

from desktop_rag.llamaindex.bridge.pydantic import BaseModel, Field

from desktop_rag.llamaindex.agent.workflow import (
    AgentOutput,
    AgentStream,
    AgentWorkflow,
    FunctionAgent,
    ToolCall,
    ToolCallResult,
)
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.workflow import Context, Event, HumanResponseEvent, InputRequiredEvent, JsonSerializer

llm = OpenAI(model="gpt-4o-mini")


class ProgressEvent(Event):
    msg: str


async def record_notes(ctx: Context, notes: str, notes_title: str) -> str:
    """Record notes under a title."""
    async with ctx.store.edit_state() as ctx_state:
        ctx_state["state"].setdefault("research_notes", {})[notes_title] = notes
    ctx.write_event_to_stream(ProgressEvent(msg="noted"))
    return "Notes recorded."


async def dangerous_task(ctx: Context) -> str:
    """Do something that a person has to allow."""
    question = "Are you sure? "
    response = await ctx.wait_for_event(
        HumanResponseEvent,
        waiter_id=question,
        waiter_event=InputRequiredEvent(prefix=question, user_name="Laurie"),
        requirements={"user_name": "Laurie"},
    )
    return "Done." if response.response.strip().lower() == "yes" else "Not done."


class Report(BaseModel):
    title: str = Field(description="of the report")


research_agent = FunctionAgent(
    name="ResearchAgent",
    description="Finds things out and records notes about them.",
    system_prompt="You find things out. Hand over to the WriteAgent once you have notes.",
    llm=llm,
    tools=[record_notes],
    can_handoff_to=["WriteAgent"],
)
write_agent = FunctionAgent(
    name="WriteAgent",
    description="Writes reports.",
    system_prompt="You write reports.",
    llm=llm,
    tools=[dangerous_task],
)
agent_workflow = AgentWorkflow(
    agents=[research_agent, write_agent],
    root_agent=research_agent.name,
    initial_state={"research_notes": {}},
    output_cls=Report,
)


async def main() -> None:
    ctx = Context(agent_workflow)
    handler = agent_workflow.run(user_msg="Write a report about cats.", ctx=ctx)
    current_agent = None
    async for event in handler.stream_events():
        if hasattr(event, "current_agent_name") and event.current_agent_name != current_agent:
            current_agent = event.current_agent_name
            print("Agent:", current_agent)
        if isinstance(event, AgentStream):
            print(event.delta, end="", flush=True)
        elif isinstance(event, AgentOutput):
            print("\nOutput:", event.response.content, [call.tool_name for call in event.tool_calls])
        elif isinstance(event, ToolCallResult):
            print("Result:", event.tool_name, event.tool_output)
        elif isinstance(event, ToolCall):
            print("Call:", event.tool_name)
        elif isinstance(event, ProgressEvent):
            print(event.msg)
        elif isinstance(event, InputRequiredEvent):
            handler.ctx.send_event(HumanResponseEvent(response="yes", user_name=event.user_name))
    response = await handler
    print(str(response), response.structured_response, response.get_pydantic_model(Report))
    restored = Context.from_dict(agent_workflow, ctx.to_dict(serializer=JsonSerializer()), serializer=JsonSerializer())
    print((await restored.store.get("state"))["research_notes"])

    workflow = AgentWorkflow.from_tools_or_functions(
        [record_notes], llm=llm, system_prompt="You take notes.", initial_state={"research_notes": {}}
    )
    print(await workflow.run(user_msg="Hello!"))


asyncio.run(main())
