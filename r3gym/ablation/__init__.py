"""Paired comparisons of schedulers: pairs, differences with intervals, exact tests, power (docs/schedulers.md)."""

from r3gym.ablation.compare import Comparison, Difference, Side, compare, dominance
from r3gym.ablation.pairing import Matchup, PairedEpisodes, pair_up
from r3gym.ablation.statistics import SignTest, contests_needed, permutation_test, sign_test

__all__ = [
    "Comparison",
    "Difference",
    "Matchup",
    "PairedEpisodes",
    "Side",
    "SignTest",
    "compare",
    "contests_needed",
    "dominance",
    "pair_up",
    "permutation_test",
    "sign_test",
]
