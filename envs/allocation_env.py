"""`AllocationEnv`: the simulated twin of a contest, reduced to its allocation decisions, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, cast

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from r3gym.core.known_domains import domain_names, get_domain, paper_domains
from r3gym.core.packed_state import WORD, Bytes, unpack
from r3gym.core.state import ContestState
from r3gym.errors import InputError
from r3gym.schedulers.guard_rules import GUARDS
from r3gym.simulation.contests import Contests
from r3gym.simulation.library import make_world
from r3gym.simulation.rewards import check_reward, step_rewards
from r3gym.simulation.world import World


def allocation_spaces(problems: int) -> tuple[spaces.Box, spaces.Discrete]:
    """Return the observation and action spaces of contests with so many problems."""
    return spaces.Box(0, 255, (WORD * (problems + 1),), np.uint8), spaces.Discrete(problems + 1)


def allocation_world(
    domain: str,
    profiles: str,
    pressure: float | None,
    budget: int | None,
    problems: int | None,
    scheduler: str,
    reward: str,
) -> World:
    """Check an environment's arguments, single or batched, and return the world they name."""
    if scheduler not in GUARDS:
        raise InputError(
            f"scheduler={scheduler!r}: the twin has the guards {', '.join(GUARDS)}; drivers are the policies"
        )
    check_reward(reward)
    if domain != "all" and domain not in domain_names():
        raise InputError(f"domain={domain!r}: choose one of {', '.join(domain_names())}, all")
    domains = paper_domains() if domain == "all" else (get_domain(domain),)
    return make_world(domains, profiles, pressure, budget, problems)


class AllocationEnv(gym.Env[Bytes, np.int64]):
    """Simulated problems, one budget: an action below their number spends the next unit on that problem, that number
    (6 with six problems) finishes.

    The observation is the packed `r3gym.core.state.ContestState` (`r3gym.core.packed_state`), the same type that a live
    contest has; tiers, keys and what is right are hidden. The contest ends (``terminated``) when the policy finishes or
    the budget is spent. With a guard an action it blocks changes nothing; 64 of them end the contest (``truncated``).

    All arguments are plain JSON values:

    - ``domain``: ``code``, ``math``, ``ar`` or ``all``; ``profiles``: `r3gym.simulation.library.make_world`.
    - ``pressure``: 0.2 or 0.8, drawn when not given; or ``budget`` in units.
    - ``problems``: 2 to 12, six by default, or those of the campaign that ``profiles`` names.
    - ``scheduler``: a guard, ``none``, ``coverage`` or ``verification``, that decides which actions are masked.
    - ``reward``: ``score`` at the end as in the live contest, or ``progress``: 1 when an answer becomes right, those
      that were right before the first step at the end. Both sum to the score.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        domain: str,
        *,
        profiles: str = "train",
        pressure: float | None = None,
        budget: int | None = None,
        problems: int | None = None,
        scheduler: str = "none",
        reward: str = "score",
        render_mode: str | None = None,
    ) -> None:
        world = allocation_world(domain, profiles, pressure, budget, problems, scheduler, reward)
        box, discrete = allocation_spaces(world.problems)
        self.observation_space, self.action_space = cast("spaces.Space[Bytes]", box), discrete
        self.render_mode, self._reward = render_mode, reward
        self._contests = Contests(world, 1, scheduler)
        self._over, self._seeded = True, False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:  # noqa: ARG002
        """Open a contest: the first one of the seed, or the next one of the seed given before."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._contests.reset([int(self.np_random.integers(1 << 62)) if seed is None else seed])
            self._seeded = True
        else:
            self._contests.renew(np.zeros(1, np.int64))
        self._over, self._initially_right = False, self._contests.solved.copy()
        return self._contests.packed()[0], {}

    def step(self, action: np.int64) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Spend a unit on a problem, or finish."""
        if self._over:
            raise gym.error.ResetNeeded("the contest has ended or was never opened: call reset() first")
        contests = self._contests
        outcome = contests.step(np.array([int(action)], np.int64))
        ended = bool(outcome.ended[0])
        cut = bool(outcome.cut[0]) and not ended
        self._over = ended or cut
        over = np.array([self._over])
        rewards = step_rewards(self._reward, outcome.gained, over, contests.solved * over, self._initially_right)
        info: dict[str, Any] = {"score": int(contests.solved[0])} if self._over else {}
        return contests.packed()[0], float(rewards[0]), ended, cut, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which actions have an effect; finishing always has."""
        masks: np.ndarray[Any, np.dtype[np.bool_]] = self._contests.masks()[0]
        return masks

    @property
    def state(self) -> ContestState:
        """The visible state, as a scheduler sees it."""
        return unpack(self._contests.packed()[0])

    def render(self) -> str | None:
        """Return the state as text, one line per problem."""
        if self.render_mode is None:
            return None
        state = self.state
        lines = [
            f"{p.label} paid {p.paid_steps}  answer {p.candidate_version if p.candidate else '-'}  "
            f"exit {'-' if p.last_exit is None else p.last_exit}"
            for p in state.problems
        ]
        return "\n".join([*lines, f"budget {state.remaining} of {state.total} left"])
