"""`referee completion`, and what the Tab key of a shell offers: saved games, campaigns, rulesets, rules, files.

It is click's own completion; here are only the names. Of records no more than their header is read, and that for
campaigns alone; no ruleset of somebody else is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_REFEREE_COMPLETE"


def _beginning(names: Iterable[str], begun: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(begun)]


def _games() -> list[str]:
    from referee.library import data_folder
    from referee.log import SUFFIX

    try:
        return sorted(path.name.removesuffix(SUFFIX) for path in data_folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []


def _campaigns() -> list[str]:
    from referee.campaign import campaign_names
    from referee.library import LibraryError

    try:
        return campaign_names()
    except LibraryError:
        return []


def _rulesets() -> list[str]:
    from referee.ruleset.find import ruleset_names

    return ruleset_names()


def a_game(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The saved games."""
    return _beginning(_games(), begun)


def a_ruleset(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The installed rulesets."""
    return _beginning(_rulesets(), begun)


def a_campaign(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The campaigns, the one that was played last first."""
    return _beginning(_campaigns(), begun)


def game_or_campaign(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The saved games, then the campaigns."""
    return _beginning([*_games(), *_campaigns()], begun)


def what_to_play(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The saved games, the campaigns, then the installed rulesets."""
    return _beginning([*_games(), *_campaigns(), *_rulesets()], begun)


def game_or_file(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The saved games, and files."""
    return [*a_game(ctx, param, begun), *a_file(ctx, param, begun)]


def a_file(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Files, as the shell lists them; fish lists those whose beginning it is given back."""
    return [CompletionItem(begun, type="file")]


def a_folder(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Folders, as the shell lists them."""
    return [CompletionItem(begun, type="dir")]


def a_topic(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """What `referee help` explains: commands, saved games, rulesets."""
    group = ctx.parent.command if ctx.parent else None
    commands = group.list_commands(ctx) if isinstance(group, click.Group) else []
    return _beginning([*commands, *_games(), *_rulesets()], begun)


def a_rule(ctx: click.Context, param: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rules of the ruleset that stands before them, with their headings; of none that somebody else brought."""
    from referee.ruleset.find import brought_by, load_ruleset

    named = [name for name in _rulesets() if name.startswith(ctx.params.get("ruleset") or " ")]
    if len(named) != 1 or brought_by(named[0]):
        return []
    book = load_ruleset(named[0]).rulebook
    return [CompletionItem(rule.id, help=rule.heading) for rule in book.rules.values() if rule.id.startswith(begun)]


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print what has the Tab key complete commands and games.

    Commands, options, saved games, rulesets, and the rules of those that come with the referee (no code of others runs
    for the Tab key). Put the line for your shell where it reads it at its start:

    \b
    bash  eval "$(referee completion bash)"              in ~/.bashrc
    zsh   eval "$(referee completion zsh)"               in ~/.zshrc, behind `compinit`
    fish  referee completion fish > ~/.config/fish/completions/referee.fish

    \b
    Example: referee completion bash
    """
    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(ctx.find_root().command, {}, "referee", VARIABLE).source())


COMMANDS = (completion,)
