"""BRT Results: eliminations and panics, which the owner of the units assigns (13.3.A, 13.3.B, 14.0, 16.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.components.unknown import UNKNOWN, Unknown
from referee.components.wording import capital
from referee.ruleset import Action, Ask, Consequence, Finding, Kind, action, illegal, needs, omission, warning
from rulesets.lettow_vorbeck.forts import fort_asked, fortified
from rulesets.lettow_vorbeck.names import SIDES, Fighter, enemy_of
from rulesets.lettow_vorbeck.parts import Battle
from rulesets.lettow_vorbeck.table import Table, by_ruling, listed
from rulesets.lettow_vorbeck.words import faces, the_unit, the_units


def elite(table: Table, unit: str) -> bool | Unknown:
    """Whether a unit has the mark of an elite (16.A)."""
    return table.card_of(unit).elite


def elite_asked(unit: str) -> Finding:
    """That it is not known whether a unit that defends ignores panics (16.B)."""
    return needs("16.B", f"whether {unit} is elite is not known", f"unit {unit} elite ?")


def immune(table: Table, battle: Battle, unit: str) -> bool:
    """Whether a unit ignores panic: it defends, in a fort or as an elite (14.A, 16.B)."""
    side = table.side_of(unit)
    if side != battle.defender:
        return False
    return fortified(table, side, battle.space) is True or elite(table, unit) is True


def perhaps_immune(table: Table, battle: Battle, units: Iterable[str]) -> tuple[Finding, ...]:
    """What is not known of units that were hit, and would let them ignore a panic: whether they defend in a fort, and
    whether they are elite (14.A, 16.B).
    """
    units = tuple(units)
    if battle.hit != battle.defender or not units:
        return ()
    fort = (fort_asked(table, battle.space),) if fortified(table, battle.hit, battle.space) is None else ()
    return (*fort, *(elite_asked(unit) for unit in units if elite(table, unit) is UNKNOWN))


def hit_units(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units of the side that was hit last; none before the first fire."""
    return table.named_in(battle.space, battle.hit) if battle.hit else ()


def may_panic(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units of the side that was hit which may take a panic; those that are face up first (LQ5)."""
    units = [u for u in hit_units(table, battle) if not immune(table, battle, u)]
    face_up = [u for u in units if u not in table.panicked]
    return tuple(face_up if face_up and table.ruled("LQ5") == "face-up" else units)


def may_die(table: Table, battle: Battle) -> tuple[str, ...]:
    """The units of the side that was hit which may be eliminated: the unpanicked ones first (13.3.B)."""
    units = hit_units(table, battle)
    return tuple(u for u in units if u not in table.panicked) or units


def ask_losses(table: Table, battle: Battle) -> Ask:
    """The owner of the targets chooses (13.1.2.C); eliminations come before panics."""
    if battle.eliminations:
        either = battle.panics and may_panic(table, battle)
        verbs = ("eliminate", "panic") if either else ("eliminate",)
        units = may_die(table, battle)
        question = f"{SIDES[battle.hit]} eliminates {battle.eliminations} of {listed(units)}"
        doomed = len(hit_units(table, battle)) if either else len(units)
        forced = f"eliminate {units[0]}" if battle.eliminations >= doomed else ""
        return Ask("13.1.2.C", battle.hit, verbs, question[:200], among=units, forced=forced, duty="the elimination")
    units = may_panic(table, battle)
    many = f"{battle.panics} of " if len(units) > 1 else ""
    question = f"{SIDES[battle.hit]} panics {many}{listed(units)}"
    all_do = bool(units) and battle.panics >= most_panics(table, units)
    forced = f"panic {units[0]}" if len(units) == 1 or all_do else ""
    unless = perhaps_immune(table, battle, units) if forced else ()
    question = f"{question}; {unless[0].message}" if unless else question
    return Ask(
        "13.1.2.C", battle.hit, ("panic",), question[:200], among=units, forced=forced, waits=bool(unless),
        enter=forced if unless else "", duty="the panic",
    )  # fmt: skip


def most_panics(table: Table, units: tuple[str, ...]) -> int:
    """The panics that leave no choice among these units: each takes one, or as many as eliminate it (LQ5)."""
    if table.ruled("LQ5") == "face-up":
        return len(units)
    return sum(1 if u in table.panicked else 2 for u in units)


def _target(table: Table, battle: Battle, unit: str, side: str, rule: str) -> Iterator[Finding]:
    if table.side_of(unit) != side or (battle.hit and side != battle.hit):
        yield illegal("13.1.2.C", "the side that was hit chooses among its own units", listed(may_die(table, battle)))
    elif unit in battle.broke:
        message = f"{unit} broke off, and takes no loss of this battle any more"
        yield illegal("18.B", message, listed(may_die(table, battle)))
    elif table.place_of(unit) != battle.space:
        yield illegal(rule, f"{unit} is not in this battle", listed(may_die(table, battle)))


def _awaited(table: Table, battle: Battle, side: str) -> Finding | None:
    """That a side takes a loss before it is told which dice caused it, or what they do (13.1.2.C, 13.2)."""
    if battle.firing and side == enemy_of(table.side_of(battle.firing)):
        return omission("13.1.2.B", f"the dice of {battle.firing} are not told yet", "its dice, and then the loss")
    if battle.untold and side == battle.hit:
        message = f"what {faces(battle.untold)} of {battle.roller} did is not told yet"
        return omission("13.2", message, "effect none, panic or elimination, and then the loss")
    return None


@action("eliminate", rule="13.3.1", short="kill", during="battle", timed=True, examples=("eliminate 1-kar",))
class Eliminate(Action[Table]):
    """The owner chooses a unit that is eliminated. It goes to the recruit pool (27.1.B)."""

    unit: Fighter

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        if not battle.eliminations:
            yield self._not_due(table, battle)
            return
        faults = list(_target(table, battle, self.unit, self.side, "13.3.1"))
        yield from faults
        if not faults and self.unit not in may_die(table, battle):
            message = f"{self.unit} is panicked, and units that are face up are eliminated first"
            yield illegal("13.3.B", message, listed(may_die(table, battle)))

    def _not_due(self, table: Table, battle: Battle) -> Finding:
        """Nothing is due, or not yet; or a face-up unit has gone in this round, and this one is told in its place."""
        side = table.side_of(self.unit)
        if awaited := _awaited(table, battle, side):
            return awaited
        lost = (u for u in battle.present & table.lost if table.place_of(u) != battle.space)
        gone = any(table.side_of(u) == side for u in lost)
        if gone and battle.felt == battle.round and self.unit in table.panicked and side == battle.hit:
            return illegal("13.3.B", f"{self.unit} is panicked, and a unit that was face up is eliminated", "go on")
        return illegal("13.3.1", "no elimination is due", "go on")

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        taken = self.unit in hit_units(table, battle)  # one that was not there leaves the loss to be taken
        left = max(0, battle.eliminations - taken)
        return table.eliminated((self.unit,)).with_battle(eliminations=left, felt=battle.round)

    def story(self, before: Table, after: Table) -> str:
        """Who was lost."""
        return f"{capital(the_unit(before, self.unit))} was eliminated"


@action("panic", rule="13.3.2", during="battle", timed=True, examples=("panic 1-kar",))
class Panic(Action[Table]):
    """The owner chooses a unit that panics: it throws no more dice. One that is panicked already is eliminated."""

    unit: Fighter

    def judge(self, table: Table) -> Iterator[Finding]:
        battle = table.battle
        if battle is None:
            return
        ours = table.side_of(self.unit) == self.side and table.place_of(self.unit) == battle.space
        faults = list(self._immune(table, battle)) if ours else []  # says more than whose turn it is to choose
        if not any(f.kind is Kind.ILLEGAL for f in faults):
            faults = [*_target(table, battle, self.unit, self.side, "13.3.2"), *faults]
        yield from faults
        if any(f.kind is Kind.ILLEGAL for f in faults):
            return
        if not battle.panics:
            again = f"{self.unit} is panicked already, and no other panic is due"
            message = again if self.unit in table.panicked else "no panic is due"
            not_due = illegal("13.3.2", message, "eliminate UNIT" if battle.eliminations else "go on")
            yield _awaited(table, battle, table.side_of(self.unit)) or not_due
            return
        if self.unit in table.panicked and self.unit not in may_panic(table, battle):
            cited = by_ruling(table, "LQ5")
            message = f"{self.unit} is panicked already, and a face-up unit takes the panic {cited}"
            yield illegal("13.3.2", message, listed(may_panic(table, battle)))
        if battle.eliminations and table.ruled("LQ4") == "sorted":
            message = "the elimination comes first; it is still due, for a face-up unit"
            yield warning("13.3.B", message, "eliminate UNIT")

    def _immune(self, table: Table, battle: Battle) -> Iterator[Finding]:
        defends = table.side_of(self.unit) == battle.defender
        if defends and elite(table, self.unit) is True:
            message = f"{self.unit} is elite and defends: it does not panic"
            others = may_panic(table, battle)
            yield illegal("16.B", message, listed(others) if others else "go on")
        elif defends and (fort := fortified(table, battle.defender, battle.space)):
            yield illegal("14.A", "units that defend in a fort, fortress or base do not panic", "go on")
        elif defends:
            if fort is None:
                yield fort_asked(table, battle.space)
            if elite(table, self.unit) is UNKNOWN:
                yield elite_asked(self.unit)

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is not None:
            taken = self.unit in hit_units(table, battle)
            table = table.with_battle(panics=max(0, battle.panics - taken), felt=battle.round)
        if self.unit in table.panicked:
            return table.eliminated((self.unit,))
        return table.but(panicked=table.panicked | {self.unit})

    def story(self, before: Table, after: Table) -> str:
        """Who panicked."""
        gone = self.unit in before.panicked
        return f"{capital(the_unit(before, self.unit))} panicked{' once more and was eliminated' if gone else ''}"


def panics_ignored(table: Table) -> Consequence[Table] | None:
    """Panics that nobody can take: all defend in a fort or are elite, or nobody is left (13.3.2, 14.A, 16.B)."""
    battle = table.battle
    if battle is None or battle.eliminations and table.named_in(battle.space, battle.hit):
        return None
    if battle.eliminations:
        return Consequence("13.3.1", "nobody is left to be eliminated", table.with_battle(eliminations=0, panics=0))
    if not battle.panics or may_panic(table, battle):
        return None
    units = table.named_in(battle.space, battle.hit)
    if not units:
        return Consequence("13.3.2", "nobody is left to panic", table.with_battle(panics=0))
    fort = fortified(table, battle.hit, battle.space) is True
    verb, be = ("defend", "are") if len(units) > 1 else ("defends", "is")
    rule, why = ("14.A", f"{verb} in a fort, fortress or base") if fort else ("16.B", f"{be} elite and {verb}")
    return Consequence(rule, f"the panic is ignored: {the_units(table, units)} {why}", table.with_battle(panics=0))
