"""Nothing is lost: killed at random and at each system call in turn, and writes that are refused one by one.

`python -m tests.unbreakable` is the long form; the short form of the same is in the default run.
"""
