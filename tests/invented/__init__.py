"""Components that are invented for tests, and what must hold of every table of a game. They ship nowhere."""
