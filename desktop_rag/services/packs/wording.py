"""What came of checking an evidence pack, in words, for the window and the command line."""

from collections import Counter

from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.packs import PackCheck
from desktop_rag.core.user_text import UserText, joined

STATES = {
    ItemState.NOTHING: UserText("rests on no file"),
    ItemState.SAME: UserText("same"),
    ItemState.CHANGED: UserText("file changed, still says so"),
    ItemState.NOT_LOOKED: UserText("could not be looked at"),
    ItemState.PASSAGE_GONE: UserText("passage gone"),
    ItemState.UNSUPPORTED: UserText("no longer supported"),
    ItemState.FILE_GONE: UserText("file gone"),
}


def summary(found: PackCheck) -> str:
    """Return the result of a check in sentences: whether the pack is whole, who signed it, and what has changed."""
    if not found.is_whole:
        return joined(UserText("This evidence pack is not whole."), found.problem)
    whole = UserText("The pack is whole: no byte of it was changed.")
    signed: str = UserText("It is not signed, so nothing shows who made it.")
    if found.is_own:
        signed = UserText("It is signed with your key, {fingerprint}.", fingerprint=found.fingerprint)
    elif found.fingerprint:
        signed = UserText(
            "It is signed with the key {fingerprint}. Ask whoever gave it to you whether the key is theirs.",
            fingerprint=found.fingerprint,
        )
    if not found.items:
        return joined(whole, joined(signed, UserText("Its files were not looked at.")))
    states = Counter(one.state for one in found.items)
    resting = len(found.items) - states[ItemState.NOTHING]
    counts = UserText(
        "{same} of {count} sentences or cells that rest on files are unchanged.",
        count=f"{resting:,}",
        same=f"{states[ItemState.SAME]:,}",
    )
    return joined(whole, joined(signed, counts))
