"""`referee components`: what is on file about the cards and counters of a game, and the files that say so."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from referee.cli.parts import print_json, say, sentences, write_new

if TYPE_CHECKING:
    from pathlib import Path

DOES = ("check", "edit", "export", "import")


@click.command()
@click.argument("ruleset")
@click.argument("what", required=False, type=click.Choice(DOES))
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs.")
def components(ruleset: str, what: str | None, files: tuple[str, ...], as_json: bool) -> None:
    """Show what is on file of a game's cards and counters.

    From where each fact comes, and what is missing.

    \b
    check [FILE]...  every fault of your files, or of these, with its line; exit status 1 if there is one
    edit             open your own file in $VISUAL or $EDITOR, and check it afterwards
    export FILE      write all that your files tell into one (`-`: to standard output)
    import FILE      put a copy of a file beside the others, if there is no fault in it

    \b
    Examples:
      referee components RULESET
      referee components RULESET check deck.ref
    """
    from pathlib import Path

    from referee.catalogue import CatalogueError
    from referee.ruleset.find import load_ruleset

    if what in ("export", "import") and len(files) != 1:
        raise click.UsageError(f"components RULESET {what} FILE: name one file.")
    if what == "edit" and files:
        raise click.UsageError("components RULESET edit: it opens your own file; name none.")
    with sentences():
        loaded = load_ruleset(ruleset)
        try:
            _do(loaded, what, tuple(map(Path, files)), as_json)
        except CatalogueError as error:
            raise click.ClickException(str(error)) from error


def _do(ruleset: Any, what: str | None, files: tuple[Path, ...], as_json: bool) -> None:
    from referee.stock import check_files, facts_text, own_file, take_stock, tell_stock

    if what is None:
        stock = take_stock(ruleset)
        if as_json:
            rows = [item.to_json() for item in stock.items]
            print_json({"ruleset": ruleset.name, "components": rows, **_faults(stock.files.faults)})
        else:
            for line in tell_stock(stock):
                say(line)
    elif what == "check":
        _report(check_files(ruleset, files).faults, as_json)
    elif what == "edit":
        file = own_file(take_stock(ruleset))
        click.edit(filename=str(file))
        _report(check_files(ruleset).faults, as_json)
    elif what == "export":
        _write(files[0], facts_text(take_stock(ruleset)))
    else:
        _import(ruleset, files[0], as_json)


def _import(ruleset: Any, file: Path, as_json: bool) -> None:
    from referee.stock import take_in
    from referee.telling import many

    copy, found = take_in(ruleset, file)
    if copy is None and not found.unusable:
        raise click.ClickException(f"{file} tells nothing that is not on file already; nothing was imported.")
    if copy is None:
        say(f"Nothing was imported from {file}:", err=True)
    elif not as_json:
        say(f"On file now: {many(len(found.facts), 'fact')}, in {copy}.")
    _report(found.faults, as_json)


def _report(faults: Iterable[Any], as_json: bool) -> None:
    """Print faults; leave with 1 if one of them is more than a contradiction."""
    from referee.stock import tell_faults

    faults = tuple(faults)
    if as_json:
        print_json(_faults(faults))
    else:
        for line in tell_faults(faults):
            say(line)
    sys.exit(int(any(not fault.taken for fault in faults)))


def _faults(faults: Iterable[Any]) -> dict[str, Any]:
    rows = []
    for fault in faults:
        kind = "warning" if fault.taken else "fault"
        rows.append({"file": str(fault.file), "line": fault.number or None, "kind": kind, "message": fault.message})
    return {"faults": rows}


def _write(file: Path, text: str) -> None:
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    write_new(str(file), text)
    say(f"Written: {file}")
