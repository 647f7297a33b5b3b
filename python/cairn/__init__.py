"""Nava, Mitsudomoe, Greener and Glaisher: rules, engine, solver and records.

>>> import cairn
>>> position = cairn.Position("nava")
>>> position.push("a1-a4")
>>> position.turn_name
'Black'
>>> position.fen()
'x4,bbbbbb/www,x4/x5/x5/www,x4 b'

An engine analyses a position or plays a move:

>>> engine = cairn.Engine(level=3)
>>> engine.play(position, nodes=1000) in position.legal_moves
True

Arrays for learning are in `cairn.arrays`, environments in `cairn.gymnasium`, `cairn.pettingzoo`
and `cairn.openspiel`; they need the packages that they are named after.
"""

from ._native import IllegalMoveError, __version__
from .engine import Analysis, Engine, Line, Score, Solution, solve
from .matches import MatchResult, play_match
from .position import Outcome, Position, RuleSet, rule_sets
from .record import Record, RecordedMove, Variation, read_records

__all__ = [
    "Analysis",
    "Engine",
    "IllegalMoveError",
    "Line",
    "MatchResult",
    "Outcome",
    "Position",
    "Record",
    "RecordedMove",
    "RuleSet",
    "Score",
    "Solution",
    "Variation",
    "__version__",
    "play_match",
    "read_records",
    "rule_sets",
    "solve",
]
