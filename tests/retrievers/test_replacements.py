"""Which documents say that they change others."""

from pathlib import Path

from desktop_rag.retrievers.replacements import Replacements
from tests.helpers.filled import Filled

LEASE = "Lease of Mill Street 12\n\nMade on 10 May 2021 between Berger and Kern.\n\nThe rent is 900 euros a month.\n"
CHANGE = "This replaces the rent of the lease of Mill Street 12 of 10 May 2021 between Berger and Kern: 950 euros."


def newer(tmp_path: Path, name: str, text: str) -> set[str]:
    """Return the names of the files that change the lease."""
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    filled = Filled(folder, tmp_path / "scratch")
    filled.update()
    documents = filled.storage.documents.searched(10)
    lease = next(one.doc_id for one in documents if one.path.endswith("lease.txt"))
    found = Replacements(filled.storage).newer("How high is the rent?", [lease])
    filled.storage.close()
    return {Path(one.path).name for known in found.values() for one in known}


def test_a_letter_that_replaces_something_changes_it(tmp_path: Path) -> None:
    assert newer(tmp_path, "letter.txt", f"Letter of 3 June 2023\n\n{CHANGE}\n") == {"letter.txt"}


def test_data_changes_nothing(tmp_path: Path) -> None:
    assert newer(tmp_path, "records.jsonl", f'{{"date": "3 June 2023", "text": "{CHANGE}"}}\n') == set()
