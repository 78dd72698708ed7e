"""Makes evidence packs of answers, review tables and checked texts, and checks them."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from desktop_rag import __version__
from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import SIGN_PACKS
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.errors import BugError, UserError, reason_of
from desktop_rag.core.file_paths import file_label, is_earlier, shown_path
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.private_files import make_private_file
from desktop_rag.core.results.answers import Answer, Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource, ItemLook
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.results.packs import SCRIPT, PackCheck, SigningKey
from desktop_rag.core.results.review import TableDefinition
from desktop_rag.core.results.text_checks import VERDICTS, CheckScope, TextCheck
from desktop_rag.core.unfinished import rename_exclusively, unfinished_file
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import ScratchFolder
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.calls import current_call
from desktop_rag.services.exports.document import one_line
from desktop_rag.services.libraries.pages import Pages
from desktop_rag.services.operations import Service, runs
from desktop_rag.services.packs.locating import PackFiles
from desktop_rag.services.packs.manifest import Manifest, PackItem, PackSource, Signer, read_manifest
from desktop_rag.services.packs.page import PDF_STYLE, RENDERING, page_parts, page_pieces
from desktop_rag.services.packs.pdf import write_pack_pdf
from desktop_rag.services.packs.sealing import (
    Opened,
    PackError,
    canonical,
    fingerprint,
    opened,
    pictures,
    read_bounded,
    sealed,
    sha256,
)
from desktop_rag.services.packs.signing import PackSigner, is_signed
from desktop_rag.services.packs.told import Told, of_answer, of_table, of_text
from desktop_rag.services.proof.items import AnswerItems, SourceReader, table_items, text_items
from desktop_rag.services.proof.look_again import SecondLook
from desktop_rag.services.review.tables import ReviewTables
from desktop_rag.storage.index_files import IndexFiles

SUFFIXES = (".html", ".pdf")
_SECONDS = 600.0
_MOST_ITEMS = 5_000
_NO_SIGNATURE = b"\0" * 64
_PROBLEMS = {
    "no pack": UserText("It is not an evidence pack, or its proof was removed."),
    "changed": UserText("It was changed after it was made."),
    "signature": UserText("Its signature is not that of the key that it names."),
    "newer": UserText("A later version of the program made it."),
    "too large": UserText("It is too large for an evidence pack."),
    "not ours": UserText("It is whole, but not as this program makes evidence packs."),
    "shows": UserText("It shows words other than those it proves."),
}


@dataclass(frozen=True, slots=True)
class _Writing:
    """How a pack is to be written."""

    target: Path
    replace: bool
    sign: bool
    full_paths: bool
    say: Say


class Packs(Service):
    """Makes and checks evidence packs: proof for people who do not have the program.

    The format follows from the end of the file's name, one of ``SUFFIXES``. Packs name files from the folder of their
    library on, or with ``full_paths`` by where they lie. With ``sign`` they are signed by this person's key; the
    settings say whether where that is None. ``say`` words what stands beside sentences and quotations.
    """

    def __init__(
        self,
        files: IndexFiles,
        pages: Pages,
        tables: ReviewTables,
        second_look: SecondLook,
        secrets: Secrets,
        config: Config,
        processes: ChildProcesses,
        scratch: ScratchFolder,
    ) -> None:
        self._files = files
        self._pages = pages
        self._tables = tables
        self._second_look = second_look
        self._signer = PackSigner(secrets)
        self._config = config
        self._processes = processes
        self._scratch = scratch

    @runs(Lane.LONG, JobKind.READ)
    def answer(
        self,
        answer: Answer,
        library: str,
        target: Path,
        *,
        asked_at: float | None = None,
        replace: bool = False,
        sign: bool | None = None,
        full_paths: bool = False,
        say: Say = str,
    ) -> Path:
        """Write the pack of an answer of a library, asked at a time in seconds since 1970, and return the file.

        Raises:
            UserError: there is nothing to prove, the name has no known ending, the file exists and ``replace`` is not
                given, or it cannot be written; or the key for signing cannot be had.
            CancelledError: stopped.

        """
        writing = self._writing(target, say, replace=replace, sign=sign, full_paths=full_paths)
        with SourceReader(self._files, library, current_call().token) as reader:
            items = list(AnswerItems(answer, reader).items())
            told = of_answer(answer, library, asked_at, reader, items)
            return self._write(told, items, reader, writing)

    @runs(Lane.LONG, JobKind.READ)
    def table(
        self,
        name: str,
        definition: TableDefinition,
        target: Path,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        replace: bool = False,
        sign: bool | None = None,
        full_paths: bool = False,
        say: Say = str,
    ) -> Path:
        """Write the pack of a review table as far as it is filled, each found cell an item; see ``answer``."""
        writing = self._writing(target, say, replace=replace, sign=sign, full_paths=full_paths)
        table = self._tables.read(name, definition, overrides=overrides)
        with SourceReader(self._files, name, current_call().token) as reader:
            items = list(table_items(table, reader))
            return self._write(of_table(table), items, reader, writing)

    @runs(Lane.LONG, JobKind.READ)
    def text(
        self,
        found: TextCheck,
        target: Path,
        *,
        title: str = "",
        scope: CheckScope | None = None,
        replace: bool = False,
        sign: bool | None = None,
        full_paths: bool = False,
        say: Say = str,
    ) -> Path:
        """Write the pack of a text that was checked, called ``title``, in a scope; see ``answer``."""
        writing = self._writing(target, say, replace=replace, sign=sign, full_paths=full_paths)
        with SourceReader(self._files, found.library, current_call().token) as reader:
            items = list(text_items(found, reader))
            return self._write(of_text(found, title, scope or CheckScope()), items, reader, writing)

    @runs(Lane.LONG, JobKind.READ)
    def key(self) -> SigningKey:
        """Return the public half of the key that signs packs; it is made where there is none.

        Raises:
            UserError: it cannot be kept.

        """
        return self._signer.told()

    @runs(Lane.LONG, JobKind.READ)
    def verify(
        self, file: Path, *, library: str = "", folder: Path | None = None, only_file: bool = False
    ) -> PackCheck:
        """Check whether a pack is whole, and whether what it proves still holds.

        Its files are looked for in ``library``, or else the one that it names, and in ``folder``. With ``only_file``
        neither is looked at.

        Raises:
            UserError: the file cannot be read, or there is no such library.
            CancelledError: stopped.

        """
        try:
            data = read_bounded(file)
            found = opened(data)
            if found.signature and not is_signed(found.manifest, found.signature, found.public_key):
                raise PackError("signature")  # noqa: TRY301 - as all others
            manifest = read_manifest(found.read)
            is_page = found.parts[0].lstrip()[:9].lower() == b"<!doctype"
            if is_page and manifest.rendering == RENDERING and _drawn_again(manifest, found) != found.parts:
                raise PackError("shows")  # noqa: TRY301
        except PackError as error:
            return PackCheck(str(file), is_whole=False, problem=_PROBLEMS[error.args[0]])
        except OSError as error:
            raise UserError(
                UserText("“{name}” cannot be read: {reason}.", name=file.name, reason=reason_of(error)),
                "Check that it exists and that you have permission to read it.",
            ) from error
        notices = []
        if not is_page:
            notices.append(
                UserText("What a PDF shows cannot be compared with its proof. Go by the sentences listed here.")
            )
        elif manifest.rendering != RENDERING:
            notices.append(UserText("Another version of the program drew this page. Go by the sentences listed here."))
        own = self._signer.public_key(make=False) if found.public_key else b""
        check = PackCheck(
            str(file),
            is_whole=True,
            kind=manifest.kind,
            title=manifest.title,
            library=manifest.library,
            made_at=manifest.made_at,
            program=manifest.program,
            fingerprint=fingerprint(found.public_key) if found.public_key else "",
            is_own=bool(own) and own == found.public_key,
            sentences=len(manifest.items),
            notices=tuple(notices),
        )
        return check if only_file else replace(check, items=self._looks(manifest, library, folder))

    def _writing(self, target: Path, say: Say, *, replace: bool, sign: bool | None, full_paths: bool) -> _Writing:
        """Return how a pack is to be written, once it is known that it can be."""
        check_target(target, replace=replace)
        return _Writing(target, replace, self._config[SIGN_PACKS] if sign is None else sign, full_paths, say)

    def _looks(self, manifest: Manifest, library: str, folder: Path | None) -> tuple[ItemLook, ...]:
        """Look at the items of a pack again."""
        if library:
            self._files.existing(library)
        with ExitStack() as stack:
            files = PackFiles(self._files, library, folder, current_call().token, stack)
            return self._second_look.look([item.evidence for item in manifest.items], files.locate)

    def _write(self, told: Told, items: Sequence[EvidenceItem], reader: SourceReader, writing: _Writing) -> Path:
        """Write a pack whole, or not at all."""
        if not items:
            raise UserError("There is nothing here to prove.", "Choose an answer with sentences, or a filled table.")
        if len(items) > _MOST_ITEMS:
            most = f"{_MOST_ITEMS:,}"
            raise UserError(
                UserText("An evidence pack holds at most {most} sentences or cells.", most=most),
                "Make one for each part.",
            )
        images: dict[str, bytes] = {}
        manifest = self._manifest(told, items, reader, writing, images)
        data = self._pdf(manifest, images) if writing.target.suffix.lower() == ".pdf" else self._page(manifest, images)
        current_call().token.raise_if_cancelled()
        try:
            with unfinished_file(writing.target, self._files.folder) as part:
                make_private_file(part)
                part.write_bytes(data)
                if writing.replace:
                    check_target(writing.target, replace=True)
                    part.replace(writing.target)
                else:
                    rename_exclusively(part, writing.target)
        except FileExistsError as error:
            raise _there_already(writing.target) from error
        except OSError as error:
            raise UserError(
                UserText("“{name}” cannot be written: {reason}.", name=writing.target.name, reason=reason_of(error)),
                "Close the file if another program has it open, or choose another folder.",
            ) from error
        return writing.target

    def _manifest(
        self,
        told: Told,
        items: Sequence[EvidenceItem],
        reader: SourceReader,
        writing: _Writing,
        images: dict[str, bytes],
    ) -> Manifest:
        """Return the manifest; ``images`` takes the clipped pages by their hash."""
        say = writing.say
        packed = []
        for item in items:
            current_call().token.raise_if_cancelled()
            sources = tuple(self._source(one, told.library, reader, writing, images) for one in item.sources)
            is_plain = item.by_quotation and item.verdict is Verdict.UNCHECKED
            packed.append(
                PackItem(
                    item.number,
                    one_line(item.text),
                    one_line(item.label),
                    item.verdict,
                    "" if is_plain else say(VERDICTS[item.verdict]),
                    tuple(one_line(say(reason)) for reason in item.reasons),
                    tuple(one_line(one) for one in item.context),
                    item.by_quotation,
                    sources,
                )
            )
        signer = None
        if writing.sign:
            key = self._signer.public_key()
            signer = Signer("Ed25519", key.hex(), fingerprint(key))
        made_at = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        program = f"Desktop RAG {__version__}"
        facts = (*told.facts, UserText("Made at {time} (UTC) by {program}.", time=made_at, program=program))
        return Manifest(
            told.kind,
            one_line(told.title),
            told.library,
            program,
            made_at,
            tuple(one_line(say(fact)) for fact in facts),
            tuple(one_line(say(line)) for line in told.not_checked),
            tuple(packed),
            _labels(say),
            RENDERING,
            signer,
        )

    def _source(
        self,
        source: EvidenceSource,
        library: str,
        reader: SourceReader,
        writing: _Writing,
        images: dict[str, bytes],
    ) -> PackSource:
        picture, note = b"", source.note
        if not note and is_paged(source.file):
            picture, note = self._picture(source)
        image = sha256(picture) if picture else ""
        if image:
            images[image] = picture
        own = source.library or library
        file = source.file if writing.full_paths else reader.below_folder(own, source.file)
        return PackSource(
            file=file,
            place=one_line(_place(source, library, writing)),
            library=own,
            page=source.page,
            page_label=source.page_label,
            start=source.start,
            end=source.end,
            quote=one_line(source.quote),
            passage=source.passage,
            passage_sha256=sha256(source.passage.encode("utf-8", "surrogatepass")),
            mark=source.mark,
            file_sha256=source.file_sha256,
            content=source.content,
            note=one_line(writing.say(note)),
            image=image,
        )

    def _picture(self, source: EvidenceSource) -> tuple[bytes, str]:
        """Return the clipped page of a source, or why there is none."""
        span = (source.start, source.end)
        try:
            clip = self._pages.clip(source.library, source.file, page=source.page, span=span)
        except UserError as error:
            return b"", str(error)
        return (clip.png, "") if clip is not None else (b"", UserText("These words could not be found on the page."))

    def _page(self, manifest: Manifest, images: Mapping[str, bytes]) -> bytes:
        return self._sealed(manifest, page_parts(manifest, images))

    def _pdf(self, manifest: Manifest, images: Mapping[str, bytes]) -> bytes:
        """Lay the pack out in a child process, with lines of the right length where manifest and seal will be."""
        first = canonical(manifest.as_json())
        seal = canonical(sealed(first, _NO_SIGNATURE if manifest.signer else b""))
        place = self._scratch.folder / f"pack-{uuid4().hex}.pdf"
        pieces, attached = list(page_pieces(manifest, images)), {"manifest.json": first, "seal.json": seal}
        try:
            token = current_call().token
            arguments = (pieces, manifest.title, PDF_STYLE, attached, place)
            self._processes.run(write_pack_pdf, *arguments, seconds=_SECONDS, token=token)
            data = place.read_bytes()
        finally:
            place.unlink(missing_ok=True)
        before, _, rest = data.partition(first)
        between, _, behind = rest.partition(seal)
        return self._sealed(manifest, (before, between, behind))

    def _sealed(self, manifest: Manifest, parts: tuple[bytes, bytes, bytes]) -> bytes:
        """Return a pack of its three parts, the manifest and the seal."""
        before, between, behind = parts
        line = canonical(replace(manifest, parts=(sha256(before), sha256(between), sha256(behind))).as_json())
        signature = self._signer.sign(line) if manifest.signer else b""
        data = b"".join((before, line, between, canonical(sealed(line, signature)), behind))
        try:
            opened(data)
        except PackError as error:
            if error.args[0] == "too large":
                raise UserError("This is too much for an evidence pack.", "Make one for each part.") from error
            raise BugError("an evidence pack is not whole") from error
        return data


def check_target(target: Path, *, replace: bool) -> None:
    """Make sure that a pack can be written in a known format, and that nothing is lost by it.

    Raises:
        UserError: it cannot, or there is a file that is not to be replaced.

    """
    if target.suffix.lower() not in SUFFIXES:
        raise UserError(
            UserText("“{name}” is no name for an evidence pack.", name=target.name),
            UserText("Let its name end in {known}.", known=" or ".join(SUFFIXES)),
        )
    if target.is_dir() or (target.exists() and not replace):
        raise _there_already(target)


def _there_already(target: Path) -> UserError:
    return UserError(UserText("There is already a file at {file}.", file=target), "Choose another name.")


def _drawn_again(manifest: Manifest, found: Opened) -> tuple[bytes, bytes, bytes] | None:
    """Return the page that shows what a manifest says, with the pictures of the page; None where some cannot be."""
    from base64 import b64decode

    images: dict[str, bytes] = {}
    try:
        for encoded in pictures(found.parts[0]):
            png = b64decode(encoded, validate=True)
            images[sha256(png)] = png
        return page_parts(manifest, images)
    except (ValueError, KeyError):
        return None


def _labels(say: Say) -> dict[str, str]:
    """Return the fixed words of a page."""
    return {
        "pack": say(UserText("Evidence pack")),
        "not_checked": say(UserText("What could not be checked")),
        "file_hash": say(UserText("SHA-256 of the file")),
        "passage_hash": say(UserText("SHA-256 of the passage")),
        "image_hash": say(UserText("SHA-256 of the picture")),
        "signed": say(UserText("Signed with the Ed25519 key whose fingerprint is")),
        "unsigned": say(
            UserText("This pack is not signed. It reveals damage and careless changes, but not who made it.")
        ),
        "verify": say(UserText("To check it with Desktop RAG: desktop-rag verify FILE")),
        "without": say(
            UserText(
                "To check it without: python {script} FILE. The script comes with the program and its source code, and "
                "needs nothing but Python.",
                script=SCRIPT,
            )
        ),
    }


def _place(source: EvidenceSource, library: str, writing: _Writing) -> str:
    """Return “report.pdf, page 3”, and the library where it is another."""
    file = shown_path(source.file) if writing.full_paths else file_label(source.file)
    label = source.page_label or str(source.page)
    inside = ""
    if has_slides(source.file):
        inside = writing.say(UserText("slide {label}", label=label))
    elif is_paged(source.file) and not is_earlier(source.file):
        inside = writing.say(UserText("page {label}", label=label))
    other = "" if source.library in ("", library) or source.library.startswith(ATTACHED) else source.library
    return ", ".join(part for part in (file, inside, other) if part)
