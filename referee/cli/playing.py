"""`referee play` and `referee check`: reports come in."""

from __future__ import annotations

import sys

import click

from referee.cli.completing import a_campaign, a_file, a_ruleset, what_to_play
from referee.cli.parts import UNUSABLE, print_json, read, say, sentences


@click.command()
@click.argument("game", required=False, shell_complete=what_to_play)
@click.option("--new", "ruleset", metavar="RULESET", shell_complete=a_ruleset, help="Start a new game of this ruleset.")
@click.option("--name", help="How the new game is called.")
@click.option("--players", metavar="SIDE=NAME,...", help="Who plays which side, in a new game.")
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True, help="An option of a new game; may repeat.")
@click.option("--campaign", metavar="NAME", shell_complete=a_campaign,
              help="Play the battle of this campaign that is due: NAME-1, NAME-2, ...")  # fmt: skip
@click.option("--umpire", metavar="NAME", help="Who alone overrides the rules, in a new game.")
@click.option("--position", metavar="FILE", shell_complete=a_file,
              help="Begin a new game with what this file says is on the table.")  # fmt: skip
@click.option("--as", "viewer", metavar="SIDE", help="Show only what this side may see.")
def play(
    game: str | None,
    ruleset: str | None,
    name: str | None,
    players: str | None,
    options: tuple[str, ...],
    campaign: str | None,
    umpire: str | None,
    position: str | None,
    viewer: str | None,
) -> None:
    """Start a game, or go on with one.

    GAME is the name of a saved game, or a ruleset for a new one. Without a terminal the reports are read from standard
    input, one a line, and each entry is acknowledged as soon as it is saved.

    A campaign is a chain of games: each battle begins with what the one before it left. GAME may be a campaign, too.

    A position is a file of lines KEY VALUE, with the keys that `audit` shows (`turn.number 4`, `turn.side axis`).

    \b
    Examples:
      referee play
      referee play evening
      referee play RULESET --name evening --players SIDE=Anna,SIDE=Ben
      referee play RULESET --campaign desert
      referee play RULESET --umpire Clara --position turn-four.txt
    """
    from pathlib import Path

    from referee.library import Terms

    with sentences():
        if game is not None and ruleset is not None:
            raise click.UsageError("Give the name of a saved game, or --new RULESET; not both.")
        game, ruleset, campaign = _what(game, ruleset, campaign)
        if campaign and name:
            raise click.UsageError("The battles of a campaign are named after it; leave --name out.")
        place = Path(position) if position else None
        terms = Terms(options, (umpire or "").strip(), place, viewer or "", campaign)
        if ruleset is None and not campaign and (name or players or terms.of_new_game):
            given = "--name, --players, --option, --umpire and --position"
            raise click.UsageError(f"{given} belong to a new game; name its ruleset with --new RULESET.")
        sides = _read_players(players)
        if sys.stdin.isatty() and sys.stdout.isatty():
            from referee.prompt import play as play_at_terminal

            sys.exit(play_at_terminal(game, ruleset, name, sides, terms))
        from referee.piped import play_piped

        sys.exit(play_piped(sys.stdin.buffer, game, ruleset, name, sides, terms))


def _what(game: str | None, ruleset: str | None, campaign: str | None) -> tuple[str | None, str | None, str]:
    """The saved game, ruleset and campaign that are meant: a bare name may be any of the three."""
    from referee.library import has_game

    if campaign is not None:
        if not campaign.strip():
            raise click.UsageError("A campaign needs a name.")
        return None, ruleset or game, campaign
    if game is None or has_game(game):
        return game, ruleset, ""
    from referee.campaign import find_campaign
    from referee.ruleset.find import ruleset_names

    if game not in ruleset_names() and (found := find_campaign(game)):
        return None, None, found
    return (None, game, "") if _is_ruleset(game) else (game, None, "")


def _is_ruleset(name: str) -> bool:
    """Whether a name means a ruleset, and no saved game; the full name of a ruleset goes before a shortened one."""
    from referee.library import NoSuchGame, find_game
    from referee.ruleset.find import NoSuchRuleset, load_ruleset, ruleset_names

    if name in ruleset_names():
        return True
    try:
        find_game(name)
    except NoSuchGame:
        try:
            load_ruleset(name)
        except NoSuchRuleset:
            return False
        return True
    return False


def _read_players(text: str | None) -> dict[str, str] | None:
    if text is None:
        return None
    players: dict[str, str] = {}
    for part in text.split(","):
        side, equals, player = part.partition("=")
        if not equals or not side.strip() or not player.strip():
            raise click.BadParameter(f"{part!r} is not SIDE=NAME, as in axis=Anna,allied=Ben.", param_hint="--players")
        players[side.strip().lower()] = player.strip()
    return players


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=a_file)
@click.option("--json", "as_json", is_flag=True, help="Print one object (a list for several files) for programs.")
@click.option("--components", "stock", is_flag=True, help="Use what is on file of your copy, too.")
def check(files: tuple[str, ...], as_json: bool, stock: bool) -> None:
    """Judge transcripts. `-`, or no file, reads standard input.

    A transcript says itself what its cards and counters are (`[Component "..."]`), so that it is judged alike
    everywhere; --components adds what is on file here.

    Exit status: 0 clean (warnings, rulings and missing data are allowed), 1 a fault or an omission, 2 unusable.

    \b
    Examples:
      referee check evening.ref
      referee check --json - < evening.ref
    """
    from pathlib import Path

    from referee.check import Unusable, hinted, judge_transcript, tell_result, to_json
    from referee.library import on_file
    from referee.transcript import Unreadable

    if not files and sys.stdin.isatty():
        raise click.UsageError("Name a transcript, or pipe one in.")
    status, rows = 0, []
    for file in files or ("-",):
        name = "standard input" if file == "-" else file
        try:
            transcript = read(file)
            with sentences():
                result = judge_transcript(
                    transcript, "transcript" if file == "-" else Path(file).stem, on_file if stock else None
                )
        except (Unreadable, Unusable) as error:
            status = UNUSABLE
            say(f"{name}: unusable: {error}", err=True)
            rows.append({"file": name, "error": str(error)})
            continue
        result = result if stock else hinted(result, transcript, on_file)
        status = max(status, result.status)
        rows.append(to_json(result.game, result.found))
        if not as_json:
            for line in tell_result(result, name):
                click.echo(line)
    if as_json:
        if len(rows) > 1:
            rows = [{"file": file, **row} for file, row in zip(files, rows, strict=True)]
        print_json(rows if len(rows) > 1 else rows[0])
    sys.exit(status)


COMMANDS = (play, check)
