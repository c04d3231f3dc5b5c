"""Things that lie on a table, for rulesets to build their state from.

cards     decks, hands and discard piles, by count
decks     card games of two sides, each with a deck, a hand and a discard pile of its own
hidden    pieces that lie unnamed until they are revealed (blocks, blips, bids laid face down)
learning  cards that are learned at the table, and what contradicts what is on file
unknown   what nobody knows yet, as a value of its own
rows      a `components.toml`, read with its lines
owing     what the sides still owe, or may still do, before the game goes on
facts     frozen facts with some fields changed
maps      places and the ways between them
geometry  positions on a table without squares: distances, paths, shapes of ground
drawing   a table drawn as text
wording   words for findings, questions and sentences
memo      remembering what was worked out about a table
"""
