"""Prints what lies behind an answer: which stages ran, with what, and how long they took."""

from collections.abc import Iterator, Sequence

from desktop_rag.core.payloads import FoundNode, LLMPayload, RerankingPayload, RetrievePayload
from desktop_rag.core.results.answers import TraceEvent

_LONGEST = 160
_SHOWN = {
    "query": ("query_str",),
    "retrieve": ("retriever", "query_str"),
    "reranking": ("postprocessor", "said_of", "is_shown"),
    "llm": ("model_name", "prompt_tokens", "cached_tokens", "completion_tokens"),
    "synthesize": ("mode", "calls"),
    "agent_step": ("thought", "tool", "arguments"),
    "function_call": ("tool", "arguments"),
    "embedding": ("model", "texts"),
    "templating": ("template_vars",),
}


def trace_lines(trace: Sequence[TraceEvent]) -> Iterator[str]:
    """Yield one line for each stage, stages inside a stage further to the right, and what was found or dropped."""
    depths: dict[int, int] = {}
    for event in trace:
        depth = depths[event.id] = depths.get(event.parent or 0, -1) + 1
        indent = "  " * depth
        yield f"{event.started:7.2f}s {indent}{event.kind} ({event.seconds * 1000:.0f} ms){_details(event)}"
        yield from (f"{'':8} {indent}  {line}" for line in _listed(event))
        if event.error:
            yield f"{'':8} {indent}  ended early: {event.error}"


def _details(event: TraceEvent) -> str:
    """Return the short facts of a stage."""
    shown = _SHOWN.get(event.kind) or tuple(key for key in event.payload if key not in ("messages", "response"))
    facts = [f"{key}={_brief(event.payload[key])}" for key in shown if event.payload.get(key) not in (None, "", [])]
    return f": {', '.join(facts)}" if facts else ""


def _listed(event: TraceEvent) -> Iterator[str]:
    """Yield what a stage found, dropped, sent or got."""
    for rank, node in enumerate(RetrievePayload.of(event.payload).nodes or (), 1):
        yield f"{rank}. {_passage(node)}"
    sorting = RerankingPayload.of(event.payload)
    if sorting.before is not None and sorting.after is not None:
        dropped = [node_id for node_id in sorting.before if node_id not in sorting.after]
        told = f"; dropped {', '.join(dropped)}" if dropped else ""
        yield f"{len(sorting.before)} passages in, {len(sorting.after)} out{told}"
    call = LLMPayload.of(event.payload)
    for message in call.messages or ():
        yield f"{message.role}: {_brief(message.content)}"
    if call.response:
        yield f"reply: {_brief(call.response)}"


def _passage(node: FoundNode) -> str:
    """Return a passage's score and its place."""
    shown = "no score" if node.score is None else f"{node.score:.4f}"
    return f"{shown} {node.file} page {node.page} [{node.node_id}]"


def _brief(value: object) -> str:
    """Return a value on one short line."""
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"
