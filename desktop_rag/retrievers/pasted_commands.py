"""Tells whether ``-word`` in a query is an option of a command somebody pasted, or a word to be left out.

An option needs a sign of a command: its name before it, a long option or a path in the query, words such as "with" and
"option", or a form that no word has. Names of commands that are also words ("cat", "java", "find") count for letters
without a vowel and for known options alone: "cat -dog" leaves dogs out.
"""

import re

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
