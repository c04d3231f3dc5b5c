"""What may be typed besides the verbs of a ruleset: commands that change the record, and commands that only look."""

from referee.commands.call import COMMANDS, Call, Command, find_call, read_ruling
from referee.commands.look import log_lines, look, rule_lines, show_lines
from referee.commands.run import enter_line, run

__all__ = [
    "COMMANDS",
    "Call",
    "Command",
    "enter_line",
    "find_call",
    "log_lines",
    "look",
    "read_ruling",
    "rule_lines",
    "run",
    "show_lines",
]
