"""How long PokerKit and python-chess take for each action of a game; runs in an environment that has them.

`python peer.py pokerkit` or `python peer.py chess`. For each line on standard input the game is replayed once, and one
line comes out: the seconds of each action, as a JSON list. Reading the file that the actions stand in is not counted.
The hand was made up here; the game of chess is Morphy's at the opera, Paris 1858.
"""

import json
import sys
import time

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [2, 4, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  "d dh p1 AcAs", "d dh p2 7h6h", "d dh p3 KcKd", "p3 cbr 12", "p1 cc", "p2 cc",
  "d db Jc3d5c", "p1 cc", "p2 cc", "p3 cbr 20", "p1 cc", "p2 f",
  "d db 4h", "p1 cc", "p3 cc", "d db Jh", "p1 cbr 40", "p3 cc", "p1 sm AcAs", "p3 sm KcKd",
]
"""

GAME = """
e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6
Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
"""


def poker() -> list[float]:
    """The hand once: its actions, the first state apart."""
    from pokerkit import HandHistory

    states = iter(HandHistory.loads(HAND).state_actions)
    next(states)
    found: list[float] = []
    while True:
        start = time.perf_counter()
        if next(states, None) is None:
            return found
        found.append(time.perf_counter() - start)


def chess_moves() -> list[float]:
    """The game once: each move read and made."""
    from chess import Board

    board = Board()
    found: list[float] = []
    for word in GAME.split():
        start = time.perf_counter()
        board.push(board.parse_san(word))
        found.append(time.perf_counter() - start)
    return found


replay = {"pokerkit": poker, "chess": chess_moves}[sys.argv[1]]
for _ in sys.stdin:
    print(json.dumps(replay()), flush=True)
