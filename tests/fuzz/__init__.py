"""Fuzzing: what strangers can give the referee, made wrong in every way that coverage leads to.

python -m tests.fuzz                 one minute of the processor
python -m tests.fuzz --minutes 60    the long form; it prints its figures, and exits with 1 if anything was found
"""
