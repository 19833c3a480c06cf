"""A wrapper that adds the oracle's score for the same budget at the end of an episode."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import gymnasium as gym

from r3gym.envs.live_env import LiveEnv
from r3gym.errors import InputError
from r3gym.oracle import equal_replay, read_oracle_cost, selected_miss_mass, selected_problems, solve_curves

if TYPE_CHECKING:
    from r3gym.cells.curve_file import CurveSet
    from r3gym.records.settings import EpisodeSettings


class AllocationOracle(
    gym.Wrapper[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]],
    gym.utils.RecordConstructorArgs,
):
    """A wrapper that adds the response-curve oracle, the gap and the misses to ``info["result"]`` when an episode ends.

    ``curves`` is a campaign's folder, or a file that ``r3gym curve RUN --json`` printed; ``policy`` selects a
    policy's curves when there are several. They are not visible before the episode is over. ``oracle_cost``: what the
    oracle pays, ``nominal`` (a level's cap) or ``observed`` (what a problem's cheapest success used).

    The result gets ``oracle`` (value, successes out of repeats, cost, the chosen level with its cap and cost for each
    label, the selected labels, the equal-allocation replay, ``oracle_cost``), ``gap`` (oracle minus score), ``misses``
    (selected labels that were not solved) and ``miss_mass``. An unlimited budget buys the best level of every problem.
    """

    def __init__(
        self,
        env: gym.Env[dict[str, Any], dict[str, Any]],
        curves: str,
        policy: str | None = None,
        oracle_cost: str = "nominal",
    ) -> None:
        from r3gym.cells.curve_file import read_curves

        gym.utils.RecordConstructorArgs.__init__(self, curves=curves, policy=policy, oracle_cost=oracle_cost)
        super().__init__(env)
        self._path, self._policy = curves, policy
        self._cost = read_oracle_cost(oracle_cost, "oracle_cost =")
        self._sets = read_curves(Path(curves)).curves
        self._curves: CurveSet | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset, and find the curves of the contest's problems; raise `InputError` now if one is missing."""
        obs, info = self.env.reset(seed=seed, options=options)
        self._curves = self._chosen()
        return obs, info

    def step(self, action: dict[str, Any]) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Step, and add the oracle to the result when the episode ends with one."""
        obs, reward, terminated, truncated, info = self.env.step(action)
        if (terminated or truncated) and "result" in info:
            info["result"] = info["result"] | self._found(info["result"])
        return obs, reward, terminated, truncated, info

    @property
    def _settings(self) -> EpisodeSettings:
        return cast(LiveEnv, self.env.unwrapped).log.settings

    def _chosen(self) -> CurveSet:
        now = self._settings
        if now.target is not None:
            raise InputError("target-in-suite episodes have no allocation: AllocationOracle goes with whole contests")
        mine = [s for s in self._sets if s.complete and (s.setting, s.domain) == (now.setting, now.domain)]
        mine = [s for s in mine if self._policy in (None, s.policy)]
        mine = [s for s in mine if all(s.curve(problem.problem_id) for problem in now.problems)]
        whose = "" if self._policy is None else f" of {self._policy!r}"
        if not mine:
            raise InputError(
                f"{self._path}: no complete {now.setting} curves{whose} for all problems of {now.contest!r}; "
                "a campaign of the kind `curve` measures them"
            )
        if len(mine) > 1:
            names = ", ".join(f"{s.policy!r} on {s.suite}" for s in mine)
            raise InputError(f"{self._path}: curves of {names}: policy= says whose are meant")
        return mine[0]

    def _found(self, result: dict[str, Any]) -> dict[str, Any]:
        assert self._curves is not None
        problems = result["problems"]
        known = [found for p in problems if (found := self._curves.curve(p["problem"], self._cost)) is not None]
        curves = [curve for curve, _ in known]
        limit = self._settings.budget.total
        budget = sum(max(curve.costs) for curve in curves) if limit is None else limit
        best = solve_curves(curves, budget)
        repeats = self._curves.repeats
        solved = [int(p["correct"]) for p in problems]
        selected = selected_problems(best, [curve.successes for curve in curves], repeats, solved, 1)
        labels = [p["label"] for p in problems]
        return {
            "oracle": {
                "value": best.successes / repeats,
                "successes": best.successes,
                "repeats": repeats,
                "cost": best.cost,
                "assignment": dict(zip(labels, best.assignment, strict=True)),
                "caps": {
                    label: (0, *self._curves.caps)[level] for label, level in zip(labels, best.assignment, strict=True)
                },
                "costs": {
                    label: curve.costs[level]
                    for label, curve, level in zip(labels, curves, best.assignment, strict=True)
                },
                "oracle_cost": self._cost.value,
                "selected": [labels[n] for n in best.selected],
                "equal": equal_replay([entry.attempts() for _, entry in known], budget),
                "curves_of": self._curves.policy,
            },
            "gap": best.successes / repeats - result["score"],
            "misses": [labels[one.problem] for one in selected if one.missed],
            "miss_mass": float(selected_miss_mass(selected)),
        }
