"""What may be typed besides the verbs of a ruleset: commands that change the record, and commands that only look."""

from referee.commands.answers import NO, PASS, YES, enter_answers, passing, spoken
from referee.commands.call import COMMANDS, Call, Command, find_call, read_option, read_ruling
from referee.commands.look import component_lines, dice_lines, look, misread, read_viewer, show_lines
from referee.commands.rules import rule_lines
from referee.commands.run import enter_line, run

__all__ = [
    "COMMANDS",
    "NO",
    "PASS",
    "YES",
    "Call",
    "Command",
    "component_lines",
    "dice_lines",
    "enter_answers",
    "enter_line",
    "find_call",
    "look",
    "misread",
    "passing",
    "read_option",
    "read_ruling",
    "read_viewer",
    "rule_lines",
    "run",
    "show_lines",
    "spoken",
]
