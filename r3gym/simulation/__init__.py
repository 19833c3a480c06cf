"""The simulated twin: contests of solver models in NumPy, thousands at once, and the best any online policy can do.

Everything here is a model. No number from this package is a measurement of a language model (docs/twin.md).
"""

from r3gym.simulation.contests import Contests, StepOutcome
from r3gym.simulation.profiles import Profile, Tiers, profile_world
from r3gym.simulation.world import Feedback, World

__all__ = ["Contests", "Feedback", "Profile", "StepOutcome", "Tiers", "World", "profile_world"]
