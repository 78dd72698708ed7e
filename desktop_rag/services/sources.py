"""Retrieved nodes as they are shown, and the documents that they are of."""

from collections.abc import Mapping, Sequence

from desktop_rag.citations.owners import Owners
from desktop_rag.core.bibliography import CITED_KEY, ZOTERO_KEY
from desktop_rag.core.file_paths import file_label, shown_path
from desktop_rag.core.mail import mail_cited_as
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.readers.formats import has_slides, is_mail, is_paged
from desktop_rag.readers.section_headings import heading_text
from desktop_rag.readers.stamps import is_noted
from desktop_rag.retrievers.identity import Identities
from desktop_rag.retrievers.replacements import LibraryReplacements

LIBRARY_KEY = "asked_library"
"""The metadata of a passage that is of another library than the one that was asked first."""


def to_source(found: NodeWithScore, rank: int) -> Source:
    """Return a retrieved node as the source number ``rank`` (from 1); one that a program stored may be of no file."""
    node = found.node
    metadata, passage = node.metadata, passage_of(node)
    page = metadata.get("page_number")
    return Source(
        rank=rank,
        score=found.get_score(),
        file=str(metadata.get("file_path") or ""),
        page=page if isinstance(page, int) and page > 0 else 1,
        page_label=str(metadata.get("page_label") or ""),
        start=node.start_char_idx or 0,
        end=node.end_char_idx or 0,
        text=node.text,
        node_id=node.node_id,
        found_by=found.found_by,
        heading=str(metadata.get("heading", "")),
        library=str(metadata.get(LIBRARY_KEY, "")),
        runs_on=passage.runs_on,
        runs_from=passage.runs_from,
        cited_as=cited_as(metadata),
        zotero=str(metadata.get(ZOTERO_KEY) or ""),
    )


def cited_as(metadata: Mapping[str, object], file: str = "") -> str:
    """Return how the record of a file cites it; a message by who wrote it to whom."""
    if written := metadata.get(CITED_KEY):
        return str(written)
    return mail_cited_as(metadata) if is_mail(file or str(metadata.get("file_path") or "")) else ""


def owners_of(
    question: str,
    nodes: Sequence[NodeWithScore],
    identities: Identities,
    replacements: LibraryReplacements,
    matter: str = "",
) -> Owners:
    """Return the documents of nodes as what says which of them a question, and what answers it, is about.

    What newer documents may have changed is the ``matter``, without one the question.
    """
    paths = {str(found.node.metadata.get("file_path")): found.node.ref_doc_id or "" for found in nodes}
    deficits = identities.deficits(question, list(paths.values()))
    beginnings = {path: identities.beginning(path) for path in paths}
    replaced = replacements.newer(matter or question, paths.values())
    newer = {path: [one.path for one in replaced.get(doc_id, ())] for path, doc_id in paths.items()}
    return Owners(question, dict(zip(paths, deficits, strict=True)), beginnings, newer)


def source_place(source: Source, say: Say = str, *, full_path: bool = False) -> str:
    """Return “report.pdf, page 3” in the words of ``say``, a section where there are no pages, and another library.

    Of a file with a bibliographic record “Miller 2021, page 3 (report.pdf)”. With ``full_path`` where the file lies.
    """
    file = shown_path(source.file) if full_path else file_label(source.file)
    name = say(source_name(source))
    label = source.page_label or str(source.page)
    heading = say(heading_text(source.heading.rsplit(" > ", 1)[-1]))
    inside = ""
    if has_slides(source.file):
        inside = say(UserText("slide {label}", label=label))
    elif is_paged(source.file):
        inside = say(UserText("page {label}", label=label))
    elif heading and heading != file:
        inside = say(UserText("“{text}”", text=heading))
    library = "" if source.library.startswith(ATTACHED) else source.library
    if not source.cited_as:
        return ", ".join(part for part in (file, inside, library) if part)
    place = ", ".join(part for part in (name, inside, library) if part)
    return place if is_noted(source.file) and not full_path else f"{place} ({file})"


def source_name(source: Source) -> str:
    """Return what a source is called: as a text cites it where it has a record, else by the name of its file."""
    if not source.cited_as:
        return file_label(source.file)
    return UserText("Notes on {work}", work=source.cited_as) if is_noted(source.file) else source.cited_as
