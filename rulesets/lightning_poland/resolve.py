"""How to Resolve a Battle 11 and 12: who wins, what is captured, and where forces and action cards go."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.decks import Side
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Ask, Consequence, Finding, Impossible, action, illegal, needs, ruling
from rulesets.lightning_poland.asking import card_unknown, force_unknown, objective_unknown
from rulesets.lightning_poland.effects import after_battle, texts_in_mind
from rulesets.lightning_poland.names import SIDES
from rulesets.lightning_poland.table import Battle, Table, joined
from rulesets.lightning_poland.values import ahead, empty_tie, sum_of, total_words, untold
from rulesets.lightning_poland.words import THE, WHO, listed_titles, title


def ask_result(table: Table, battle: Battle) -> Ask:
    """The higher value wins; where a value is not known, or a text changes it, the players say so."""
    leads, question = ahead(table, battle), total_words(table, battle)
    if leads is UNKNOWN:
        question, enter = f"Which side won? {question}", ""
    else:
        question, enter = f"{question.rpartition(', ')[0]}: the {SIDES[leads]} player wins", f"result {leads}"
    texts = texts_in_mind(table, battle)
    if texts:
        question = f"{question}; texts to mind: {joined(texts)} (`value SIDE NUMBER by CARD`)"
    duty, also = "the result of the battle", table.enemy_of(battle.side)
    return Ask("battle.11", battle.side, ("result",), question, enter=enter, duty=duty, also=also)


_VALUES = (" rating ?", " attack ?", " defend ?", " text ?")
"""How the lines end that teach a value."""


def running_total(table: Table) -> Consequence[Table] | None:
    """The sums are said anew whenever they have changed."""
    battle = table.battle
    if battle is None or battle.winner:
        return None
    now = " v ".join(sum_of(table, battle, side).numbers for side in SIDES)
    if now == battle.total:
        return None
    return Consequence("battle.11", _standing(table, battle), table.with_battle(total=now))


def _standing(table: Table, battle: Battle) -> str:
    """How a battle stands: "the Germans have 2+2 = 4, the Poles 3+2 = 5: the defender leads"."""
    us, them = (f"{sum_of(table, battle, side)}" for side in (battle.side, table.enemy_of(battle.side)))
    leads, sums = ahead(table, battle), f"{THE[battle.side]} have {us}, {THE[table.enemy_of(battle.side)]} {them}"
    if leads is UNKNOWN:
        told = next((f.teach for f in _unknown(table, battle) if f.teach.endswith(_VALUES)), "")
        return f"{sums}; not known: {untold(table, battle)}" + (f" (tell it: {told})" if told else "")
    return f"{sums}: the {'attacker' if leads == battle.side else 'defender'} leads"


@action("result", rule="battle.11", during="battle", examples=("result polish",))
class Result(Action[Table]):
    """Say which side has the higher Force value and so wins the battle; at a tie the defender does.

    Either side may say so, and passes that were not told were made (battle.9).
    """

    who: Side

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if battle.winner:
            raise Impossible(f"{SIDES[battle.winner]} has won this battle already.", rule="battle.11")
        leads = ahead(table, battle)
        if leads is UNKNOWN:  # each value was asked for when its card came into the battle
            values = f"the values of {untold(table, battle)} are not all known"
            yield needs("battle.11", f"{values}, so the players say who won")
        elif self.who != leads:
            ours, theirs = (sum_of(table, battle, side).total for side in SIDES)
            tie = " at a tie" if ours == theirs and leads != battle.side else ""
            message = f"{total_words(table, battle).rpartition(', ')[0]}: {SIDES[leads]} wins{tie}"
            yield illegal("battle.11", message, f"result {leads}")
        elif empty_tie(table, battle):
            yield ruling("battle.11-undefended", f"nobody defends, and no value on either side: {SIDES[leads]} wins")
        card = table.box.objectives[battle.objective]
        if self.who == battle.side and card.points is UNKNOWN:
            message = f"the number of points of {card.title} is not known"
            yield needs("win", message, f"objective {battle.objective} points ?")

    def apply(self, table: Table) -> Table:
        return table if table.battle is None else decided(table, table.battle, self.who)

    def story(self, before: Table, after: Table) -> str:
        battle = before.battle
        if battle is None:
            return ""
        won, lost = (sum_of(before, battle, side).total for side in (self.who, before.enemy_of(self.who)))
        score = "" if UNKNOWN in (won, lost) else f", {won} to {lost},"
        kept = "captured" if self.who == battle.side else "kept"
        return f"{WHO[self.who]} won the battle{score} and {kept} {title(before, battle.objective)}"


def _unknown(table: Table, battle: Battle) -> Iterator[Finding]:
    """All values of this battle that nobody told."""
    yield from objective_unknown(table, battle.objective)
    for side in SIDES:
        for force in battle.committed(side):
            yield from force_unknown(table, force, side == battle.side)
    for played in battle.cards:
        yield from card_unknown(table, played.card, played.side == battle.side)


def decided(table: Table, battle: Battle, winner: str) -> Table:
    """The table when the winner is known: the attacker captures the objective, or the defender keeps it.

    One that was captured before is taken back by its old owner, and in play again.
    """
    captured = dict(table.captured)
    if winner == battle.side and captured.pop(battle.objective, "") != table.enemy_of(winner):
        captured[battle.objective] = winner
    after = table.but(captured=captured).with_battle(winner=winner)
    return after.owing(*after_battle(table, battle))


def undecided(table: Table, battle: Battle) -> Table:
    """The table went past the result: the values decide, and where they cannot, the defender keeps the objective."""
    leads = ahead(table, battle)
    return decided(table, battle, table.enemy_of(battle.side) if leads is UNKNOWN else leads)


def forces_return(table: Table) -> Consequence[Table] | None:
    """All committed forces go back to their owners' hands, whoever won."""
    battle = table.battle
    if battle is None or not battle.winner or table.owed or not battle.forces:
        return None
    after = table.with_battle(attackers=(), defenders=())
    for side in SIDES:
        back = len(battle.committed(side))
        after = after.counted(side, after.cards[side].take_up(back), f"battle for {battle.objective}")
    go = "goes" if len(battle.forces) == 1 else "go"
    said = f"{listed_titles(table, battle.forces)} {go} back to {_hands(table, battle)}"
    return Consequence("battle.11", said, after)


def _hands(table: Table, battle: Battle) -> str:
    """The hands that committed forces go back to: "the hand of the Poles", "their owners' hands"."""
    sides = [side for side in SIDES if battle.committed(side)]
    return f"the hand of {THE[sides[0]]}" if len(sides) == 1 else "their owners' hands"


def cards_discarded(table: Table) -> Consequence[Table] | None:
    """The action cards that are left are discarded, and the battle is done."""
    battle = table.battle
    if battle is None or not battle.winner or table.owed or battle.forces:
        return None
    after = table
    for played in battle.cards:
        after = after.with_cards(played.side, after.cards[played.side].bury())
    step = "discard" if table.step == "battle" else table.step
    said, left = f"the battle for {title(table, battle.objective)} is over", [c.card for c in battle.cards]
    if left:
        said = f"{said}: {listed_titles(table, left)} {'is' if len(left) == 1 else 'are'} discarded"
    return Consequence("battle.12", said, after.but(battle=None, step=step))
