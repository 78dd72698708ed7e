"""Parse a typed query: words, phrases, exclusions and conditions.

``"exact words"`` must stand so in a passage, ``-word`` and ``-"some words"`` must not (a number behind a minus and an
option of a pasted command are words); ``filename:``, ``type:``, ``folder:``, ``after:``, ``before:`` and ``language:``
narrow down by file, and with a ``-`` before them keep such files out; so do ``author:``, ``year:``, ``collection:`` and
``tag:`` by a file's bibliographic record, ``from:``, ``to:`` and ``subject:`` by who wrote a message to whom and what
about, with what is attached to it. Types are endings ("docx") or kinds ("word": ``readers.formats``), languages two
letters, years one or two of them ("2019-2023", either may be left out). What cannot be read so is searched as it
stands: a quotation mark without its other half, ``note:``, ``after:lunch``.

An option needs a sign of a command: its name before it, a long option or a path in the query, words such as "with" and
"option", or a form that no word has. Names of commands that are also words ("cat", "java", "find") count for letters
without a vowel and for known options alone: "cat -dog" leaves dogs out.
"""

import functools
import mimetypes
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from desktop_rag.core.bibliography import AUTHORS_KEY, YEAR_KEY
from desktop_rag.core.errors import UserError
from desktop_rag.core.mail import COPY_KEY, FROM_KEY, SUBJECT_KEY, TO_KEY
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.formats import of_kind
from desktop_rag.storage.filters import COLLECTION_KEY, CONTAINER_KEY, TAG_KEY, folded
from desktop_rag.text.analyzer import spoken_words
from desktop_rag.text.phrases import Phrase, spoken_line
from desktop_rag.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

_QUOTED = r'"[^"]*"|“[^“”]*”|„[^„“”]*[“”]'  # « » and 「 」 are part of ordinary questions
_PIECE = re.compile(
    rf"(?<!\S)(?P<minus>-?)(?P<key>filename|type|folder|after|before|language|author|year|collection|tag|from|to|subject):(?P<value>{_QUOTED}|[^\s\"]+)(?!\S)"
    rf"|(?<!\S)-(?P<unquoted>{_QUOTED})(?!\w)|(?<!\w)(?P<quoted>{_QUOTED})(?!\w)|(?<!\S)-(?P<excluded>\w\S*)",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
MOST_CONDITIONS = 100
"""How many conditions on files a query may have, each value counted; a thousand are too many for SQLite."""
_YEARS = re.compile(r"(?P<first>\d{4})?(?P<to>-|–|\.\.)?(?P<last>\d{4})?")
_ENDING = re.compile(r"\w{1,12}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-\w+)?")
_REMEMBERED = 64  # phrases: those of a query are looked for in many texts; conditions: while somebody types
_NAME_KEYS = ("file_name", CONTAINER_KEY)
_COMMANDS = frozenset(
    """7z ansible apt apt-get awk bash brew bzip2 cargo chkdsk chmod chown clang cmake cmd cp crontab curl cygpath dd df
    dig diskpart dnf docker du egrep emacs fdisk ffmpeg ffprobe fsck g++ gcc gdb git gpg gradle grep gunzip gzip helm
    ifconfig ipconfig iptables javac journalctl kubectl ln ls lsof magick mkdir mkfs mount msiexec mv mvn mysql
    mysqldump nano netstat nginx ninja nmap npm npx nslookup openssl pandoc pdftotext perl pg_dump php pip pip3
    podman powershell ps psql pwsh pytest python3 regsvr32 rm rmdir robocopy rsync rustc schtasks scp sed sftp sfc
    sqlite3 ssh strace sudo svn systemctl tar taskkill tasklist tee terraform traceroute tsc umount uname unzip useradd
    usermod valgrind vim wc wget xargs xcopy xz yarn yum zip zsh""".split()
)
_WORDS_TOO = frozenset(
    """cat convert cut date file find fold go head java join kill less look make man more node paste ping python ruby
    screen sort split tail test time top touch tree watch which who""".split()
)
_ANNOUNCING = frozenset(
    """with use using option options flag flags switch switches argument arguments parameter parameters
    mit schalter optionen argumente avec con opción parámetro opção parâmetro
    オプション 引数 选项 選項 参数 參數""".split()
)
_KNOWN = frozenset("all classpath cp delete exec help iname jar mtime name print size type version".split())
_CLUSTER = re.compile(r"[b-df-hj-np-tv-z]{2,4}", re.IGNORECASE)
_NO_WORD = re.compile(r"[a-z](?!\w)|f[A-Z]{2,}|\w[\w.-]*=|W[alp],|[\w.-]+:$")  # -v, -fPIC, -std=c11, -Wl,x, "-bash:"
_LONG_OPTION = re.compile(r"(?<!\S)--\w")
_PATH = re.compile(r"(?<!\S)(?:\.{0,2}/\w|~/|[A-Za-z]:\\)")
_CMDLET = re.compile(r"(?<!\S)[A-Z][a-z]+-[A-Z][A-Za-z]+(?!\S)")  # Get-ChildItem -Path
_AROUND = "\"'`$#>()[]{}:,;|&“”„"


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The text searched for (with the words of the phrases), and the conditions that every passage must meet."""

    text: str
    phrases: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    filters: MetadataFilters | None = None

    @property
    def is_plain(self) -> bool:
        """True if the query has only words."""
        return not (self.phrases or self.exclusions or self.filters)

    def accepts(self, *texts: str) -> bool:
        """Return True if a passage (its heading, its text) has every phrase and nothing that is excluded."""
        lines = [spoken_line(text) for text in texts]
        return all(_within(phrase, lines) for phrase in self.phrases) and not any(
            _within(one, lines) for one in self.exclusions
        )


class _QueryParser:
    """A query while it is read."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.phrases: list[str] = []
        self.exclusions: list[str] = []
        self.filters: list[MetadataFilter | MetadataFilters] = []
        self._values = 0

    def take(self, match: re.Match[str]) -> None:
        """Take a special match; one that turns out not to be is text."""
        if match["key"]:
            condition = _condition(match["key"].lower(), _unquoted(match["value"]).strip())
            if condition is not None:
                negated = MetadataFilters([condition], FilterCondition.NOT)
                self._add(negated if match["minus"] else condition, match["value"].count(","))
                return
        elif match["quoted"] is not None:
            phrase = _unquoted(match["quoted"])
            # its words are searched for too: the phrase itself only decides which passages stay
            self.text.append(phrase)
            self.phrases += [phrase] if spoken_words(phrase) else []
            return
        else:
            excluded = _unquoted(match["unquoted"] or match["excluded"])
            is_word = match["excluded"] is None or not is_text(match.string, match.start(), excluded)
            if is_word and spoken_words(excluded):
                self.exclusions.append(excluded)
                return
        self.text.append(match.group())

    def _add(self, condition: MetadataFilter | MetadataFilters, more: int) -> None:
        """Add a condition that ``more`` alternatives extend; raises beyond the maximum of conditions."""
        if condition in self.filters:
            return
        self.filters.append(condition)
        self._values += 1 + more
        if self._values > MOST_CONDITIONS:
            raise UserError(
                UserText("A search can have at most {most} conditions like “type:pdf”.", most=MOST_CONDITIONS),
                "Remove some of them.",
            )


def parse_query(query: str) -> ParsedQuery:
    """Return a parsed query; unknown syntax is searched for as text.

    Raises:
        UserError: it has more than ``MOST_CONDITIONS`` different conditions.

    """
    parser = _QueryParser()
    end = 0
    for match in _PIECE.finditer(query):
        parser.text.append(query[end : match.start()])
        parser.take(match)
        end = match.end()
    # nothing special: the query stays as it was typed
    if not end:
        return ParsedQuery(query)
    parser.text.append(query[end:])
    filters = MetadataFilters(parser.filters) if parser.filters else None
    text = " ".join("".join(parser.text).split())
    return ParsedQuery(text, tuple(parser.phrases), tuple(parser.exclusions), filters)


def phrases_apart(query: str) -> list[str]:
    """Return what a query looks for where each phrase in quotation marks counts by itself, the words outside first."""
    outside: list[str] = []
    phrases: list[str] = []
    end = 0
    for match in _PIECE.finditer(query):
        outside.append(query[end : match.start()])
        end = match.end()
        if match["quoted"] is not None:
            phrases.append(_unquoted(match["quoted"]))
        elif match["key"] is None or _condition(match["key"].lower(), _unquoted(match["value"]).strip()) is None:
            outside.append(match.group())
    words = " ".join("".join([*outside, query[end:]]).split())
    return [one for one in dict.fromkeys([words, *phrases]) if spoken_words(one)]


def conditions_in(query: str) -> list[tuple[int, int, str]]:
    """Return the start, end and text of each condition on files in a query; invalid ones are left out."""
    return [
        (match.start(), match.end(), match.group())
        for match in _PIECE.finditer(query)
        if match["key"] and _condition(match["key"].lower(), _unquoted(match["value"]).strip()) is not None
    ]


@functools.lru_cache(_REMEMBERED)
def _condition(key: str, value: str) -> MetadataFilter | MetadataFilters | None:
    """Return the condition of a ``key:value``, None when the value makes no sense."""
    if key in {"after", "before"}:
        how = FilterOperator.GTE if key == "after" else FilterOperator.LT
        return MetadataFilter("last_modified_date", value, how) if _DATE.fullmatch(value) else None
    if key == "type":
        return _of_types([ending.lstrip("*.").lower() for ending in value.split(",")])
    if key == "language":
        return _in_languages(value.lower().split(","))
    if key == "year":
        return _in_years(value)
    value = unicodedata.normalize("NFC", value).strip("*")
    if key in {"from", "to"} and value[:1].isdigit():  # a time, not a name
        return None
    if key in _RECORD_CONDITIONS:
        return _RECORD_CONDITIONS[key](value) if value else None
    return _named(value) if key == "filename" else _in_folder(value)


def _in_languages(codes: list[str]) -> MetadataFilter | None:
    """Return the condition that a file is in one of these languages."""
    known = all(_LANGUAGE.fullmatch(code) for code in codes)
    return MetadataFilter("language", codes, FilterOperator.IN) if known else None


def _in_years(value: str) -> MetadataFilter | MetadataFilters | None:
    """Return the condition that a file's record has a year, or one between two."""
    found = _YEARS.fullmatch(value)
    if found is None or not (found["first"] or found["last"]) or (found["first"] and found["last"] and not found["to"]):
        return None
    if not found["to"]:
        return MetadataFilter(YEAR_KEY, found["first"] or found["last"])
    ends = ((FilterOperator.GTE, found["first"]), (FilterOperator.LTE, found["last"]))
    return MetadataFilters([MetadataFilter(YEAR_KEY, year, how) for how, year in ends if year])


_RECORD_CONDITIONS: Mapping[str, Callable[[str], MetadataFilter | MetadataFilters]] = {
    "author": lambda name: MetadataFilter(AUTHORS_KEY, name, FilterOperator.TEXT_MATCH_INSENSITIVE),
    "collection": lambda name: MetadataFilter(COLLECTION_KEY, name, FilterOperator.TEXT_MATCH_INSENSITIVE),
    "tag": lambda name: MetadataFilter(TAG_KEY, folded(name), FilterOperator.CONTAINS),
    "subject": lambda words: MetadataFilter(SUBJECT_KEY, words, FilterOperator.TEXT_MATCH_INSENSITIVE),
    "from": lambda name: MetadataFilter(FROM_KEY, name, FilterOperator.TEXT_MATCH_INSENSITIVE),
    "to": lambda name: MetadataFilters(
        [MetadataFilter(key, name, FilterOperator.TEXT_MATCH_INSENSITIVE) for key in (TO_KEY, COPY_KEY)],
        FilterCondition.OR,
    ),
}


def _named(part: str) -> MetadataFilters | None:
    """Return the condition that this is in a file's name, or in that of a file around it."""
    named = [MetadataFilter(key, part, FilterOperator.TEXT_MATCH_INSENSITIVE) for key in _NAME_KEYS]
    return MetadataFilters(named, FilterCondition.OR) if part else None


def _in_folder(path: str) -> MetadataFilters | None:
    """Return the condition that a file lies somewhere below such a folder, whichever way slashes are written."""
    parts = [part for part in re.split(r"[/\\]", path) if part]
    drive = bool(parts) and parts[0].endswith(":")  # nothing stands before it
    # stored paths have the slashes of the system they were read on
    ways = [f"{'' if drive else slash}{slash.join(parts)}{slash}" for slash in "/\\"]
    where = [MetadataFilter("file_path", way, FilterOperator.TEXT_MATCH_INSENSITIVE) for way in ways]
    return MetadataFilters(where, FilterCondition.OR) if parts else None


def _of_types(names: list[str]) -> MetadataFilters | None:
    """Return the condition that a file is of one of these types."""
    known = all(_ENDING.fullmatch(name) for name in names)
    return MetadataFilters([_of_type(name) for name in names], FilterCondition.OR) if known else None


def _of_type(name: str) -> MetadataFilters:
    """Return the condition that a file's name has this ending, or one of this kind of files."""
    formats = of_kind(name)
    endings = sorted({f".{name}"}.union(*(one.endings for one in formats)))
    conditions = [_with_ending(ending) for ending in endings]
    names = sorted(frozenset().union(*(one.file_names for one in formats)))
    return MetadataFilters([*conditions, *([_called(names)] if names else [])], FilterCondition.OR)


def _called(names: Sequence[str]) -> MetadataFilters:
    """Return the condition that a file has one of these names, without an ending."""
    named = [MetadataFilter("file_name", name, FilterOperator.TEXT_MATCH_INSENSITIVE) for name in names]
    dotted = MetadataFilter("file_name", ".", FilterOperator.TEXT_MATCH_INSENSITIVE)
    return MetadataFilters([MetadataFilters(named, FilterCondition.OR), MetadataFilters([dotted], FilterCondition.NOT)])


def _with_ending(ending: str) -> MetadataFilters:
    """Return the condition that a file's name has this ending."""
    media_type = mimetypes.guess_type(f"x{ending}")[0] or "text/plain"
    named = MetadataFilter("file_name", ending, FilterOperator.TEXT_MATCH_INSENSITIVE)
    return MetadataFilters([named, MetadataFilter("file_type", media_type)])


def _unquoted(text: str) -> str:
    """Return a text without the quotation marks around it."""
    return text[1:-1] if re.fullmatch(_QUOTED, text) else text


def _within(phrase: str, lines: Sequence[str]) -> bool:
    """Return True if the words of a phrase stand in one of the texts, one after the other."""
    wanted = _phrase(phrase)
    return any(map(wanted.stands_in, lines))


@functools.lru_cache(_REMEMBERED)
def _phrase(phrase: str) -> Phrase:
    return Phrase(phrase)


def is_text(query: str, start: int, word: str) -> bool:
    """Return True if the ``word`` behind a minus at ``start`` of a query is text: a number, or an option."""
    if word[0].isdigit() or (_NO_WORD.match(word) and word[0].isascii()):
        return True
    if not word.isascii():
        return False
    before = [part.strip(_AROUND).casefold() for part in query[:start].split()]
    before = [part for part in before if part]
    if not before:
        return False
    if before[-1] in _ANNOUNCING or _COMMANDS.intersection(before):
        return True
    if _LONG_OPTION.search(query) or _PATH.search(query) or _CMDLET.search(query[:start]):
        return True
    is_option = _CLUSTER.fullmatch(word) is not None or word.casefold() in _KNOWN
    return is_option and bool(_WORDS_TOO.intersection((before[0], before[-1])))
