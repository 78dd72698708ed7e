"""Which documents say that they change others."""

from collections.abc import Collection
from pathlib import Path

import pytest

from desktop_rag.retrievers.replacements import Replacements
from desktop_rag.storage.storage_context import StorageContext
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


def test_words_of_change_are_looked_up_once_until_the_library_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE, encoding="utf-8")
    (folder / "second.txt").write_text(LEASE.replace("12", "14"), encoding="utf-8")
    filled = Filled(folder, tmp_path / "scratch", tmp_path / "a.ragindex")
    filled.update()
    asked: list[int] = []
    look_up = Replacements._documents_with

    def counted(self: Replacements, words: Collection[str]) -> set[str]:
        asked.append(len(words))
        return look_up(self, words)

    monkeypatch.setattr(Replacements, "_documents_with", counted)
    with StorageContext(tmp_path / "a.ragindex", read_only=True) as reader:
        replacements = Replacements(reader)
        one, other = (document.doc_id for document in reader.documents.searched(10))
        for documents in ([one], [other], [one, other]):
            replacements.newer("How high is the rent?", documents)
        many = max(asked)
        assert asked.count(many) == 1
        (folder / "letter.txt").write_text(f"Letter of 3 June 2023\n\n{CHANGE}\n", encoding="utf-8")
        filled.update()
        every = [document.doc_id for document in reader.documents.searched(10)]
        assert any(replacements.newer("How high is the rent?", every).values())
        assert asked.count(many) == 2
    filled.storage.close()
