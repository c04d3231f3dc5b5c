"""What may be typed besides the verbs of a ruleset: commands that change the record, and commands that only look."""

from referee.commands.call import COMMANDS, Call, Command, find_call, read_option, read_ruling
from referee.commands.look import dice_lines, look, read_viewer, show_lines
from referee.commands.rules import rule_lines
from referee.commands.run import enter_line, passing, run

__all__ = [
    "COMMANDS",
    "Call",
    "Command",
    "dice_lines",
    "enter_line",
    "find_call",
    "look",
    "passing",
    "read_option",
    "read_ruling",
    "read_viewer",
    "rule_lines",
    "run",
    "show_lines",
]
