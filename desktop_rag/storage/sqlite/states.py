"""The states of a node's vector as SQL and Python spell them: ``f"... WHERE embedded = {WAITING}"``.

They stand in the text of a statement, not among its values: SQLite uses the indexes of waiting and embedded nodes only
where it sees their condition.
"""

from desktop_rag.storage.records import VectorState

WAITING = VectorState.WAITING
EMBEDDED = VectorState.EMBEDDED
UNSEARCHED = VectorState.UNSEARCHED
BY_WORDS = VectorState.BY_WORDS
