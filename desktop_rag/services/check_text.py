"""Check a text against files, sentence by sentence: what they support, what they contradict, and what they don't say.

Each sentence searches by itself, as a question does; a source that it names is tried first. It is judged as a sentence
of an answer is (``citations.align``). Whether a sentence is true is not judged: only what these files say of it.
"""

import hashlib
import logging
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

import msgspec

from desktop_rag import __version__
from desktop_rag.citations.align import Alignment, Sentence, sentences_of
from desktop_rag.citations.look_alikes import head_terms
from desktop_rag.citations.own_citations import CitedText, OwnCitation, cited_text
from desktop_rag.citations.support import unstated_reason
from desktop_rag.citations.wording import common_terms
from desktop_rag.config import Config
from desktop_rag.config.options import JUDGE, SIMILARITY_TOP_K
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import TextCheckProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.parallel import run_ahead
from desktop_rag.core.results.answers import Citation, Source, Verdict
from desktop_rag.core.results.text_checks import (
    CheckScope,
    DecisionKind,
    EvidencePlace,
    Finding,
    FindingDecision,
    InnerFinding,
    OwnSource,
    TextCheck,
    TextSentence,
)
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.evidence.units import TITLE_LENGTH
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor, SpreadFilesPostprocessor
from desktop_rag.readers.formats import is_paged
from desktop_rag.rerankers.judge import judge_of
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.identity import Identities
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.retrievers.relevance import points_back, says_little
from desktop_rag.retrievers.replacements import LibraryReplacements
from desktop_rag.retrievers.small_talk import is_small_talk
from desktop_rag.retrievers.vector import WordsOnlyFallback
from desktop_rag.services.answers.other_libraries import LibrariesRetriever, OpenLibrary
from desktop_rag.services.answers.retriever_factory import SPARE
from desktop_rag.services.calls import ServiceCall, current_call, layered, read_settings
from desktop_rag.services.documents_in_scope import documents_in, path_named
from desktop_rag.services.drafts.draft_files import DraftFiles
from desktop_rag.services.drafts.inner.findings import inner_findings
from desktop_rag.services.drafts.remarks import remarks_of
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.libraries.ingestion import LibraryIngestion
from desktop_rag.services.operations import Service, changes, runs
from desktop_rag.services.review.heads import CLOSING, SALUTATION
from desktop_rag.services.sources import owners_of, to_source
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.records import doc_id_of
from desktop_rag.storage.sqlite.checked_sentences import CheckedSentences
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.decided_sentences import DecidedSentence, DecidedSentences
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.text.analyzer import keyword_terms

VERSION = "2"
"""Of these rules: what other ones found is looked for again."""
_KEEP_SECONDS = 1.0
_LONGEST_TEXT = 1_000_000  # characters, 500 pages
_LONGEST_QUERY = 600  # characters of a sentence with those that it rests on
_MOST_BEFORE = 2  # sentences that another one rests on
_LONGEST_CLOSING = 40  # characters
# Of the terms of a reference, by their weight, a file must have so many at its beginning and in its name; of a few all
_NAMED, _FEW_TERMS = 0.5, 3
_ALIKE = 0.05  # shares as near as this name both files
_MOST_NAMED = 3  # files that one reference means: copies
_MOST_HEADS = 60  # beginnings of files that are read for a reference
_MOST_PASSAGES = 3_000  # with a term; one that more have tells little
_BEST = (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.CONTRADICTED, Verdict.NOT_SAID, Verdict.UNCHECKED)
_OPINION = re.compile(
    r"\b(?:I|we)\s+(?:\w+ly\s+|also\s+|still\s+|do\s+|would\s+)?(?:think|believe|feel|hope|wish|guess|suppose|suggest"
    r"|recommend|propose|prefer|like to|look forward|am (?:glad|happy|sorry|afraid|sure|grateful|delighted)"
    r"|are (?:glad|happy|sorry|afraid|sure|grateful|delighted))\b"
    r"|\b(?:in|to) (?:my|our) (?:opinion|view|mind)\b"
    r"|\b(?:ich|wir)\s+(?:denken?|glauben?|meinen?|finden?|hoffen?|wünschen?|empfehlen?|vermuten?|freuen?|bitten?"
    r"|schlagen?\s.{0,80}\bvor\b|würden?\b.{0,40}\bgern)"
    r"|\b(?:denke|glaube|meine|finde|hoffe|empfehle|vermute)n?\s+(?:ich|wir)\b"
    r"|\b(?:meiner|unserer)\s+(?:Meinung|Ansicht|Auffassung)\b|\b(?:meines|unseres)\s+Erachtens\b"
    r"|\b(?:je|nous)\s+(?:pens|croy?|crois|espér)\w*|\bà (?:mon|notre) avis\b"
    r"|\b(?:creo|creemos|pienso|pensamos|espero|esperamos)\s+que\b|\ben (?:mi|nuestra) opinión\b"
    r"|と(?:思います|思う|考えます|考えている|感じます|期待)|私見では"
    r"|我们?(?:认为|觉得|相信|希望|建议|猜|感到)|在(?:我|我们)看来|依我之见",
    re.IGNORECASE,
)
_END_MARKS = re.compile(r"[^\w\s]*")
_TITLE_LIKE = re.compile(r"[^\d:：.!?。！？;；,，、|]+")
_HEADING = UserText("It is a heading.")
_NO_PASSAGE = UserText("No passage says this.")
_NOT_AMONG = UserText("This source is not among the files.")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the files say of a sentence, as it is kept; ranges of ``differs`` count from its beginning.

    Nothing of the text is kept: how it names its ``own`` sources is added when the sentence is told.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    differs: tuple[tuple[int, int], ...] = ()
    place: EvidencePlace | None = None
    own: tuple[OwnSource, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """A sentence to be judged, at ``begin`` of the text without its citations.

    ``before`` are the heading and the sentences that it may rest on; ``is_resting`` tells that it does. ``own`` are the
    sources that it names, with the files that they mean.
    """

    begin: int
    sentence: Sentence
    before: tuple[str, ...]
    is_resting: bool
    own: tuple[tuple[OwnCitation, tuple[str, ...]], ...]

    @property
    def query(self) -> str:
        """What is searched for."""
        return " ".join((*(self.before if self.is_resting else ()), self.sentence.text))[-_LONGEST_QUERY:]

    @property
    def question(self) -> str:
        """What tells which document it is about, beside its own words: what it says of that one is to be checked."""
        return " ".join(self.before)

    def key(self, state: bytes) -> bytes:
        """Return what identifies it together with the state of the files and how they are searched."""
        told = (self.sentence.text, self.sentence.length, self.query, self.before)
        own = tuple((one.names, one.page, files) for one, files in self.own)
        return hashlib.blake2b(msgspec.json.encode((told, own)) + state, digest_size=16).digest()


class TextChecks(Service):
    """Checks texts of a person, or of any program, against the files of libraries."""

    def __init__(
        self,
        files: IndexFiles,
        embed_models: Embedders,
        vectors: VectorCache,
        config: Config,
        ingestion: LibraryIngestion,
        drafts: DraftFiles,
    ) -> None:
        self._files = files
        self._embed_models = embed_models
        self._vectors = vectors
        self._config = config
        self._ingestion = ingestion
        self._drafts = drafts

    @runs(Lane.LONG, JobKind.READ)
    def text_of(self, path: Path) -> str:
        """Return the text of a file of any format that libraries read.

        That of a draft that ``write_reviewed`` can write back is all of the person: without comments, what was deleted,
        and tables of contents.

        Raises:
            UserError: it cannot be read.
            CancelledError: stopped.

        """
        call = current_call()
        return self._drafts.text(path, call.token) or self._ingestion.text_of(path, call)

    @runs(Lane.LONG, JobKind.READ)
    def write_reviewed(
        self,
        draft: Path,
        check: TextCheck,
        target: Path,
        *,
        footnotes: bool = False,
        replace: bool = False,
        say: Say = str,
    ) -> Path:
        """Write a copy of a draft with what was found in it, and return the file; the draft stays as it is.

        ``check`` is of the text that ``text_of`` returned for the draft. Word files get a comment on each sentence that
        is contradicted, partly supported or said nowhere, and on each inner finding; with ``footnotes`` also a footnote
        that cites the source of each supported one. Markdown gets HTML comments and footnotes, HTML marks and a list.
        Notes of the person go below what was found, and what the person dismissed is left out. ``say`` words what
        stands there in the person's language.

        Raises:
            UserError: remarks cannot be written into files of this format, the draft has changed, the target is the
                draft itself, it exists and ``replace`` is not given, or it cannot be written.
            CancelledError: stopped.

        """
        remarks = tuple(remarks_of(check, say, footnotes=footnotes))
        return self._drafts.write(draft, check.text, remarks, target, current_call().token, replace=replace)

    @runs(Lane.LONG, JobKind.SEARCH)
    def check_text(self, name: str, text: str, scope: CheckScope | None = None) -> TextCheck:
        """Judge each sentence of a text by the files of a scope; ``TextCheckProgress`` tells each as it is done.

        What was found is kept in the library as long as no file changes: who stops continues by another call.

        Raises:
            UserError: there is no text, no such library or file, or no file in the scope that could be read.
            CancelledError: stopped.

        """
        call, started, scope = current_call(), time.monotonic(), scope or CheckScope()
        text = without_surrogates(text)
        if not text.strip():
            raise UserError("There is no text to check.", "Choose a file with text, or paste some.")
        if len(text) > _LONGEST_TEXT:
            raise UserError(
                UserText("The text is too long: {count} characters.", count=f"{len(text):,}"), "Check it in parts."
            )
        with ExitStack() as stack:
            opened = [self._opened(stack, call.token, one) for one in dict.fromkeys((name, *scope.also))]
            # as in answers, the first one has no name
            libraries = [replace(one, name=one.name if place else "") for place, one in enumerate(opened)]
            stack.enter_context(running(call.token))
            files = _ScopedFiles(libraries, scope)
            config = layered(self._config, (read_settings(self._files, self._files.existing(name)),))
            judging = _Judging(libraries, files, self._vectors, config)
            cited = cited_text(text, lambda one: bool(files.meant(one.names)))
            run = _Run(call, name, text, cited, files, judging)
            try:
                run.go(lambda: self._keep(name, run))
            finally:
                self._keep(name, run)
            inner = _with_decisions(inner_findings(text, call.token), files)
        return TextCheck(
            name,
            text,
            tuple(run.done[place] for place in sorted(run.done)),
            files.count,
            files.unread,
            run.judged,
            run.known,
            time.monotonic() - started,
            judging.fallback.notice,
            inner,
        )

    @changes("text_checks")
    def decide(self, name: str, finding: Finding, decision: FindingDecision | None) -> None:
        """Keep what the person decided about a finding, wherever its words stand; None takes it back."""
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            decided, (key, what) = DecidedSentences(storage.connection), _decided_about(finding)
            if decision is None:
                decided.forget(key)
            else:
                decided.put(key, DecidedSentence(what, decision.kind.value, decision.note))

    def _opened(self, stack: ExitStack, token: CancelToken, name: str) -> OpenLibrary:
        path = self._files.existing(name)
        storage = stack.enter_context(self._files.open(path, read_only=True))
        stack.enter_context(interruptible(token, storage.connection))
        stack.enter_context(storage.snapshot())
        return OpenLibrary(name, storage, self._embed_models.of(path))

    def _keep(self, name: str, run: "_Run") -> None:
        """Keep what was found since the last time; a text is checked all the same where that is not possible."""
        found = run.to_keep()
        with contained(_log, "what was found of a text cannot be kept"):
            if found:
                with self._files.open(name) as storage, storage.transaction():
                    CheckedSentences(storage.connection).put(found)


class _Run:
    """One check of a text: ``done`` has its sentences by their place, ``judged`` and ``known`` count them."""

    def __init__(
        self, call: ServiceCall, name: str, text: str, cited: CitedText, files: "_ScopedFiles", judging: "_Judging"
    ) -> None:
        self.done: dict[int, TextSentence] = {}
        self.judged = self.known = 0
        self.kept_at = time.monotonic()
        self._call = call
        self._name = name
        self._text = text
        self._cited = cited
        self._files = files
        self._judging = judging
        self._found: dict[bytes, str] = {}
        self._decided: dict[bytes, DecidedSentence] = {}
        self._total = 0

    def go(self, keep: Callable[[], None]) -> None:
        """Do all sentences: first those that need no judgement, then the others in order; at times call ``keep``."""
        asked = self._planned()
        keys = {place: one.key(self._files.state + self._judging.key) for place, one in asked.items()}
        known = self._files.kept(keys.values())
        waiting: list[tuple[int, _Asked]] = []
        for place, one in asked.items():
            found = _decoded(known.get(keys[place], ""))
            if found is None:
                waiting.append((place, one))
            else:
                self.known += 1
                self.done[place] = self._told(place, one, found)
        self._tell(tuple(self.done[place] for place in sorted(self.done)))
        # while one sentence waits for the model, the next searches
        with closing(run_ahead(self._judging.found, [one for _, one in waiting])) as judged:
            for (place, one), found in zip(waiting, judged, strict=True):
                self._call.token.raise_if_cancelled()
                self._found[keys[place]] = msgspec.json.encode(found, enc_hook=str).decode()
                self.judged += 1
                self.done[place] = self._told(place, one, found)
                self._tell((self.done[place],))
                if time.monotonic() - self.kept_at >= _KEEP_SECONDS:
                    keep()

    def to_keep(self) -> dict[bytes, str]:
        """Return what was found since the last call."""
        found, self._found, self.kept_at = self._found, {}, time.monotonic()
        return found

    def _planned(self) -> dict[int, _Asked]:
        """Return the sentences to be judged, by their place; the others are done."""
        clean, asked = self._cited.clean, dict[int, _Asked]()
        heading, before = "", list[str]()
        spans = sentences_of(clean, self._cited.hints)
        self._total = len(spans)
        originals = (self._cited.original(start, stop) for start, stop, _ in spans)
        self._decided = self._files.decided({_decision_key(self._text[first:last]) for first, last in originals})
        for place, (start, stop, sentence) in enumerate(spans):
            reason = _unasked(clean, start, stop) if sentence is not None else _unstated(clean, start, stop)
            if sentence is None or reason:
                self.done[place] = self._sentence(place, start, stop, _Found(Verdict.UNCHECKED, (reason,)))
                if reason.startswith(_HEADING):
                    heading, before = clean[start:stop].strip("#* "), []
                continue
            own = [self._cited.citations[number] for number in sorted(sentence.hinted)]
            meant = tuple((one, self._files.meant(one.names)) for one in own)
            rests = points_back(sentence.text) or says_little(sentence.text)
            above = (heading, *before[-_MOST_BEFORE:]) if rests else (heading,)
            plain = replace(sentence, hinted=frozenset())
            asked[place] = _Asked(start, plain, tuple(filter(None, above)), rests, meant)
            before.append(sentence.text)
        return asked

    def _told(self, place: int, asked: _Asked, found: _Found) -> TextSentence:
        own = tuple(
            replace(one, written=citation.written) for one, (citation, _) in zip(found.own, asked.own, strict=True)
        )
        return self._sentence(place, asked.begin, asked.begin + asked.sentence.length, replace(found, own=own))

    def _sentence(self, place: int, start: int, stop: int, found: _Found) -> TextSentence:
        first, last = self._cited.original(start, stop)
        text = self._text[first:last]
        decided = self._decided.get(_decision_key(text)) if self._decided else None
        is_same = decided is not None and decided.verdict == found.verdict.value
        return TextSentence(
            place + 1,
            first,
            last,
            text,
            found.verdict,
            found.reasons,
            tuple(self._cited.original(start + a, start + b) for a, b in found.differs),
            found.place,
            found.own,
            _decision(decided) if is_same else None,
        )

    def _tell(self, sentences: tuple[TextSentence, ...]) -> None:
        self._call.emit(TextCheckProgress(self._call.id, self._name, len(self.done), self._total, sentences))


class _Judging:
    """Searches for sentences and judges them, several at once; what is kept in between belongs to all of them."""

    def __init__(
        self, libraries: Sequence[OpenLibrary], files: "_ScopedFiles", vectors: VectorCache, config: Config
    ) -> None:
        self.fallback = WordsOnlyFallback()
        self._libraries = libraries
        self._files = files
        self._vectors = vectors
        self._passages = config[SIMILARITY_TOP_K]
        self._embed_model = libraries[0].embed_model
        self._judge = judge_of(self._embed_model) if config[JUDGE] else None
        storages = [one.storage for one in libraries]
        self._identities = Identities(storages)
        self._replacements = LibraryReplacements(storages)
        self._retrievers: dict[tuple[str, ...] | None, BaseRetriever] = {}

    @property
    def key(self) -> bytes:
        """What identifies how sentences are judged."""
        spaces = [str(one.embed_model.space) for one in self._libraries]
        return repr((__version__, VERSION, spaces, self._judge is not None, self._passages)).encode()

    def found(self, asked: _Asked) -> _Found:
        """Return what the files say of a sentence; its own sources are tried first.

        One that says so, or otherwise, decides. Else the others may say so.
        """
        own, tried = list[OwnSource](), list[_Found]()
        for citation, files in asked.own:
            said = self._compared(asked, files) if files else _Found(Verdict.UNCHECKED, (_NOT_AMONG,))
            reasons = (*said.reasons, *_at_another_page(citation, said))
            own.append(OwnSource("", citation.page, files, said.verdict, reasons, said.place))
            tried.append(said)
        if not any(one.verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED) for one in tried):
            tried = [*tried, self._compared(asked, None)]
        best = min(tried, key=lambda one: _BEST.index(one.verdict))
        return replace(best, own=tuple(own))

    def _compared(self, asked: _Asked, files: tuple[str, ...] | None) -> _Found:
        """Judge a sentence by the passages that are found for it in some files, or in all."""
        nodes = self._searched(asked.query, files)
        sources = [to_source(node, rank) for rank, node in enumerate(nodes, 1)]
        if not sources:
            return _Found(Verdict.NOT_SAID, (_NO_PASSAGE,), ((0, asked.sentence.length),))
        stated = asked.sentence.text
        owners = owners_of(asked.question, nodes, self._identities, self._replacements, stated)
        alignment = Alignment(sources, self._embed_model, self._judge, owners)
        try:
            judgement, citation = alignment.judged(asked.sentence)
        except UserError as error:  # of the model: words are compared all the same
            self.fallback.note(error)
            alignment.compare_words_only()
            judgement, citation = alignment.judged(asked.sentence)
        reasons = judgement.reasons
        if judgement.verdict is Verdict.UNCHECKED and not reasons:
            reasons = (UserText("It only introduces what follows."),)
        place = _place(citation, sources) if citation is not None else None
        return _Found(judgement.verdict, reasons, judgement.unsupported, place)

    def _searched(self, query: str, files: tuple[str, ...] | None) -> list[NodeWithScore]:
        """Return the passages nearest to a sentence, copies only once."""
        if files not in self._retrievers:
            self._retrievers[files] = self._retriever(files)
        nodes = SpreadFilesPostprocessor().postprocess_nodes(self._retrievers[files].retrieve(query))
        return NearDuplicatesPostprocessor(top_n=self._passages).postprocess_nodes(nodes)

    def _retriever(self, files: tuple[str, ...] | None) -> BaseRetriever:
        """Return the search by words and meaning in some files, or in all of the scope."""
        retrievers: dict[str, BaseRetriever] = {}
        for library in self._libraries:
            doc_ids = self._files.doc_ids(library, files)
            if doc_ids is None or doc_ids:
                storage, embed_model = library.storage, library.embed_model
                index = VectorStoreIndex(storage_context=storage, embed_model=embed_model, cache=self._vectors)
                fetched = self._passages * SPARE
                retrievers[library.name] = index.as_retriever(fetched, "hybrid", self.fallback, doc_ids=doc_ids)
        return retrievers[""] if [*retrievers] == [""] else LibrariesRetriever(retrievers)


class _ScopedFiles:
    """The files of a scope in all libraries, their state, and which of them a reference means."""

    def __init__(self, libraries: Sequence[OpenLibrary], scope: CheckScope) -> None:
        self._libraries = libraries
        self._scope = scope
        parsed = parse_query(without_surrogates(scope.query))
        paths = [{one.path for one, _, _ in files_with_metadata(each.storage.connection)} for each in libraries]
        chosen = {path_named(one, set[str]().union(*paths)) for one in scope.files}
        self._readable: dict[str, list[str]] = {}
        found = []
        for library, own in zip(libraries, paths, strict=True):
            if chosen and chosen.isdisjoint(own):
                self._readable[library.name] = []
                continue
            found.append(documents_in(library.storage, parsed, chosen & own))
            self._readable[library.name] = [path for path, _ in found[-1].readable]
        self.unread = tuple(one for each in found for one in each.unread)
        self._meant: dict[str, tuple[str, ...]] = {}
        if not self.count:
            raise UserError("There is no file to check the text against.", "Add files, or choose others.")

    @property
    def count(self) -> int:
        """The number of files that can be read."""
        return sum(map(len, self._readable.values()))

    @cached_property
    def state(self) -> bytes:
        """What is another one once a file of the libraries, or the scope, has changed."""
        states = [CheckedSentences(one.storage.connection).state() for one in self._libraries]
        scope = msgspec.json.encode((self._scope, [one.name for one in self._libraries]))
        return b"".join(states) + hashlib.blake2b(scope).digest()

    def kept(self, keys: Iterable[bytes]) -> dict[bytes, str]:
        """Return what earlier runs found."""
        return CheckedSentences(self._libraries[0].storage.connection).found(list(keys))

    def decided(self, keys: Iterable[bytes]) -> dict[bytes, DecidedSentence]:
        """Return what the person decided about findings, in the library that was asked first."""
        return DecidedSentences(self._libraries[0].storage.connection).found(list(keys))

    def doc_ids(self, library: OpenLibrary, files: Sequence[str] | None) -> list[str] | None:
        """Return the documents that are searched in a library: of all in the scope, or of some files; None for all."""
        own = self._readable[library.name]
        if files is not None:
            return [doc_id_of(file) for file in files if file in own]
        return [doc_id_of(file) for file in own] if self._scope.query.strip() or self._scope.files else None

    def meant(self, names: str) -> tuple[str, ...]:
        """Return the files that the words of a reference mean, () where none or too many fit."""
        if names not in self._meant:
            found = self._named(names) or self._described(names)
            self._meant[names] = tuple(found) if len(found) <= _MOST_NAMED else ()
        return self._meant[names]

    def _named(self, names: str) -> list[str]:
        """Return the files whose names stand in the words of a reference."""
        told = unquote(names).replace("\\", "/").casefold()
        found = []
        for path in self._every:
            name = shown_name(path).casefold()
            place = told.find(name)
            if place >= 0 and not told[place - 1 : place].isalnum() and not told[place + len(name) :][:1].isalnum():
                found.append(path)
        return found

    def _described(self, names: str) -> list[str]:
        """Return the files whose names and beginnings have the words of a reference: author, year, title."""
        terms = [one for one in dict.fromkeys(keyword_terms(names).terms) if one not in common_terms()]
        having = {term: known for term in terms if (known := self._with_term(term))}
        if not having:
            return []
        weights = {term: math.log(1 + self.count / (0.5 + len(having.get(term, ())))) for term in terms}
        likely: dict[str, float] = {}
        for term, known in having.items():
            for path in known:
                likely[path] = likely.get(path, 0.0) + weights[term]
        shares = {
            path: sum(weights[term] for term in terms if term in self._head(path)) / sum(weights.values())
            for path in sorted(likely, key=lambda path: (-likely[path], path))[:_MOST_HEADS]
        }
        best = max(shares.values(), default=0.0)
        needed = 1.0 - 1e-6 if len(terms) <= _FEW_TERMS else _NAMED
        return [path for path, share in shares.items() if share >= max(needed, best - _ALIKE)]

    def _with_term(self, term: str) -> set[str]:
        """Return the files that have a term in their text or name."""
        known = set(self._terms_of_names.get(term, ()))
        for library in self._libraries:
            keywords = library.storage.keywords
            if 0 < keywords.node_counts([term]).get(term, 0) <= _MOST_PASSAGES:
                known |= keywords.paths_with([[term]])
        return known & self._every

    def _head(self, path: str) -> frozenset[str]:
        return head_terms(self._identities.beginning(path), path)

    @cached_property
    def _identities(self) -> Identities:
        return Identities([one.storage for one in self._libraries])

    @cached_property
    def _every(self) -> frozenset[str]:
        return frozenset(path for own in self._readable.values() for path in own)

    @cached_property
    def _terms_of_names(self) -> Mapping[str, Sequence[str]]:
        """The files by the terms of their names."""
        found: dict[str, list[str]] = {}
        for path in sorted(self._every):
            for term in head_terms("", path):
                found.setdefault(term, []).append(path)
        return found


def _decision_key(sentence: str) -> bytes:
    """Return what identifies a sentence wherever it stands; how its lines end does not count."""
    return hashlib.blake2b(" ".join(sentence.split()).encode(), digest_size=16).digest()


def _decided_about(finding: Finding) -> tuple[bytes, str]:
    """Return what identifies a finding wherever its words stand, and what was found."""
    if isinstance(finding, TextSentence):
        return _decision_key(finding.text), finding.verdict.value
    return _inner_key(finding), f"inner {finding.kind.value}"


def _inner_key(finding: InnerFinding) -> bytes:
    """Return what identifies what does not fit: its words, those around them, and the figures that tell why."""
    reason = finding.reason
    told = sorted(reason.values.items()) if isinstance(reason, UserText) else reason
    words = (" ".join(finding.text.split()), " ".join(finding.context.split()))
    return hashlib.blake2b(msgspec.json.encode((finding.kind, *words, told)), digest_size=16).digest()


def _with_decisions(found: Sequence[InnerFinding], files: "_ScopedFiles") -> tuple[InnerFinding, ...]:
    keys = [_inner_key(one) for one in found]
    decided = files.decided(keys)
    return tuple(replace(one, decision=_decision(decided.get(key))) for one, key in zip(found, keys, strict=True))


def _decision(decided: DecidedSentence | None) -> FindingDecision | None:
    return FindingDecision(DecisionKind(decided.decision), decided.note) if decided is not None else None


def _unstated(text: str, start: int, stop: int) -> str:
    """Return why a sentence is none that could be judged; the marks behind ``stop`` tell a question."""
    marks = _END_MARKS.match(text, stop)
    return unstated_reason(text, start, marks.end() if marks else stop) or UserText(
        "It is code, or the head of a table."
    )


def _unasked(text: str, start: int, stop: int) -> str:
    """Return why a sentence of a letter or a draft states nothing that files could say, "" where it does."""
    sentence = text[start:stop].strip()
    line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", stop)
    line = text[line_start : line_end if line_end >= 0 else len(text)].strip()
    if not any(map(str.isalpha, sentence)):
        return UserText("It has no words.")
    is_closing = len(line) <= _LONGEST_CLOSING and CLOSING.search(line) is not None
    if SALUTATION.match(line) or is_closing or is_small_talk(sentence):
        return UserText("It is a courtesy.")
    if _OPINION.search(sentence):
        return UserText("It tells an opinion, a wish or a feeling.")
    above = text[:line_start].rstrip(" \t\n")
    stands_alone = not above or text[len(above) : line_start].count("\n") > 1
    is_title = stands_alone and len(line) <= TITLE_LENGTH and _TITLE_LIKE.fullmatch(line) is not None
    return _HEADING if is_title and not line.startswith(("-", "*", "•", ">")) else ""


def _at_another_page(citation: OwnCitation, found: _Found) -> Iterator[str]:
    """Yield a sentence about the page where a source says so, which is not the one that the text gives."""
    place = found.place
    if not citation.page or place is None or found.verdict is not Verdict.SUPPORTED or not is_paged(place.file):
        return
    if citation.page not in (place.page_label, str(place.page)):
        yield UserText(
            "It stands on page {page}, not on page {cited}.", page=place.page_label or place.page, cited=citation.page
        )


def _place(citation: Citation, sources: Sequence[Source]) -> EvidencePlace:
    """Return where the words stand that a sentence rests on."""
    source = next(one for one in sources if one.rank == citation.marker)
    label = source.page_label if citation.page == source.page else ""
    return EvidencePlace(
        citation.file, citation.page, label, citation.start, citation.end, citation.quote, source.library
    )


def _decoded(text: str) -> _Found | None:
    """Return what was kept, None where there is nothing or somebody else wrote it."""
    try:
        return msgspec.json.decode(text, type=_Found) if text else None
    except (msgspec.MsgspecError, RecursionError):
        return None
