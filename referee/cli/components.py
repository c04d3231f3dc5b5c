"""`referee components`: what is on file about the cards and counters of a game, and the files that say so."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from referee.cli.completing import a_file, a_ruleset
from referee.cli.parts import print_json, print_text, say, sentences, write_new

if TYPE_CHECKING:
    from pathlib import Path

DOES = ("ask", "check", "edit", "export", "import")


@click.command()
@click.argument("ruleset", shell_complete=a_ruleset)
@click.argument("what", required=False, type=click.Choice(DOES))
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=a_file)
@click.option("-v", "--verbose", is_flag=True, help="Also list each component: what is known, and from where.")
@click.option("--json", "as_json", is_flag=True, help="Print one object for programs.")
def components(ruleset: str, what: str | None, files: tuple[str, ...], verbose: bool, as_json: bool) -> None:
    """Show what is on file of a game's cards and counters.

    A bar for each kind says how complete your copy is. Files of yours are read and never written over; what the table
    or `ask` tells is added to a file of the referee's own.

    \b
    ask              be asked for each value that is missing; Enter skips it, `back` goes back, `q` stops
    check [FILE]...  every fault of your files, or of these, with its line; exit status 1 if there is one
    edit             open your own file in $VISUAL or $EDITOR, and check it afterwards
    export FILE      write all that your files tell into one (`-`: to standard output)
    import FILE      put a copy of a file beside the others, if there is no fault in it

    \b
    Examples:
      referee components RULESET
      referee components RULESET ask
      referee components RULESET check deck.ref
    """
    from pathlib import Path

    from referee.catalogue import CatalogueError
    from referee.ruleset.find import load_ruleset

    if what in ("export", "import") and len(files) != 1:
        raise click.UsageError(f"components RULESET {what} FILE: name one file.")
    if what == "edit" and files:
        raise click.UsageError("components RULESET edit: it opens your own file; name none.")
    if what == "ask" and (files or as_json):
        raise click.UsageError("components RULESET ask: it asks you; name no file.")
    with sentences():
        loaded = load_ruleset(ruleset)
        try:
            _do(loaded, what, tuple(map(Path, files)), verbose, as_json)
        except CatalogueError as error:
            raise click.ClickException(str(error)) from error


def _do(ruleset: Any, what: str | None, files: tuple[Path, ...], verbose: bool, as_json: bool) -> None:
    import shutil

    from referee.stock import check_files, facts_text, own_file, take_stock, tell_stock

    if what is None:
        stock = take_stock(ruleset)
        if as_json:
            rows = [item.to_json() for item in stock.items]
            print_json({"ruleset": ruleset.name, "components": rows, **_faults(stock.files.faults)})
        else:
            for line in tell_stock(stock, verbose, shutil.get_terminal_size().columns):
                say(line)
    elif what == "ask":
        _ask(ruleset)
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


def _ask(ruleset: Any) -> None:
    """Ask for what is missing; from a pipe, leave with 1 if an answer could not be taken."""
    import shutil

    from referee.catalogue import LEARNED
    from referee.library import components_folder
    from referee.prompt.gaps import ask_all
    from referee.prompt.lines import wrapped
    from referee.stock import take_stock
    from referee.telling import many

    columns = shutil.get_terminal_size().columns

    def tell(text: str) -> None:
        for line in wrapped((text,), columns):
            say(line)

    stock = take_stock(ruleset)
    tell(f"{ruleset.title}: Enter skips a value, `?` explains it, `back` takes the last answer back, `q` stops.")
    done = ask_all(stock, _answer, tell)
    left = sum(len(item.missing) for item in take_stock(ruleset).items)
    file = components_folder(ruleset.name) / LEARNED
    tell("")
    tell(f"{many(done.told, 'value')} told{f', on file in {file}' if done.told else ''}; {left} still missing.")
    sys.exit(1 if done.failed and not sys.stdin.isatty() else 0)


def _answer() -> str | None:
    """What is typed at the terminal, or the next line of a pipe; None at its end."""
    if not sys.stdin.isatty():
        raw = sys.stdin.buffer.readline()
        return raw.decode("utf-8", "replace").strip() if raw else None
    try:
        answer: str = click.prompt("", default="", show_default=False, prompt_suffix="> ")
    except click.Abort:
        return None
    return answer.strip()


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
        print_text(text)
        return
    write_new(str(file), text)
    say(f"Written: {file}")
