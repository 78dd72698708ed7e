"""What is said about an answer that has come to its end: whether it is whole, and whether the model saw everything."""

from collections.abc import Iterator, Sequence
from functools import reduce

from desktop_rag.core.payloads import LeftOut, LLMPayload
from desktop_rag.core.user_text import UserText, joined

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
    told: list[str] = [_FILTERED] if is_filtered(calls) else []
    if is_cut(calls):
        told.append(_FAILED if calls[-1].finish_reason.lower() in _FAILED_REASONS else _CUT)
    unread = next((call for call in calls if call.unread), None)
    if unread is not None:
        told.append(
            UserText(
                "The model did not see everything: its server read only {read} of about {sent} tokens. "
                "Start the server with a larger context, or use fewer passages per answer.",
                read=f"{unread.prompt_tokens or 0:,}",
                sent=f"{unread.sent_tokens or 0:,}",
            )
        )
    told += _not_sent([left_out, *(call.left_out for call in calls if call.left_out)])
    return reduce(joined, told, "")


def _not_sent(every: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a sentence for each kind of what did not fit; what a conversation's memory shows no more is none."""
    passages, messages = (max((getattr(one, name) for one in every), default=0) for name in ("passages", "messages"))
    if passages == 1:
        yield "1 passage did not fit into the model's window."
    elif passages:
        yield UserText("{count} passages did not fit into the model's window.", count=passages)
    if messages == 1:
        yield "1 earlier message did not fit into the model's window."
    elif messages:
        yield UserText("{count} earlier messages did not fit into the model's window.", count=messages)
    if any(one.question for one in every):
        yield "The middle of the question did not fit into the model's window."
    if any(one.ends for one in every):
        yield "The end of a passage did not fit into the model's window."
