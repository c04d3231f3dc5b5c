"""The suite by hand: `python -m referee.invariants NAME --games 1000`."""

from __future__ import annotations

import sys
import time

import click

from referee.invariants.run import Broken
from referee.invariants.suite import INVENTED, examine_in_processes
from referee.ruleset.find import NoSuchRuleset, load_ruleset


@click.command()
@click.argument("name")
@click.option("--games", default=100, show_default=True, help="Games of legal play.")
@click.option("--illegal", type=int, help="Faulty acts that stand.  [default: 40 a game]")
@click.option("--seed", default="1", show_default=True, help="Other games for another seed.")
@click.option("--largest", default=20_000, show_default=True, help="Combinations up to which brute force is used.")
@click.option("--jobs", default=2, show_default=True, help="Processes.")
@click.option("--teach", default="", help=f"File of lines reported first.  [default: {INVENTED}/NAME.ref]")
@click.option("--faults", default="", help=f"MODULE:FUNCTION, its own invariants.  [default: in {INVENTED}/NAME.py]")
@click.option("--fixes", default=0.0, help="Share of faulty play in which an old entry is corrected.")
def main(
    name: str, games: int, illegal: int | None, seed: str, largest: int, jobs: int, teach: str, faults: str,
    fixes: float,
) -> None:  # fmt: skip
    """Play games of the ruleset NAME by chance, and check all that must always hold.

    Exit status 1 if it does not, or if a breakable rule was never passed or never flagged.
    """
    began = time.monotonic()
    illegal = 40 * games if illegal is None else illegal
    try:
        ruleset = load_ruleset(name)
        counts = examine_in_processes(
            name, games, illegal, seed=seed, jobs=max(1, jobs), teach=teach, faults=faults, largest=largest, fixes=fixes
        )
    except (Broken, NoSuchRuleset, OSError, ImportError) as error:
        raise click.ClickException(str(error)) from None
    for line in counts.report(ruleset):
        click.echo(line)
    click.echo(f"{time.monotonic() - began:.0f} seconds")
    unreached = counts.unreached(ruleset)
    for line in unreached:
        click.echo(line, err=True)
    sys.exit(bool(unreached))


if __name__ == "__main__":
    main()
