"""A ruleset of somebody else: a package to begin with, and the checks that every ruleset must pass."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from referee.cli.completing import a_folder, a_ruleset
from referee.cli.parts import say, sentences

if TYPE_CHECKING:
    from pathlib import Path

FILE = click.Path(exists=True, dir_okay=False)
COUNT = click.IntRange(0)
SHARE = click.FloatRange(0, 1)

DOES_NOT = "Something does not hold."
TOO_LITTLE = "What was played holds, but these rules were never broken or never kept: more --games, or more --illegal."

STOPPED = "Stopped on the way; what was played until then holds."


@click.command("new-ruleset")
@click.argument("name")
@click.option("--folder", metavar="DIR", shell_complete=a_folder,
              help="Where it is made; nothing may be there yet.  [default: ./NAME]")  # fmt: skip
def new_ruleset(name: str, folder: str | None) -> None:
    """Make a package with a small ruleset, for a game of your own.

    NAME is what `referee play` will call it: small letters, digits and hyphens. The package is a whole game, with its
    rulebook, components, examples and tests, so that you change one thing at a time; its README says what stands where.

    \b
    Examples:
      referee new-ruleset waterloo
      referee new-ruleset waterloo --folder games/waterloo
    """
    from pathlib import Path

    from referee.scaffold import CannotMake, make

    target = Path(folder or name)
    try:
        made = make(name, target)
    except CannotMake as error:
        raise click.ClickException(str(error)) from error
    say(f"{target}: {made.title}, {made.files} files. Next:")
    for line in (
        ("pip", "install", "-e", f"{target}[dev]"),
        ("referee", "check", target / "examples" / "game.ref"),
        ("python", "-m", "pytest", target),
        ("referee", "test-ruleset", name, "--examples", target / "examples"),
    ):
        say(f"  {shlex.join(map(str, line))}")
    say(f"[dev] brings pytest. Then make it your game; {target / 'README.md'} says where to begin.")


@click.command("test-ruleset")
@click.argument("name", shell_complete=a_ruleset)
@click.option("--games", default=100, show_default=True, type=COUNT, help="Games of legal play.")
@click.option("--illegal", type=COUNT, help="Faulty acts that stand.  [default: 40 a game]")
@click.option("--seed", default="1", show_default=True, help="Other games for another seed.")
@click.option("--largest", default=20_000, show_default=True, type=COUNT, help="Most combinations for brute force.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Processes.")
@click.option("--teach", type=FILE, help="Lines reported first.  [default: tests/invented/NAME.ref]")
@click.option("--faults", type=FILE, help="Its own invariants.  [default: tests/invented/NAME.py]")
@click.option("--fixes", default=0.0, type=SHARE, help="Share of faulty play in which an old entry is corrected.")
@click.option("--examples", metavar="DIR", shell_complete=a_folder,
              help="Also check the examples and the illegal cases of this folder.")  # fmt: skip
@click.option("--write", is_flag=True, help="Only write anew what the referee makes of the examples.")
def test_ruleset(
    name: str, games: int, illegal: int | None, seed: str, largest: int, jobs: int, teach: str | None,
    faults: str | None, fixes: float, examples: str | None, write: bool,
) -> None:  # fmt: skip
    """Play a ruleset by chance, and check what must always hold.

    It prints how often each rule was kept and broken; then what does not hold: the lines that lead there, and what is
    wrong with the examples. A rule that is judged must have been both kept and broken. `--faults` is a Python file with
    a function `faults`, which is given a table and says in sentences what is wrong with it. `tests/invented` is looked
    for here, and beside the folder of `--examples`. Ctrl-C stops, and prints what was reached.

    Exit status: 0 all holds, 1 something does not or was not reached, 2 it cannot be tried.

    \b
    Examples:
      referee test-ruleset RULESET
      referee test-ruleset RULESET --games 1000 --seed 7
      referee test-ruleset RULESET --examples examples
      referee test-ruleset RULESET --examples examples --write
    """
    if write and not examples:
        raise click.UsageError("--write belongs to --examples DIR.")
    amiss: list[str] = []
    if examples:
        from pathlib import Path

        amiss = _examples(name, Path(examples), write)
    broken = "" if write else _play(name, games, 40 * games if illegal is None else illegal, seed, jobs, teach or "",
                                    faults or "", largest, fixes, examples or "")  # fmt: skip
    if broken and amiss:
        say("", err=True)
    for fault in amiss:  # last, for the figures are many lines
        say(fault, err=True)
    if not write:
        say(DOES_NOT if amiss else broken or "All holds.", err=bool(broken or amiss))
    sys.exit(bool(broken or amiss))


def _examples(name: str, folder: Path, write: bool) -> list[str]:
    """Check the examples, or write what the referee makes of them; what is wrong, in sentences."""
    from referee.check import Unusable
    from referee.invariants.examples import faults_of, faults_of_folder, whole_examples
    from referee.ruleset.find import load_ruleset
    from referee.transcript import Unreadable

    with sentences():
        ruleset = load_ruleset(name)
    maker = shlex.join(("referee", "test-ruleset", ruleset.name, "--examples", folder.name, "--write"))
    try:
        with sentences():
            for example in whole_examples(folder) if write else ():
                _write(example, maker)
            return list(faults_of_folder(folder) if write else faults_of(ruleset, folder, maker))
    except (Unreadable, Unusable) as error:
        raise click.ClickException(f"An example of {folder} is unusable: {error}") from error


def _write(example: Path, maker: str) -> None:
    """Write what the referee makes of an example. Raises Unreadable, Unusable."""
    from referee.invariants.examples import golden, golden_file
    from referee.lines import reason_of

    file, text = golden_file(example), golden(example, maker)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {reason_of(error)}.") from error
    say(f"{file}: read it before you keep it")


def _play(
    name: str, games: int, illegal: int, seed: str, jobs: int, teach: str, faults: str, largest: int, fixes: float,
    examples: str,
) -> str:  # fmt: skip
    """Play by chance and print the figures; "" if all holds, else in a sentence what does not."""
    import time

    from referee.invariants import Broken, Counts, checks
    from referee.invariants.suite import Unfit, examine_in_processes, invented
    from referee.ruleset.find import load_ruleset
    from referee.signals import ends_raised

    began = time.monotonic()
    with sentences():
        ruleset = load_ruleset(name)
    teach = teach or invented(ruleset.name, "ref", examples)
    faults = faults or invented(ruleset.name, "py", examples)
    say(f"Told first: {teach or 'nothing'}. Invariants of its own: {faults or 'none'}.")
    for line in checks.hides(ruleset):
        say(line, err=True)
    reached, stopped = Counts(), False

    def told(total: Counts) -> None:
        nonlocal reached
        reached = total
        _progress(f"{total.games} games; {total.stood} of {illegal} faulty acts stood")

    try:
        with sentences(), ends_raised(signal.SIGTERM), _progressing():  # `timeout` sends it
            reached = examine_in_processes(
                name, games, illegal, seed=seed, jobs=jobs, teach=teach, faults=faults, largest=largest, fixes=fixes,
                told=told,
            )  # fmt: skip
    except KeyboardInterrupt:
        stopped = True
    except Unfit as error:
        raise click.ClickException(str(error)) from error
    except Broken as error:
        for line in str(error).splitlines():
            say(line, err=True)
        return DOES_NOT
    for line in reached.report(ruleset):
        say(line)
    say(f"{time.monotonic() - began:.0f} seconds")
    if stopped:
        return STOPPED
    unreached = reached.unreached(ruleset)
    for line in unreached:
        say(line, err=True)
    return TOO_LITTLE if unreached else ""


def _progress(text: str) -> None:
    """One line that is written over, for somebody who waits at a terminal; "" takes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r{text}\x1b[K", nl=False, err=True)


@contextmanager
def _progressing() -> Iterator[None]:
    """What is said behind this stands on a line of its own."""
    try:
        yield
    finally:
        _progress("")


COMMANDS = (new_ruleset, test_ruleset)
