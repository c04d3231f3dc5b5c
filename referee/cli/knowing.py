"""What the referee knows: rulesets, their rules, and the components on file."""

from __future__ import annotations

import click

from referee.cli.completing import a_rule, a_ruleset
from referee.cli.components import components
from referee.cli.parts import say, sentences


@click.command()
@click.option("-v", "--verbose", is_flag=True, help="Also list the options of each game, with their defaults.")
def rulesets(verbose: bool) -> None:
    """List the games that the referee knows.

    A game of another package is code of somebody else: it is named here, and loaded only when it is chosen.

    \b
    Example: referee rulesets -v
    """
    from referee.commands.call import option_lines
    from referee.ruleset.find import brought_by, load_ruleset, ruleset_names

    for name in ruleset_names():
        if package := brought_by(name):
            say(f"{name}: of the package {package}; `referee rulebook {name}` loads it")
            continue
        ruleset = load_ruleset(name)
        say(f"{name}: {ruleset.title}, version {ruleset.version} ({' and '.join(ruleset.sides.values())})")
        for line in option_lines(ruleset.options) if verbose else ():
            say(f"  {line}")


@click.command()
@click.argument("ruleset", shell_complete=a_ruleset)
@click.argument("rule", nargs=-1, shell_complete=a_rule)
def rulebook(ruleset: str, rule: tuple[str, ...]) -> None:
    """Print the rules of a game in our own words.

    All headings, or one rule by its id or by words in it.

    \b
    Examples:
      referee rulebook RULESET
      referee rulebook RULESET supply.3
    """
    from referee.commands import rule_lines
    from referee.ruleset import LineError
    from referee.ruleset.find import load_ruleset

    with sentences():
        book = load_ruleset(ruleset).rulebook
    words = " ".join(rule)
    try:
        for line in rule_lines(book, words, book.defaults()):
            say(line)
    except LineError as error:
        raise click.ClickException(error.message) from error


COMMANDS = (rulesets, rulebook, components)
