"""Things that lie on a table, for rulesets to build their state from."""
