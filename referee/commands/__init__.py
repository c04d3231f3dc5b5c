"""What may be typed besides the verbs of a ruleset: commands that change the record, and commands that only look."""

from referee.commands.call import COMMANDS, Call, Command, find_call, read_ruling
from referee.commands.look import look
from referee.commands.run import enter_line, run

__all__ = ["COMMANDS", "Call", "Command", "enter_line", "find_call", "look", "read_ruling", "run"]
