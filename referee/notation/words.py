"""Words of a line: splitting it, keeping columns, and matching a shortened word with full names."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from referee.components.wording import ROMAN
from referee.ruleset import NotUnderstood

LONGEST_LINE = 32_000
"""Characters of any line: a whole position, or a note of many pages. A paste that went wrong is longer."""

MOST_WORDS = 500
"""Words of a line, a quoted text being one: nobody reports more at once, and each is tried as many things."""

PLAIN = ("y", "yes", "n", "no", "none", "nothing")
"""A plain yes or no. It goes before any name that it begins."""

PATIENCE = 500
"""How much of a file may be unreadable before the rest is left alone, see `strain`: then it is another thing."""

_STROKES = str.maketrans(
    {"ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n"}
)
"""Letters that are no plain letter with an accent, and how they are typed on a keyboard without them."""

_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of characters that no keyboard at a table sends."""

NUMBER = re.compile(r"[-+]?\d{1,9}")
MEASURE = re.compile(r"[-+]?\d{1,9}(\.\d{1,4})?")

SIDE_PREFIX = re.compile(r'\s*([^\s>"]{1,40})\s*>\s*')
"""The side that is written before a line: `red> `."""

_ROW = re.compile(r"(.*\D)(\d{1,3})\.\.(\d{1,3})")
"""A name with a first and a last number: `guard-1..3`."""

MOST_NAMED = 40
"""Names that a first and a last number stand for."""

_TOKEN = re.compile(r'\d+(?:\.\d+)?"(?=[\s,]|$)|"(?:[^"]|"")*"|,|[^\s,"]+')
_MARKS = re.compile('[";#]')
_INCHES = re.compile(r'(?<![^\s,])\d+(?:\.\d+)?"$')
"""A number in inches, as it ends: no quote is opened there."""

_BRITISH = (
    (re.compile(r"(?<=[a-z]{3})our(?=s?\b|ed|ing|able)"), "or"),
    (re.compile(r"(?<=[a-z]{4})is(?=e[ds]?\b|ing\b|ation)"), "iz"),
)
"""British spellings and the American ones: `armour`, `motorised`."""

_DOUBLE = re.compile(r"([^\W\d_])\1")
LONG = 5
"""Letters of a word in which a double one may be missed, or the `s` of several."""

_PART = re.compile(r"\d+|[^\W\d_]+")

ORDINALS = frozenset({"st", "nd", "rd", "th"})


class Token(NamedTuple):
    """One word of a line with its column, counted from 0."""

    text: str
    column: int
    quoted: bool = False


class Group:
    """Words joined by commas: one value, or the values of a list.

    column  where it begins
    bare    the only word, folded; "" for a list or a quoted text
    """

    __slots__ = ("bare", "column", "tokens")

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        """Its words, at least one."""
        first = tokens[0]
        self.tokens = tokens
        self.column = first.column
        self.bare = fold(first.text) if len(tokens) == 1 and not first.quoted else ""


def is_control(char: str) -> bool:
    """Whether a character can stand in no line."""
    return char != "\t" and unicodedata.category(char) in _CONTROLS


def strain(line: str) -> int:
    """What a line that cannot be read counts for: a long one takes longer to be found wrong."""
    return 1 + len(line) // 60


def check_text(line: str, longest: int = LONGEST_LINE) -> None:
    """Refuse what no keyboard at a table sends. Raises NotUnderstood with the column."""
    if len(line) > longest:
        raise NotUnderstood(f"A line of {len(line)} characters; {longest} is the most.")
    if line.isprintable():
        return
    for column, char in enumerate(line):
        if is_control(char):
            raise NotUnderstood(f"Column {column + 1} holds a control character ({char!a}).", column)


def split_lines(text: str) -> list[str]:
    """One act a line: cut at `;` outside of quotes, comments (`#` after white space) dropped, empty pieces left out."""
    pieces: list[str] = []
    for line in text.splitlines():
        start, quoted = 0, False
        for mark in _MARKS.finditer(line):
            i, char = mark.start(), mark.group()
            if char == '"' and (quoted or not _INCHES.search(line, max(0, i - 12), i + 1)):
                quoted = not quoted
            elif not quoted and char == ";":
                pieces.append(line[start:i])
                start = i + 1
            elif char == "#" and not quoted and (i == 0 or line[i - 1].isspace() or line[i - 1] == ";"):
                line = line[:i]
                break
        pieces.append(line[start:])
    return [piece.strip() for piece in pieces if piece.strip()]


def groups(line: str, start: int = 0) -> list[Group]:
    """The words of a line from a column on, those joined by commas taken together; `guard-1..3` is guard-1 to guard-3.

    Raises NotUnderstood for an open quote or a stray comma, and for more words than a report has.
    """
    out: list[Group] = []
    comma: int | None = None
    end, named = start, 0
    quotes = '"' in line
    for found in _TOKEN.finditer(line, start):
        text, column = found.group(), found.start()
        if quotes and '"' in line[end:column]:
            break
        end = column + len(text)
        if text == ",":
            if not out or comma is not None:
                raise NotUnderstood("A comma joins two values; here one is missing.", column)
            comma = column
            continue
        quoted = quotes and text.startswith('"')
        if quotes and not quoted:
            text = text.removesuffix('"')  # `9"` are inches
        tokens: tuple[Token, ...] = (Token(text[1:-1].replace('""', '"') if quoted else text, column, quoted),)
        if ".." in text and not quoted:
            tokens = _in_row(tokens[0])
            named += len(tokens)
            if named > MOST_WORDS:
                raise NotUnderstood(f"The names of a line are too many; {MOST_WORDS} is the most.", column)
        if comma is None:
            out.append(Group(tokens))
        else:
            out[-1] = Group((*out[-1].tokens, *tokens))
        comma = None
    if (named or len(line) > MOST_WORDS) and (count := sum(len(group.tokens) for group in out)) > MOST_WORDS:
        raise NotUnderstood(f"A line of {count} words; {MOST_WORDS} is the most (a text in quotes is one).")
    if quotes and '"' in line[end:]:
        raise NotUnderstood('A quote is opened and not closed: "...".', line.index('"', end))
    if comma is not None:
        raise NotUnderstood("A comma joins two values; the second is missing.", comma)
    return out


def _in_row(token: Token) -> tuple[Token, ...]:
    """The names that a name with a first and a last number stands for; any other word as it is."""
    found = _ROW.fullmatch(token.text)
    if found is None or not int(found[2]) < int(found[3]) < int(found[2]) + MOST_NAMED:
        return (token,)
    return tuple(Token(f"{found[1]}{number}", token.column) for number in range(int(found[2]), int(found[3]) + 1))


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower case, without accents and strokes: what is compared."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_STROKES))
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(maxsize=4096)
def parts(text: str) -> tuple[str, ...]:
    """The parts of a name: runs of digits and runs of letters, in one spelling."""
    folded = fold(text)
    for british, american in _BRITISH:
        folded = british.sub(american, folded)
    return tuple(_PART.findall(folded))


@lru_cache(maxsize=4096)
def _unnumbered(full: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a name without what makes ordinals of its numbers: the `nd` of `2nd` means nothing without the 2."""
    return tuple(part for at, part in enumerate(full) if part not in ORDINALS or not at or not full[at - 1].isdigit())


def _begins(short: str, full: str) -> bool:
    return short == full if short.isdigit() or full.isdigit() or full in ROMAN else full.startswith(short)


def _skims(short: str, full: str) -> bool:
    """`pz` for `panzer`: first letter alike, the others in their order. Short words only: a typo is no hit."""
    if _begins(short, full):
        return True
    if short.isdigit() or full in ROMAN or len(short) > 4 or short[0] != full[0]:
        return False
    letters = iter(full)
    return all(c in letters for c in short)


def stems_of(word: str) -> list[str]:
    """The verbs that a word may be a form of: move of `moves` and `moved`, pass of `passes`, supply of `supplies`."""
    ends = [word.removesuffix(end) for end in ("s", "es", "d", "ed") if word.endswith(end)]
    return [*ends, *(f"{word[:-3]}y" for end in ("ies", "ied") if word.endswith(end))]


def leads(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Whether the parts of a shortened name begin the first parts of a full one."""
    return len(short) <= len(full) and all(map(_begins, short, full))


def _within(short: tuple[str, ...], full: tuple[str, ...], skim: bool) -> bool:
    rest = iter(full)
    agrees = _skims if skim else _begins
    return all(any(agrees(s, f) for f in rest) for s in short)


def _initials(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    return len(short) == 1 and 1 < len(short[0]) == len(full) and all(map(str.startswith, full, short[0]))


def match(word: str, names: Mapping[str, str]) -> list[str]:
    """The names that a word may mean: the exact one, else those of which it is the best kind of shortening.

    In order: the whole name or title; the beginnings of its first parts (`pz1-t-1`); the first letters of all (`pea`
    for `port-east-africa`), or of all but the last (`pe africa`); the beginnings of some parts in their order (`austr`
    for `9-australian`); a part without its vowels (`5pz`); all in one word (`vollf`). Numbers count only whole, Roman
    ones too (X Corps is not XVI Corps), and digits alone only as the first part.
    """
    if word in names:
        return [word]
    wanted = fold(word)
    if wanted in names:
        return [wanted]
    short = parts(word)
    if not short:
        return []
    known = {name: (parts(name), parts(title)) for name, title in names.items()}
    if not any(part.isdigit() for part in short):
        known = {name: (_unnumbered(one), _unnumbered(other)) for name, (one, other) in known.items()}
    first = [n for n, forms in known.items() if short in forms]
    first = first or [n for n, forms in known.items() if any(leads(short, f) for f in forms)]
    if first or (len(short) == 1 and short[0].isdigit()):  # a number alone is a die or a length before it is a `tank-5`
        return first
    inner = [n for n, forms in known.items() if any(_initials(short, f) or short == abridged(f) for f in forms)]
    inner = inner or [n for n, forms in known.items() if any(_within(short, f, False) for f in forms)]
    inner = inner or [n for n, forms in known.items() if any(_within(short, f, True) for f in forms)]
    inner = inner or [n for n, forms in known.items() if single(short) in map(single, forms)]
    if inner or "-" in word:  # a name as it is written in a record has its parts apart
        return inner
    return [n for n, forms in known.items() if _in_one(short) in map(_in_one, forms)]


@lru_cache(maxsize=4096)
def _in_one(full: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a name with the words between its numbers in one: 25 Roy Fus as `25royfus`."""
    return tuple("".join(run) for _, run in groupby(full, str.isdigit))


@lru_cache(maxsize=4096)
def abridged(full: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a name of three words or more with the first letters of all but the last: `sa box`."""
    letters = "".join(part[0] for part in full[:-1])
    return (letters, full[-1]) if len(letters) > 1 and letters.isalpha() else full


@lru_cache(maxsize=4096)
def single(full: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a name, the long ones without what is easily missed, double letters and the `s` of several: `romel`.
    """
    return tuple(part if len(part) < LONG else _DOUBLE.sub(r"\1", part).removesuffix("s") for part in full)


def some(names: Iterable[str], most: int = 12) -> str:
    """The first few names, and how many are left out; "none" if there is none."""
    every = list(names)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return (", ".join(every[:most]) or "none") + more


def near(word: str, names: Iterable[str], most: int = 3, cutoff: float = 0.6) -> tuple[str, ...]:
    """Names that look like a word: what may have been meant."""
    wanted = fold(word)[:80]
    by_fold = {fold(n): n for n in names}
    return tuple(by_fold[n] for n in difflib.get_close_matches(wanted, by_fold, most, cutoff))


def quoted(text: str) -> str:
    """A text as it is written in a line."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def readable(text: str) -> str:
    """A text as it can stand in a line: `check_text` takes it, but for its length. Only what it refuses is changed."""
    return "".join(ascii(c)[1:-1] if is_control(c) else c for c in text)


def plain(text: str) -> str:
    """A stranger's text made safe to show: control, format and direction characters are spelled out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == " " else ascii(c)[1:-1] for c in text)
