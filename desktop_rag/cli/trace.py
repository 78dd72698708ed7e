"""Prints what lies behind an answer: which stages ran, with what, and how long they took."""

from collections.abc import Iterator, Sequence

from desktop_rag.core.results.answers import TraceEvent
from desktop_rag.llms.json_values import items_at

_LONGEST = 160
_SHOWN = {
    "query": ("query_str",), "retrieve": ("retriever", "query_str"), "reranking": ("postprocessor",),
    "llm": ("model_name", "prompt_tokens", "completion_tokens"), "synthesize": ("response_mode", "calls", "room"),
    "agent_step": ("thought", "tool", "arguments"), "function_call": ("tool", "arguments"),
    "embedding": ("model_name", "texts"), "templating": ("template_vars",),
}  # fmt: skip


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
    payload = event.payload
    for rank, node in enumerate(items_at(payload, "nodes"), 1):
        if isinstance(node, dict):
            yield f"{rank}. {_passage(node)}"
    before, after = payload.get("before"), payload.get("after")
    if isinstance(before, list) and isinstance(after, list):
        dropped = [str(node) for node in before if node not in after]
        yield f"{len(before)} passages in, {len(after)} out" + (f"; dropped {', '.join(dropped)}" if dropped else "")
    for message in items_at(payload, "messages"):
        if isinstance(message, dict):
            yield f"{message.get('role', '')}: {_brief(message.get('content', ''))}"
    if payload.get("response"):
        yield f"reply: {_brief(payload['response'])}"


def _passage(node: dict[str, object]) -> str:
    """Return a passage's score and its place."""
    score = node.get("score")
    shown = f"{score:.4f}" if isinstance(score, float) else "no score"
    return f"{shown} {node.get('file', '')} page {node.get('page', '')} [{node.get('node_id', '')}]"


def _brief(value: object) -> str:
    """Return a value on one short line."""
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"
