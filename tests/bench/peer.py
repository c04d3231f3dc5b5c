"""Seconds for each action of PokerKit's replay of a hand history that was made up here; runs in its environment."""

import json
import time

from pokerkit import HandHistory

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


def run() -> int:
    """Replay the hand; the number of its actions."""
    hand = HandHistory.loads(HAND)
    for _ in hand.state_actions:
        pass
    return len(hand.actions)


found = []
for _ in range(25):
    start = time.perf_counter()
    actions = run()
    found.append((time.perf_counter() - start) / actions)
print(json.dumps({"each": min(found)}))
