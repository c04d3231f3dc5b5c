"""Reading a game afterwards: its account, and what is made of it (log, review, report, statistics)."""
