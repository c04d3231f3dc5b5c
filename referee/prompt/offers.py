"""What may come next in a line: the next word only, read off the legal acts of the table as it is now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.game import Game
from referee.judge import Legal
from referee.notation import fold, match, write
from referee.notation.words import SIDE_PREFIX
from referee.ruleset import CONNECTING, Action, Form, Name, Table, slots_of

MOST = 200
"""Offers at once; nobody reads further."""

WIDE = 13
"""Numbers up to which a field's range is listed; of a wider one `legal` only knows samples, which are not offered."""

_TOKEN = re.compile(r'"(?:[^"]|"")*"?|,|[^\s,"]+')

Step = tuple[str, str]
"""How a word is joined to the one before it ("," or ""), and the word."""


@dataclass(slots=True, eq=False)
class Node:
    """A place in the tree of all legal lines: how many acts go on from here, and whether a line may end here."""

    count: int = 0
    rule: str = ""
    ends: bool = False
    unsure: bool = False
    next: dict[Step, Node] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """A word that may come next. `meta` is the column beside it; `more` says that the line goes on after it."""

    word: str
    meta: str
    more: bool


@dataclass(slots=True)
class Tree:
    """The legal lines of one table: a tree of words for each side that may act, and the title of each name."""

    roots: dict[str, Node]
    titles: dict[str, str]
    shorts: dict[str, str]
    asked: str
    bare: tuple[str, ...]


def plant(game: Game) -> Tree:
    """The tree of what is legal now."""
    shorts = {cls.short: cls.verb for cls in game.ruleset.actions if cls.short}
    ask = game.ask
    bare = ask.verbs if ask and (ask.among or len(ask.verbs) == 1) else ()
    tree = Tree({}, _titles(game.seen, game.legal()), shorts, ask.side if ask else "", bare)
    reader = game.reader()
    for legal in game.legal():
        act = legal.action
        values = {slot.field: getattr(act, slot.field) for slot in slots_of(type(act))}
        if reader.speaker(type(act), values) == act.side:  # else the line would be read as the other side's
            _add(tree.roots.setdefault(act.side, Node()), legal)
    return tree


def _titles(table: Table, acts: Iterable[Legal]) -> dict[str, str]:
    kinds: dict[type[Any], None] = {}
    for cls in dict.fromkeys(type(legal.action) for legal in acts):
        kinds |= dict.fromkeys(slot.type for slot in slots_of(cls) if issubclass(slot.type, Name))
    titles: dict[str, str] = {}
    for kind in kinds:
        titles |= table.names(kind)
    return titles


def _add(root: Node, legal: Legal) -> None:
    node = root
    node.count += 1
    skipped = _samples(legal.action)
    for step in steps(write(legal.action)):
        if step[1].startswith('"') or step[1] in skipped:
            break
        node = node.next.setdefault(step, Node(rule=type(legal.action).rule))
        node.count += 1
    else:
        node.ends = True
        node.unsure = legal.needs


def _samples(act: Action[Any]) -> set[str]:
    """Numbers in an act that only stand for a wide range."""
    found = set()
    for slot in slots_of(type(act)):
        span = slot.span
        if slot.form is Form.MEASURE or (slot.form is Form.NUMBER and span and span.high - span.low >= WIDE):
            value = getattr(act, slot.field)
            found.add(f"{value:g}" if isinstance(value, float) else str(value))
    return found


def steps(text: str) -> list[Step]:
    """The words of a line, each with how it is joined to the one before."""
    out: list[Step] = []
    comma = ""
    for found in _TOKEN.finditer(text):
        if found.group() == ",":
            comma = ","
            continue
        out.append((comma, found.group()))
        comma = ""
    return out


def offers(tree: Tree, text: str, fuzzy: bool = True) -> tuple[str, list[Offer]]:
    """The word that is being typed at the end of a text, and what it may become: the nearest first."""
    side, rest = _side(text, tree)
    typed = steps(rest)
    joined, word = "", ""
    if rest.rstrip().endswith(","):
        joined = ","
    elif typed and not rest[-1].isspace():
        joined, word = typed.pop()
    if word.startswith('"'):
        return word, []
    places = _places(tree, side, typed)
    found: dict[str, list[Node]] = {}
    for place in places:
        for (how, name), node in place.next.items():
            if how == joined:
                found.setdefault(name, []).append(node)
    ranked = sorted(((r, n) for n in found if (r := _rank(word, n, tree, fuzzy)) is not None), key=lambda pair: pair[0])
    return word, [_offer(name, found[name], tree) for _, name in ranked[:MOST]]


def _side(text: str, tree: Tree) -> tuple[str, str]:
    found = SIDE_PREFIX.match(text)
    if not found:
        return "", text
    hits = match(found.group(1), {side: side for side in tree.roots})
    return (hits[0] if len(hits) == 1 else "nobody"), text[found.end() :]


def _places(tree: Tree, side: str, typed: Sequence[Step]) -> list[Node]:
    """Where the finished words of a line lead to: more than one place if they are shortened."""
    roots = [root for who, root in tree.roots.items() if side in ("", who)]
    answering = [root.next[("", verb)] for root in roots for verb in tree.bare if ("", verb) in root.next]
    if typed and any(("", fold(typed[0][1])) in root.next for root in roots):
        answering = []  # a verb is no shortened name as well
    places = [*answering, *roots]
    for i, (joined, word) in enumerate(typed):
        if i and not joined and fold(word) in CONNECTING:
            continue
        places = list(_after(places, joined, word if i else tree.shorts.get(fold(word), word), tree))
    return places


def _after(places: Iterable[Node], joined: str, word: str, tree: Tree) -> Iterator[Node]:
    for place in places:
        names = {name: tree.titles.get(name, name) for how, name in place.next if how == joined}
        hits = [n for n in names if n.startswith(fold(word))] if place in tree.roots.values() else match(word, names)
        for hit in [word] if word in hits else hits:
            yield place.next[(joined, hit)]


def _rank(word: str, name: str, tree: Tree, fuzzy: bool) -> int | None:
    """How well a begun word fits: 0 it begins the name, 1 as the notation shortens, 2 letters in order; None: not."""
    wanted = fold(word)
    if fold(name).startswith(wanted):
        return 0
    if match(word, {name: tree.titles.get(name, name)}):
        return 1
    letters = iter(fold(f"{name} {tree.titles.get(name, '')}"))
    return 2 if fuzzy and len(wanted) > 1 and all(c in letters for c in wanted) else None


def _offer(name: str, nodes: Sequence[Node], tree: Tree) -> Offer:
    ways = sum(node.count for node in nodes)
    more = any(node.next for node in nodes) or not all(node.ends for node in nodes)
    what = f"{ways} ways" if ways > 1 else nodes[0].rule
    if ways == 1 and any(node.unsure for node in nodes):
        what += ", something is unknown"
    called = tree.titles.get(name, name)
    return Offer(name, what if called == name else f"{called} · {what}", more)


def of_words(words: Mapping[str, str], begun: str) -> list[Offer]:
    """Offers out of a plain list of words with their meaning: those that begin so."""
    wanted = fold(begun)
    return [Offer(word, meta, False) for word, meta in words.items() if word.startswith(wanted)]
