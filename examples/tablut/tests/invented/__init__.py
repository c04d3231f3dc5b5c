"""What must hold of every board, for the invariants. Nothing is invented: Tablut has no cards."""
