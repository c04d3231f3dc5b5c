"""An attack on an active force: the sides play cards one at a time, then the values are compared."""

from __future__ import annotations

from collections.abc import Iterator

from referee.components.facts import replace
from referee.components.unknown import UNKNOWN
from referee.ruleset import Action, Ask, Consequence, Finding, Spoken, action, illegal
from rulesets.lightning_d_day.effects import take_effect
from rulesets.lightning_d_day.names import SIDES
from rulesets.lightning_d_day.table import Battle, Played, Table
from rulesets.lightning_d_day.values import (
    behind,
    cancel_words,
    numbers,
    standing,
    totals,
    totals_words,
    totals_written_out,
)
from rulesets.lightning_d_day.words import THE, the_force


class Result(Spoken):
    """Whether an attack succeeded, as it is asked; earlier records say it in a verb."""

    YES = "yes", "succeeds", "success", "succeeded", "won"
    NO = "no", "fails", "failed", "failure", "lost"


def ask_battle(table: Table, battle: Battle) -> Ask:
    """Who may play a card now; in the end, where a value is not known, how the attack ended."""
    if battle.over:
        attacker, defender = table.title(battle.attacker), table.title(battle.defender)
        question = f"Did the attack of {attacker} on {defender} succeed? ({totals_words(table, battle)})"
        return Ask("attack.succeeds", battle.side, ("result",), question, duty="the result of the attack")
    loser = behind(table, battle)
    stands = f"{SIDES[loser]} loses as it stands" if loser else "values are missing"
    question = f"May play a card ({totals_words(table, battle)}; {stands})"
    also = table.enemy_of(battle.asked)  # cards are played whenever a player desires (cards.action)
    count = ("count",) if len(table.sources()) > 1 else ()  # beside the turn card
    ends = f"the attack first, at {totals_words(table, battle)}: {stands}"
    return Ask("turn.one-card", battle.asked, ("play", *count, "pass"), question, may=True, also=also, ends=ends)


def answered(table: Table, battle: Battle, side: str) -> Battle:
    """The battle after a side played a card, or had a number counted: it is for the other side to answer."""
    return replace(battle, asked=table.enemy_of(side), passed=False, over=False)


def with_card(table: Table, battle: Battle, played: Played) -> Battle:
    """The battle with one more card."""
    return replace(answered(table, battle, played.side), cards=(*battle.cards, played))


def window_closed(table: Table, battle: Battle) -> Table:
    """A side plays no card: by the ruling in force, or when both let it pass, nobody plays any more."""
    given_up = battle.asked == behind(table, battle) and table.ruled("turn.one-card-end") == "loser"
    if battle.passed or given_up:
        return table.but(battle=replace(battle, over=True))
    return table.but(battle=replace(battle, asked=table.enemy_of(battle.asked), passed=True))


def battle_skipped(table: Table, battle: Battle) -> Table:
    """The table goes on without the result: nobody is discarded."""
    return decided(table, battle, won=False)


def decided(table: Table, battle: Battle, won: bool) -> Table:
    """The table after an attack: the defender leaves the game, or neither is affected; cards take effect."""
    table = table.but(battle=None)
    if won:
        table = table.without(battle.defender)
    for played in standing(table, battle.cards):
        table = take_effect(table, played)
    return table


def totals_told(table: Table) -> Consequence[Table] | None:
    """The running total is said at the beginning, and after every card."""
    battle = table.battle
    if battle is None:
        return None
    now = (len(battle.cards) + len(battle.added), numbers(table, battle))
    if battle.told == now:
        return None
    said = totals_written_out(table, battle)
    if battle.cards and len(battle.cards) + len(battle.added) > battle.told[0]:
        said = f"{cancel_words(table, battle.cards)}{said}"
    return Consequence("attack.values", said, table.but(battle=replace(_losers_chance(table, battle), told=now)))


def _losers_chance(table: Table, battle: Battle) -> Battle:
    """The battle with the loser asked first, by the ruling in force; a value that is told late may make it another."""
    loser = behind(table, battle)
    if battle.over or loser in ("", battle.asked) or table.ruled("turn.one-card-end") != "loser":
        return battle
    return replace(battle, asked=loser, passed=False)


def no_card_left(table: Table) -> Consequence[Table] | None:
    """Who has no card in hand plays none."""
    battle = table.battle
    if battle is None or battle.over or not table.empty_handed(battle.asked):
        return None
    return Consequence("turn.one-card", f"{THE[battle.asked]} have no card in hand", window_closed(table, battle))


def outcome(table: Table) -> Consequence[Table] | None:
    """The values are compared: the attack succeeds if its value is greater."""
    battle = table.battle
    if battle is None or not battle.over:
        return None
    attack, defense = totals(table, battle)
    if attack is UNKNOWN or defense is UNKNOWN:
        return None
    won = attack > defense
    return Consequence("attack.succeeds", outcome_words(table, battle, won), decided(table, battle, won))


def outcome_words(table: Table, battle: Battle, won: bool) -> str:
    """How an attack ended, in words."""
    attack, defense = totals(table, battle)
    if won:
        loser = the_force(table, battle.defender)
        return f"{totals_words(table, battle)}: the attack succeeds and takes {loser} out of the game"
    tie = "the defender wins ties; " if attack == defense is not UNKNOWN else ""
    return f"{totals_words(table, battle)}: the attack fails; {tie}neither force is affected"


@action("result", rule="attack.succeeds", during="battle", timed=True, examples=("result yes", "result no"))
class Tell(Action[Table]):
    """Tell how an attack ended in which some value is not known to the referee."""

    result: Result

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        assert battle is not None
        attack, defense = totals(table, battle)
        if attack is UNKNOWN or defense is UNKNOWN:
            if not battle.over:
                yield illegal("turn.one-card", "cards may still be played for this attack", "pass")
        elif (attack > defense) != (self.result is Result.YES):
            yield illegal("attack.succeeds", outcome_words(table, battle, attack > defense), "play a card, or pass")

    def apply(self, table: Table) -> Table:
        battle = table.battle
        assert battle is not None
        return decided(table, battle, self.result is Result.YES)

    def story(self, before: Table, after: Table) -> str:
        battle = before.battle
        if battle is None:
            return ""
        attacker, defender = the_force(before, battle.attacker), the_force(before, battle.defender)
        how = "succeeded" if self.result is Result.YES else "failed"
        return f"The attack of {attacker} on {defender} {how}"
