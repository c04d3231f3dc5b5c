"""How to Resolve a Battle 4 to 10: action cards are played in turn, one of each type; their Cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from referee.components.decks import too_few
from referee.components.facts import replace
from referee.components.learning import contradicts, told
from referee.components.unknown import UNKNOWN
from referee.components.wording import by_ruling, many_cards
from referee.ruleset import Action, Ask, Consequence, Finding, Kind, Span, Told, Word, action, illegal, ruling
from rulesets.lightning_poland.asking import card_unknown, type_unknown
from rulesets.lightning_poland.battle import ENDS, can_play
from rulesets.lightning_poland.effects import effect_of, is_told, text_verbs
from rulesets.lightning_poland.names import SIDES, Card, Strikes, Type, When
from rulesets.lightning_poland.table import Battle, InPlay, Owed, Table, debts_first
from rulesets.lightning_poland.values import text_words, total_words
from rulesets.lightning_poland.words import THE, WHO, title


@action(
    "play", rule="battle.4", during="battle", short="p", timed=True,
    examples=("play to-the-last", "play to-the-last 3", "play to-the-last number 12"),
)  # fmt: skip
class Play(Action[Table]):
    """Play an action card in a battle. It discards what is in play of its type.

    Its Force Rating and its type may be told with it (`3`, `military`), and the number that is printed on it.
    """

    card: Card
    rating: Annotated[int | None, Span(0, 9), Word("rating"), Told()] = None
    type: Annotated[Type | None, Word("type"), Told()] = None
    number: Annotated[int | None, Span(1, 110), Word("number"), Told()] = None

    def judge(self, table: Table) -> Iterator[Finding]:
        battle, card = table.battle, table.box.cards[self.card]
        if battle is None:
            return
        if card.side not in (UNKNOWN, self.side):
            deck = f"{card.title} is a card of the {SIDES[str(card.side)]} deck"
            yield illegal("setup.1", deck, f"a card of {SIDES[self.side]}")
            return
        yield from debts_first(table, "battle.4")
        yield from tuple(self._draw_first(table)) or self._turn(table, battle)
        if not table.hand(self.side):
            yield too_few(table, self.side, "types.action", f"{SIDES[self.side]} has no card in hand to play")
        yield from self._cost(table)
        yield from self._copies(table)
        yield from contradicts(card, self._told(), "types.action")
        yield from card_unknown(self._known(table), self.card, self.side == battle.side)
        for other in dict.fromkeys(card.card for card in battle.cards if card.card != self.card):
            yield from type_unknown(table, other)

    def _told(self) -> dict[str, Any]:
        return told(rating=self.rating, type=self.type)

    def _known(self, table: Table) -> Table:
        """The table with what was told of the card."""
        if not self._told():
            return table
        cards = {**table.box.cards, self.card: replace(table.box.cards[self.card], **self._told())}
        return table.but(box=replace(table.box, cards=cards))

    def _draw_first(self, table: Table) -> Iterator[Finding]:
        """The other side first draws what the text of its card has it draw."""
        owed = table.owed[0] if table.owed else None
        if owed and owed.what == "draw" and owed.side != self.side and table.ruled("battle.10-draw") == "must":
            message = f"first {SIDES[owed.side]} draws {many_cards(owed.count)} ({owed.reason})"
            yield illegal(owed.rule, message, f"{owed.side}> draw")

    def also_told(self, table: Table) -> str:
        """What was told of the card and is not on file: it is known in the next game too."""
        card = table.box.cards[self.card]
        facts = [f"{name} {fact}" for name, fact in self._told().items() if getattr(card, name) is UNKNOWN]
        return " ".join(("card", self.card, *facts)) if facts else ""

    def _turn(self, table: Table, battle: Battle) -> Iterator[Finding]:
        """One after the other, and only with a force in the battle."""
        if not battle.ready:
            yield illegal("battle.2", "first the defender says which forces he commits", "commit FORCE, or pass")
        elif not can_play(battle, self.side):
            message = f"{SIDES[self.side]} has no force in this battle, so it plays no action cards"
            yield illegal("battle.3", message, "commit a force next time")
        elif battle.over:
            yield illegal("battle.9", "both players passed: the battle is over", "result SIDE")
        elif battle.turn != self.side:
            message = f"{SIDES[self.side]} has passed; {SIDES[battle.turn]} plays or passes first"
            yield illegal("battle.4", message, f"{battle.turn}> play CARD, or pass")
        elif battle.played:
            yield ruling("battle.4-cards", f"{SIDES[self.side]} plays another card at once")

    def _cost(self, table: Table) -> Iterator[Finding]:
        card, rest = table.box.cards[self.card], table.hand(self.side) - 1
        if card.cost is True and not rest:
            message = f"{card.title} costs a card, and there is no other in hand"
            yield illegal("battle.10.cost", message, f"if the count is wrong: hand {self.side} NUMBER")

    def _copies(self, table: Table) -> Iterator[Finding]:
        """A card in the discards is not in the hand; of a title there may be several cards, of a number only one."""
        shuffles = table.cards[self.side].shuffles
        if self.number is not None and table.spent.get(f"{self.side} #{self.number}") == shuffles:
            message = f"card number {self.number} was played, and the deck was not shuffled since"
            yield illegal("types.action", message, "check the number on the card")
        elif table.spent.get(f"{self.side} {self.card}") != shuffles:
            return
        elif table.ruled("types.action-copies") == "no":
            message = f"{self.card} was played already {by_ruling(table, 'types.action-copies')}"
            yield illegal("types.action", message, "another card")
        else:
            yield ruling("types.action-copies", f"a second card called {self.card}: copies of a title are meant to be")

    def apply(self, table: Table) -> Table:
        battle, holding, table = table.battle, table.cards[self.side], self._known(table)
        if battle is None:
            return table
        spent = {**table.spent, f"{self.side} {self.card}": holding.shuffles}
        if self.number is not None:
            spent[f"{self.side} #{self.number}"] = holding.shuffles
        table = table.counted(self.side, holding.lay(), f"play {self.card}").but(spent=spent)
        more = table.ruled("battle.4-cards") == "more"
        table = table.with_battle(
            cards=(*battle.cards, InPlay(self.card, self.side)),
            dark=() if is_told(table.box.cards[self.card]) else (self.card,),
            passes=0,
            played=more,
            opened=battle.opened or self.side == battle.side,
            turn=self.side if more or not can_play(battle, table.enemy_of(self.side)) else table.enemy_of(self.side),
        )
        return table.owing(*self._due(table))

    def _due(self, table: Table) -> Iterator[Owed]:
        """What the card costs, then what happens when it is played."""
        card, reason = table.box.cards[self.card], f"the Cost of {self.card}"
        if card.plain is not True and card.cost is UNKNOWN:
            yield Owed("battle.10.cost", self.side, "cost", 1, (), reason, self.card)
        elif card.plain is not True and card.cost is True:
            yield Owed("battle.10.cost", self.side, "drop", 1, (), reason, self.card)
        yield from effect_of(table, InPlay(self.card, self.side), When.PLAYED)

    def story(self, before: Table, after: Table) -> str:
        card = after.box.cards[self.card]
        worth = "" if card.rating is UNKNOWN else f" of value {card.rating}"
        kind = "" if card.type is UNKNOWN else f", {_A[card.type]} card{worth}"
        return f"{WHO[self.side]} played {card.title}{kind}"


_A = {Type.MILITARY: "a military", Type.CIRCUMSTANCE: "a circumstance", Type.INTELLIGENCE: "an intelligence"}
"""A type of cards in a sentence, with its article."""


def ask_play(table: Table, battle: Battle) -> Ask:
    """Both play action cards in turn, from the attacker on, until both pass in succession."""
    total = f"{_last_text(table, battle)}{total_words(table, battle)}"
    if battle.played:
        return _ask_more(table, battle, total)
    texts, later = text_verbs(table, battle)
    verbs, early = ("play", "pass", *texts), (*ENDS, "done", *later)
    if must_play(table, battle.turn):
        question, duty = f"Must play an action card; {total}", "the attacker's first action card"
        return Ask("battle.4", battle.turn, verbs, question, step=True, duty=duty, early=early)
    question = f"May play an action card; {total}"
    return Ask("battle.4", battle.turn, verbs, question, may=True, step=True, enter="pass", early=early)


def _ask_more(table: Table, battle: Battle, total: str) -> Ask:
    """Who has played a card may play more. To be done is no pass: the other side answers, and he is asked again."""
    other = table.enemy_of(battle.turn)
    then = f", or is done and {THE[other]} may answer" if can_play(battle, other) else ""
    texts, later = text_verbs(table, battle)
    verbs, question = ("play", "done", "pass", *texts), f"May play another action card{then}; {total}"
    early = (*ENDS, *later)
    return Ask("battle.4", battle.turn, verbs, question, may=True, step=True, enter="done", early=early)


def _last_text(table: Table, battle: Battle) -> str:
    """What is known of the text of the card that was played last: players meet many cards for the first time."""
    if not battle.cards:
        return ""
    last = battle.cards[-1]
    card = table.box.cards[last.card]
    text = text_words(card, last.side == battle.side)
    return f"{card.title} ({text}); " if text else ""


def must_play(table: Table, side: str) -> bool:
    """By a ruling the attacker plays an action card before he may pass, if one that is on file can be played."""
    if not _is_first(table, side):
        return False
    cards = (Play(side, Card(name)) for name in table.box.cards)
    return any(all(f.kind is not Kind.ILLEGAL for f in card.judge(table)) for card in cards)


def may_hold_one(table: Table, side: str) -> bool:
    """By that ruling, whether the attacker passes though he may hold a card that the referee does not know."""
    return _is_first(table, side) and table.hand(side) > 0 and not must_play(table, side)


def _is_first(table: Table, side: str) -> bool:
    battle = table.battle
    if table.ruled("battle.4-must") == "may" or battle is None or battle.opened or battle.turn != side:
        return False
    return battle.ready and not battle.over and side == battle.side


def replaced(table: Table) -> Consequence[Table] | None:
    """A new card discards all cards of its type, and those that its text strikes, whoever played them."""
    battle = table.battle
    if battle is None:
        return None
    for at, later in enumerate(battle.cards):
        for old in battle.cards[:at]:
            if _strikes(table, later.card, old.card):
                kind = table.box.cards[old.card].type
                whose = f"{'a' if kind is UNKNOWN else _A[kind]} card of {THE[old.side]}"
                message = f"{title(table, later.card)} discards {title(table, old.card)}, {whose}"
                return Consequence("battle.7", message, out_of_play(table, old))
    return None


def _strikes(table: Table, new: Card, old: Card) -> bool:
    card, other = table.box.cards[new], table.box.cards[old]
    if card.type is not UNKNOWN and card.type == other.type:
        return True
    if card.plain is True or card.strikes in (UNKNOWN, Strikes.NONE) or other.type is UNKNOWN:
        return False
    return card.strikes is Strikes.ALL or str(card.strikes) == str(other.type)


def out_of_play(table: Table, card: InPlay) -> Table:
    """The table after a card in play went to its owner's discards; what it gave goes with it."""
    battle = table.battle
    if battle is None or card not in battle.cards:
        return table
    at = battle.cards.index(card)
    left = battle.cards[:at] + battle.cards[at + 1 :]
    table = table.with_cards(card.side, table.cards[card.side].bury())
    return table.with_battle(cards=left, told=tuple(t for t in battle.told if str(t.source) != card.card))


def cost_is_told(table: Table) -> Consequence[Table] | None:
    """Whether a card in play has a Cost was learned: now it is to be paid, or nothing is."""
    for at, owed in enumerate(table.owed):
        card = table.box.cards.get(owed.source)
        if owed.what != "cost" or card is None or card.plain is not True and card.cost is UNKNOWN:
            continue
        costs = card.plain is not True and card.cost is True
        due = (Owed(owed.rule, owed.side, "drop", 1, (), owed.reason, owed.source),) if costs else ()
        after = table.but(owed=(*table.owed[:at], *due, *table.owed[at + 1 :]))
        return Consequence(owed.rule, f"{title(table, owed.source)} costs {'a card' if costs else 'nothing'}", after)
    return None
