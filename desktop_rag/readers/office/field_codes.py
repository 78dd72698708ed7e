"""Fields of Word files whose result is drawn by Word and stands nowhere: signs, formulas, buttons."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from desktop_rag.readers import formulas
from desktop_rag.readers.formulas import Piece
from desktop_rag.readers.symbol_fonts import sign_of

_WORDS = re.compile(r'"([^"]*)"|(\S+)')
_SWITCH = re.compile(r"\\(?:\*\s*(?:\"[^\"]*\"|\S+)|[a-z]+\s*-?\d*)\s*", re.IGNORECASE)
_DEEPEST = 20


def text_of_code(code: str) -> str:
    """Return the text Word draws for the code of a field; "" for fields whose result is text."""
    kind, _, rest = code.strip().partition(" ")
    match kind.upper():
        case "SYMBOL":
            return _symbol(rest)
        case "EQ":
            return _Equation(rest).text()
        case "MACROBUTTON" | "GOTOBUTTON":
            return rest.strip().partition(" ")[2].strip()
    return ""


def address_of_code(code: str) -> str:
    """Return the target of a field's code, "" for one that is no link to somewhere else."""
    words = [quoted or plain for quoted, plain in _WORDS.findall(code)]
    if not words or words[0].upper() != "HYPERLINK":
        return ""
    target = anchor = ""
    for place, word in enumerate(words[1:], 1):
        if word.startswith("\\"):
            anchor = words[place + 1] if word == "\\l" and place + 1 < len(words) else anchor
        elif not target and words[place - 1] not in {"\\l", "\\o", "\\t"}:
            target = word
    return f"{target}#{anchor}" if target and anchor else target


def _symbol(rest: str) -> str:
    words = [quoted or plain for quoted, plain in _WORDS.findall(rest)]
    font = next((words[place + 1] for place, word in enumerate(words[:-1]) if word.lower() == "\\f"), "")
    code = words[0] if words else ""
    if re.fullmatch(r"0[xX][0-9a-fA-F]{1,6}", code):
        number = int(code, 16)
    elif re.fullmatch(r"\d{1,6}", code):
        number = int(code)
    else:
        return code[:1]
    if not font and number < 0x100:
        return bytes([number]).decode("cp1252", "ignore")
    return sign_of(number, font)


class _Call(NamedTuple):
    """A switch of an equation with its arguments."""

    name: str
    options: str
    arguments: list[Piece]


class _Equation:
    r"""Writes the code of a field EQ, as ``\f(1,2)``, ``\r(3,x)`` or ``x\s\up8(2)``."""

    def __init__(self, code: str) -> None:
        self._code = re.sub(r"\\\*\s*(?:\"[^\"]*\"|\S+)", " ", code).strip()
        self._at = 0

    def text(self) -> str:
        return " ".join(formulas.joined(self._row("", 0)).text.split())

    def _row(self, ends: str, depth: int) -> list[Piece]:
        """Return the pieces up to one of the signs ``ends``."""
        pieces: list[Piece] = []
        while self._at < len(self._code) and self._code[self._at] not in ends:
            call = self._call(depth) if self._code[self._at] == "\\" else None
            if call is None:
                pieces.append(Piece(self._letter()))
            elif call.name == "s":
                base = pieces.pop() if pieces and not pieces[-1].text.isspace() else Piece("")
                script = call.arguments[0].text
                low, high = (script, "") if "do" in call.options else ("", script)
                pieces.append(formulas.scripted(base, low, high) if base.text else Piece(script))
            else:
                pieces.append(_drawn(call))
        return list(_runs(pieces))

    def _letter(self) -> str:
        if self._code[self._at] == "\\":  # before a sign that would mean something else
            self._at += 1
        letter = self._code[self._at : self._at + 1]
        self._at += 1
        return letter

    def _call(self, depth: int) -> _Call | None:
        match = re.compile(r"\\([a-z])((?:\s*\\[a-z]+\s*-?\d*)*)\s*\(", re.IGNORECASE).match(self._code, self._at)
        if match is None or depth > _DEEPEST:
            return None
        self._at = match.end()
        arguments: list[Piece] = []
        while True:
            arguments.append(formulas.joined(self._row(",;)", depth + 1)))
            sign = self._code[self._at : self._at + 1]
            self._at += 1
            if sign not in {",", ";"}:
                trimmed = [one._replace(text=one.text.strip()) for one in arguments]
                return _Call(match[1].lower(), match[2].lower(), trimmed)


def _runs(pieces: list[Piece]) -> Iterator[Piece]:
    """Yield pieces with single letters that follow each other as one."""
    plain = ""
    for piece in pieces:
        if len(piece.text) == 1 and not piece.free:
            plain += piece.text
            continue
        if plain:
            yield Piece(plain)
            plain = ""
        yield piece
    if plain:
        yield Piece(plain)


def _drawn(call: _Call) -> Piece:
    first, second, *more = [*call.arguments, Piece(""), Piece("")]
    match call.name:
        case "f":
            return formulas.fraction(first, second)
        case "r":
            return formulas.root(second, first.text) if second.text else formulas.root(first)
        case "b":
            return formulas.delimited([first])
        case "i":
            sign = "Σ" if "su" in call.options else "Π" if "pr" in call.options else "∫"
            return formulas.joined([formulas.scripted(Piece(sign, closed=False), first.text, second.text), more[0]])
        case "o":  # one over the other: readings above words are written so
            return call.arguments[-1]
        case "a":
            return formulas.matrix([[one] for one in call.arguments], brackets=False)
        case "l":
            return Piece(",".join(one.text for one in call.arguments))
    return first
