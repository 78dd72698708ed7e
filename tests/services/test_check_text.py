"""Texts beside the files of a library: verdicts and places, own citations, what states nothing, stopping, going on."""

from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.events import TextCheckProgress
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import (
    CheckScope,
    DecisionKind,
    FindingDecision,
    TextCheck,
    TextSentence,
    check_summary,
)
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.services.calls import calling
from tests.helpers.office import word_file, words
from tests.services.conftest import Services

FILES = {
    "lease.txt": "Lease LS-4410\n\nThe monthly rent is £950. The deposit is £1,900. The gate closes at 20:00.\n\n"
    "The tenant gives notice in writing. It takes effect after three months.\n",
    "houses.txt": "A. Miller: Houses of Ludlow (2021)\n\nThe town hall of Ludlow was built in 1768. Its architect was "
    "William Baker. The market square holds 120 stalls.\n",
    "miete.txt": "Mietvertrag\n\nDie Kaution beträgt 2.700 €. Haustiere sind nicht gestattet.\n",
    "recipe.txt": "Soup\n\nStir the soup for an hour. Serve it with bread.\n",
}


@pytest.fixture
def library(services: Services, tmp_path: Path, embed_model: BaseEmbedding) -> str:
    services.models.choice, services.models.known = embed_model, [embed_model]
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    services.fill("Papers", folder)
    return "Papers"


def check(services: Services, text: str, scope: CheckScope | None = None) -> TextCheck:
    return services.checks.check_text("Papers", text, scope)


def place_of(one: TextSentence) -> tuple[str, str]:
    assert one.place is not None
    return Path(one.place.file).name, one.place.quote


@pytest.mark.usefixtures("library")
def test_each_sentence_has_its_verdict_the_words_that_differ_and_the_place(services: Services) -> None:
    text = (
        "The market square of Ludlow holds 120 stalls. The monthly rent is £980. Its architect was Henry Nash.\n\n"
        "The moon is made of iron and nickel. Die Kaution beträgt 2.900 €."
    )
    found = check(services, text)
    stalls, rent, architect, moon, deposit = found.sentences
    assert (stalls.verdict, stalls.differs) == (Verdict.SUPPORTED, ())
    assert place_of(stalls) == ("houses.txt", "The market square holds 120 stalls.")
    assert (rent.verdict, rent.differing_words, rent.reasons) == (
        Verdict.CONTRADICTED, ("£980",), ("The source says £950.",),
    )  # fmt: skip
    assert place_of(rent) == ("lease.txt", "The monthly rent is £950.")
    assert text[rent.start : rent.end] == rent.text == "The monthly rent is £980"
    assert architect.verdict.is_doubt
    assert architect.differing_words[0] in "Henry Nash"
    assert place_of(architect) == ("houses.txt", "Its architect was William Baker.")
    assert (moon.verdict, moon.place) == (Verdict.NOT_SAID, None)
    assert (deposit.verdict, deposit.differing_words) == (Verdict.CONTRADICTED, ("2.900 €",))
    first, *_, last = found.reported()
    assert (first.verdict, last) == (Verdict.CONTRADICTED, stalls)
    assert (found.files, [Path(one.file).name for one in found.unread]) == (4, ["broken.pdf"])


@pytest.mark.usefixtures("library")
def test_a_source_that_a_sentence_names_is_tried_first_and_told_whether_it_says_so(services: Services) -> None:
    text = (
        "The deposit is £1,900 [2]. The gate closes at 20:00 [1]. The rent is £990 [1].\n"
        "The town hall of Ludlow was built in 1768 (Miller 2021, p. 3). Stir the soup for an hour.[^a] "
        "It was hot in town (Berlin 2021). Serve it with [bread](recipe.txt). The gate is blue [3].\n\n"
        "[^a]: See recipe.txt\n\n"
        "## References\n\n[1] The lease LS-4410, lease.txt\n[2] Miller, A. (2021). Houses of Ludlow.\n"
        "[3] Cole, B. (1999). Gates.\n"
    )
    deposit, gate, rent, hall, soup, hot, bread, blue = check(services, text).sentences
    (own,) = deposit.own
    assert (own.written, [Path(one).name for one in own.files], own.verdict) == (
        "[2]", ["houses.txt"], Verdict.NOT_SAID,
    )  # fmt: skip
    assert deposit.verdict is Verdict.SUPPORTED
    assert place_of(deposit)[0] == "lease.txt"
    assert gate.text == "The gate closes at 20:00"
    assert [one.verdict for one in gate.own] == [Verdict.SUPPORTED] == [gate.verdict]
    assert [one.verdict for one in rent.own] == [Verdict.CONTRADICTED] == [rent.verdict]
    assert rent.differing_words == ("£990",)
    assert [(one.written, one.page, one.verdict) for one in hall.own] == [
        ("(Miller 2021, p. 3)", "3", Verdict.SUPPORTED)
    ]
    assert [Path(one.own[0].files[0]).name for one in (soup, bread)] == ["recipe.txt", "recipe.txt"]
    assert (hot.own, "Berlin 2021" in hot.text) == ((), True)
    assert [(one.files, one.verdict, bool(one.reasons)) for one in blue.own] == [((), Verdict.UNCHECKED, True)]


@pytest.mark.usefixtures("library")
def test_what_states_nothing_is_told_with_the_reason(services: Services) -> None:
    text = (
        "# The flat\n\nNotes on the flat\n\nDear Mr Hale,\n\nI think that the rent is fair. When does the gate close? "
        "The gate closes at 20:00. Meiner Meinung nach ist das gut.\n\n私は高いと思います。\n\nKind regards\n"
    )
    found = check(services, text)
    told = {one.text.splitlines()[0]: one.reasons for one in found.sentences if not one.is_checkable}
    assert told == {
        "# The flat": ("It is a heading.",),
        "Notes on the flat": ("It is a heading.",),
        "Dear Mr Hale,": ("It is a courtesy.",),
        "I think that the rent is fair": ("It tells an opinion, a wish or a feeling.",),
        "When does the gate close": ("It is a question.",),
        "Meiner Meinung nach ist das gut": ("It tells an opinion, a wish or a feeling.",),
        "私は高いと思います": ("It tells an opinion, a wish or a feeling.",),
        "Kind regards": ("It is a courtesy.",),
    }
    assert check_summary(found) == (
        "1 of 9 sentences can be checked; 0 contradicted, 0 partly supported, 0 with nothing found, 1 supported."
    )


def test_a_sentence_that_rests_on_one_before_is_searched_with_it(
    services: Services, tmp_path: Path, embed_model: BaseEmbedding
) -> None:
    services.models.choice, services.models.known = embed_model, [embed_model]
    folder = tmp_path / "papers"
    folder.mkdir()
    for name, year in (("Ashford", 1821), ("Bewdley", 1832), ("Clun", 1843), ("Dymock", 1854), ("Eardisley", 1865),
                       ("Fownhope", 1876), ("Goodrich", 1887), ("Hope", 1898)):  # fmt: skip
        text = f"The bridge of {name}\n\nThe bridge of {name} crosses the river. It was opened to traffic in {year}.\n"
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    services.fill("Papers", folder)
    found = check(services, "The bridge of Goodrich crosses the river. It was opened to traffic in 1887.")
    assert [place_of(one)[0] for one in found.sentences] == ["Goodrich.txt", "Goodrich.txt"]
    wrong = check(services, "The bridge of Goodrich crosses the river. It was opened to traffic in 1889.")
    assert wrong.sentences[1].verdict.is_doubt


@pytest.mark.usefixtures("library")
def test_a_scope_chooses_files_and_libraries(services: Services, tmp_path: Path) -> None:
    rent = "The monthly rent is £950."
    assert check(services, rent, CheckScope(files=("lease.txt",))).sentences[0].verdict is Verdict.SUPPORTED
    outside = check(services, rent, CheckScope("filename:recipe"))
    assert (outside.files, outside.sentences[0].verdict) == (1, Verdict.NOT_SAID)
    with pytest.raises(UserError, match="no file"):
        check(services, rent, CheckScope("type:xlsx"))
    with pytest.raises(UserError, match=r"no file “other\.txt”"):
        check(services, rent, CheckScope(files=("other.txt",)))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "cats.txt").write_text("Cats sleep sixteen hours a day.", encoding="utf-8")
    services.fill("Other", tmp_path / "other")
    (cats,) = check(services, "Cats sleep 16 hours a day.", CheckScope(also=("Other",))).sentences
    assert cats.verdict is Verdict.SUPPORTED
    assert (place_of(cats)[0], cats.place and cats.place.library) == ("cats.txt", "Other")


@pytest.mark.usefixtures("library")
def test_what_was_found_is_kept_until_a_file_changes(services: Services, tmp_path: Path) -> None:
    text = "The monthly rent is £980 [1]. The moon is made of iron.\n\n## References\n\n[1] lease.txt\n"
    first = check(services, text)
    again = check(services, text)
    assert (first.judged, first.kept, again.judged, again.kept) == (2, 0, 0, 2)
    assert again.sentences == first.sentences
    more = check(services, text.replace("The moon", "The gate closes at 20:00. The moon"))
    assert (more.judged, more.kept) == (1, 2)
    assert check(services, text, CheckScope("type:txt")).judged == 2
    lease = tmp_path / "papers" / "lease.txt"
    lease.write_text(FILES["lease.txt"].replace("950", "980"), encoding="utf-8")
    services.ingestion.add("Papers", [lease], services.call())
    services.ingestion.embed("Papers", services.call())
    changed = check(services, text)
    assert (changed.judged, changed.sentences[0].verdict) == (2, Verdict.SUPPORTED)


@pytest.mark.usefixtures("library")
def test_a_check_that_is_stopped_goes_on_where_it_was(services: Services) -> None:
    text = "The monthly rent is £980. The deposit is £1,900. The gate closes at 20:00."
    token = CancelToken()
    call = services.call(token)
    told: list[TextCheckProgress] = []

    def emit(event: object) -> None:
        if isinstance(event, TextCheckProgress):
            told.append(event)
            if event.done == 1:
                token.cancel()

    with calling(type(call)(call.id, token, emit)), pytest.raises(CancelledError):
        check(services, text)
    assert [(one.done, one.total, [each.number for each in one.sentences]) for one in told] == [
        (0, 3, []), (1, 3, [1]),
    ]  # fmt: skip
    with calling(services.call()):
        found = check(services, text)
    assert (found.judged, found.kept) == (2, 1)
    assert [one.verdict for one in found.sentences] == [Verdict.CONTRADICTED, Verdict.SUPPORTED, Verdict.SUPPORTED]


@pytest.mark.usefixtures("library")
def test_what_was_decided_holds_for_the_same_words_and_verdict(services: Services, tmp_path: Path) -> None:
    (rent,) = check(services, "The monthly rent is £980.").sentences
    accepted = FindingDecision(DecisionKind.ACCEPTED, "It rises in May.")
    services.checks.decide("Papers", rent, accepted)
    text = "Good to know: Haustiere sind nicht gestattet. The gate closes at 20:00.\n\nThe monthly\nrent is £980."
    *others, again = check(services, text).sentences
    assert (again.decision, [one.decision for one in others]) == (accepted, [None] * len(others))
    lease = tmp_path / "papers" / "lease.txt"
    lease.write_text(FILES["lease.txt"].replace("950", "980"), encoding="utf-8")
    services.ingestion.add("Papers", [lease], services.call())
    (supported,) = check(services, "The monthly rent is £980.").sentences
    assert (supported.verdict, supported.decision) == (Verdict.SUPPORTED, None)
    lease.write_text(FILES["lease.txt"], encoding="utf-8")
    services.ingestion.add("Papers", [lease], services.call())
    (again,) = check(services, "The monthly rent is £980.").sentences
    assert again.decision == accepted
    services.checks.decide("Papers", again, None)
    assert check(services, "The monthly rent is £980.").sentences[0].decision is None


@pytest.mark.usefixtures("library")
def test_what_was_decided_about_the_inside_of_a_text_holds_while_its_words_and_figures_do(services: Services) -> None:
    text = "# 1 Why\n\nThere are three reasons:\n\n- the moon\n- the sun\n\n# 2 How\n\nSee section 4.\n"
    count, reference = check(services, text).inner
    assert (count.text, count.context, count.decision) == ("three reasons", "There are three reasons:", None)
    dismissed = FindingDecision(DecisionKind.DISMISSED, "The third is below.")
    services.checks.decide("Papers", count, dismissed)
    services.checks.decide("Papers", reference, FindingDecision(DecisionKind.ACCEPTED))
    moved = f"It was hot in town.\n\n{text.replace('the sun', 'the stars')}"
    again = check(services, moved)
    assert [one.decision for one in again.inner] == [dismissed, FindingDecision(DecisionKind.ACCEPTED)]
    assert again.sentences[0].decision is None
    (other, _) = check(services, text.replace("- the sun\n", "- the sun\n- the stars\n- the sea\n")).inner
    assert (other.text, other.decision) == ("three reasons", None)  # four follow: another finding
    (_, elsewhere) = check(services, text.replace("See", "Leave out")).inner
    assert (elsewhere.text, elsewhere.decision) == ("section 4", None)
    services.checks.decide("Papers", count, None)
    assert check(services, text).inner[0].decision is None


@pytest.mark.usefixtures("library")
def test_nothing_is_no_text(services: Services) -> None:
    with pytest.raises(UserError, match="no text to check"):
        check(services, " \n ")


@pytest.mark.usefixtures("library")
def test_the_footnotes_of_a_word_file_name_sources(services: Services, tmp_path: Path) -> None:
    body = '<w:p><w:r><w:t>The deposit is £1,900.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    note = f'<w:footnote w:id="2">{words("Miller, Houses of Ludlow, 2021, p. 7.")}</w:footnote>'
    text = services.checks.text_of(word_file(tmp_path / "draft.docx", body, {"footnotes": note}))
    (deposit,) = check(services, text).sentences
    (own,) = deposit.own
    assert (deposit.verdict, own.verdict, own.page) == (Verdict.SUPPORTED, Verdict.NOT_SAID, "7")
    assert [Path(one).name for one in own.files] == ["houses.txt"]


def test_files_of_any_format_are_read_as_those_of_libraries(services: Services, tmp_path: Path) -> None:
    draft = word_file(tmp_path / "draft.docx", words("The rent is £950."), {})
    assert "The rent is £950." in services.checks.text_of(draft)
    mail = tmp_path / "mail.eml"
    mail.write_text("From: a@b.c\nSubject: Rent\n\nThe gate closes at 20:00.\n", encoding="utf-8")
    assert "The gate closes at 20:00." in services.checks.text_of(mail)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 this is no document")
    for name in ("broken.pdf", "missing.txt"):
        with pytest.raises(UserError, match=name):
            services.checks.text_of(tmp_path / name)
