"""Sentences found by meaning: the surest first, with a cut that a person's decisions move, and who was not read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.results.mentions import MeaningHits, MeaningQuery, meaning_summary, moved_cut
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.services.calls import ServiceCall, calling
from tests.services.conftest import Services

PETS = {
    "en.txt": "Lease\n\nThe rent is £700.\n\nNo animals may be kept in the flat.\n",
    "de.txt": "Mietvertrag\n\nDie Miete beträgt 900 €.\n\nHaustiere sind nicht gestattet.\n",
    "ja.txt": "賃貸借契約書\n\n賃料は月額9万円とする。\n\nペットの飼育は禁止する。\n",
    "recipe.txt": "Soup\n\nStir the soup for an hour.\n\nServe it with bread.\n",
}


@pytest.fixture
def library(services: Services, tmp_path: Path, embed_model: BaseEmbedding) -> str:
    services.models.choice, services.models.known = embed_model, [embed_model]
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in PETS.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    services.fill("Papers", folder)
    return "Papers"


def by_file(found: MeaningHits) -> dict[str, str]:
    return {Path(one.source.file).name: one.source.text for one in found.hits[: found.above(found.cut)]}


def test_what_is_said_in_other_words_and_languages_is_found(services: Services, library: str) -> None:
    found = services.mentions.by_meaning(library, MeaningQuery("Are pets forbidden?"))
    assert by_file(found) == {
        "en.txt": "No animals may be kept in the flat.",
        "de.txt": "Haustiere sind nicht gestattet.",
        "ja.txt": "ペットの飼育は禁止する。",
    }
    assert [one.score for one in found.hits] == sorted((one.score for one in found.hits), reverse=True)
    assert (found.files, [Path(one.file).name for one in found.unread]) == (4, ["broken.pdf"])
    assert (found.read, found.passages) == (4, 4)
    lines = meaning_summary(found, found.hits[:3])
    assert lines == [
        "3 sentences in 3 of 5 files.",
        "1 could not be read.",
        "Meaning: not complete. The 4 nearest of 4 passages were read.",
    ]
    one = found.hits[0].source
    with services.index_files.open(services.index_files.existing(library), read_only=True) as storage:
        page = [text for _, text in storage.documents.labelled_pages(one.file)][one.page - 1]
    assert page[one.start : one.end] == one.text


def test_conditions_choose_the_files(services: Services, library: str) -> None:
    found = services.mentions.by_meaning(library, MeaningQuery("Are pets forbidden?", "filename:de.txt"))
    assert set(by_file(found)) == {"de.txt"}
    assert (found.files, found.unread) == (1, ())
    assert services.mentions.by_meaning(library, MeaningQuery("pets", "filename:nothing")).hits == ()


def test_nothing_is_looked_for_without_words(services: Services, library: str) -> None:
    with pytest.raises(UserError, match="nothing to look for"):
        services.mentions.by_meaning(library, MeaningQuery("  "))


def test_another_search_model_has_no_judge(services: Services, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    services.fill("Papers", tmp_path / "empty")
    with pytest.raises(UserError, match="Only the built-in search model"):
        services.mentions.by_meaning("Papers", MeaningQuery("pets"))


def test_it_is_stopped(services: Services, library: str) -> None:
    token = CancelToken()
    token.cancel()
    with calling(ServiceCall(1, token, lambda _event: None)), pytest.raises(CancelledError):
        services.mentions.by_meaning(library, MeaningQuery("pets"))


def test_the_cut_moves_past_what_a_person_decides() -> None:
    assert moved_cut(-1.0, [], []) == -1.0
    assert moved_cut(-1.0, [0.5], [-2.0]) == -1.0  # they agree with it
    assert -3.0 > moved_cut(-1.0, [-3.0], []) > -3.1
    assert 2.0 < moved_cut(-1.0, [], [2.0]) < 2.1
    assert moved_cut(-1.0, [1.0], [0.0]) == 0.5
    assert moved_cut(-1.0, [1.0, 2.0, -3.0], [0.0]) == 0.5  # the fewest contradictions


@given(
    st.floats(-10, 10),
    st.lists(st.floats(-10, 10), max_size=6),
    st.lists(st.floats(-10, 10), max_size=6),
)
def test_no_cut_contradicts_fewer_decisions(cut: float, accepted: list[float], rejected: list[float]) -> None:
    def contradicted(at: float) -> int:
        return sum(one < at for one in accepted) + sum(one >= at for one in rejected)

    found = moved_cut(cut, accepted, rejected)
    every = [cut, *accepted, *rejected]
    others = [*every, *(one + 1e-9 for one in every), min(every) - 1, max(every) + 1]
    assert contradicted(found) <= min(map(contradicted, others))
