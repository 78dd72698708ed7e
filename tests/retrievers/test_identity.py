"""Which document a question means by what the document says of itself."""

from pathlib import Path

from desktop_rag.retrievers.identity import Identity
from tests.helpers.filled import Filled

SHORT = "How high is the deposit of Berger?"
MESSAGES = (
    "Which flats with a balcony or garden are empty now, and who looks after "
    "their heating, windows and stairs in winter? "
)


def test_the_messages_of_a_conversation_mean_no_single_document(tmp_path: Path) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    for name in ("Berger", "Kern", "Okonjo", "Silva"):
        text = f"Lease of {name}\n\nThe deposit is paid before the keys are handed over.\n"
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    filled = Filled(folder, tmp_path / "scratch")
    filled.update()
    identity = Identity(filled.storage)
    assert len(identity.meant(SHORT)) == 1
    assert identity.meant(MESSAGES + SHORT) == []
    filled.storage.close()
