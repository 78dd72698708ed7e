"""What is said about an answer that has come to its end: whether it is whole, and whether the model saw everything."""

from collections.abc import Sequence

from desktop_rag.core.payloads import LeftOut, LLMPayload

NOTHING = LeftOut()
_CUT_REASONS = frozenset({"length", "max_tokens", "model_length"})
_FAILED_REASONS = frozenset({"error", "timeout"})
_FILTER_REASONS = frozenset(
    {"content_filter", "content-filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "refusal"}
)
_CUT = "The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”."
_FAILED = "The answer was cut off: the model's server failed in the middle of it. Continue it, or ask again."
_FILTERED = "The provider's content filter ended this answer."
BLOCKED = "The provider's content filter blocked the answer. Ask in other words, or choose another model."
_UNREAD = (
    "The model did not see everything: its server read only {read:,} of about {sent:,} tokens. "
    "Start the server with a larger context, or use fewer passages per answer."
)
_NOT_ALL_SENT = "The model's window was too small for everything: {parts} left out."


def is_cut(calls: Sequence[LLMPayload]) -> bool:
    """Whether the last of an answer's calls ended before the model had said everything."""
    return bool(calls) and calls[-1].finish_reason.lower() in _CUT_REASONS | _FAILED_REASONS


def is_filtered(calls: Sequence[LLMPayload]) -> bool:
    """Whether a provider's filter ended the last of an answer's calls."""
    return bool(calls) and calls[-1].finish_reason.lower() in _FILTER_REASONS


def ending_notice(calls: Sequence[LLMPayload], left_out: LeftOut = NOTHING) -> str:
    """Return what a person should know of how an answer's calls ended, "" when all is well.

    ``left_out`` is what was left out before there was any call.
    """
    told = [_FILTERED] if is_filtered(calls) else []
    if is_cut(calls):
        told.append(_FAILED if calls[-1].finish_reason.lower() in _FAILED_REASONS else _CUT)
    unread = next((call for call in calls if call.unread), None)
    if unread is not None:
        told.append(_UNREAD.format(read=unread.prompt_tokens or 0, sent=unread.sent_tokens or 0))
    parts = _left_out([left_out, *(call.left_out for call in calls if call.left_out)])
    if parts:
        told.append(_NOT_ALL_SENT.format(parts=parts))
    return " ".join(told)


def _left_out(every: Sequence[LeftOut]) -> str:
    """Name what did not fit; what the conversation's memory no longer shows is not among it."""
    passages, messages = (max((getattr(one, name) for one in every), default=0) for name in ("passages", "messages"))
    parts = [f"{passages} passages" if passages > 1 else "1 passage"] if passages else []
    parts += [f"{messages} earlier messages" if messages > 1 else "1 earlier message"] if messages else []
    parts += ["the middle of the question"] if any(one.question for one in every) else []
    parts += ["the end of a passage"] if any(one.ends for one in every) else []
    if not parts:
        return ""
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{listed} {'was' if len(parts) == 1 and max(passages, messages) <= 1 else 'were'}"
