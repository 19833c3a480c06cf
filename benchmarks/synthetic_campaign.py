"""A SYNTHETIC campaign's folder, for measuring the analysis: no model, no environment, no judge had a part in it.

Run: ``.venv/bin/python benchmarks/synthetic_campaign.py FOLDER [--contests 50] [--seed 0]``. With 50 contests for each
domain it has the size of the paper's design: response curves of eight models (8 models x 3 domains x 2 settings x 300
problems x 5 levels x 5 repeats = 360,000 single-problem runs), and contests of six of them (6 x 3 x 2 x 50 contests x 2
pressures x 5 repeats = 18,000 contest runs). Fewer contests make it proportionally smaller. Outcomes
are drawn from a made-up model of skill and difficulty; the folder's manifest and every row's judge say so.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from r3gym.campaigns import CampaignContest, CampaignManifest, CampaignProblem, CampaignSuite, EpisodeRow, Slot
from r3gym.core.known_domains import get_domain, paper_domains
from r3gym.core.paper_constants import CURVE_GRID, PRESSURES, REPEATS, TIER_MIX
from r3gym.core.setting import Setting
from r3gym.core.tier import Tier
from r3gym.core.verdict import Outcome, ParseState
from r3gym.records.rows import Ending, RunKind

MIX = tuple(tier for tier, count in TIER_MIX.items() for _ in range(count))
#: What a problem of a tier needs, as a share of a contest's unbudgeted use.
NEED = {Tier.EASY: 0.06, Tier.MEDIUM: 0.2, Tier.HARD: 0.5}
#: What is solved with less than it needs.
CHANCE = 0.05
MODELS, WITH_CONTESTS = 8, 6
JUDGE = "synthetic"


def suites(contests: int, rng: random.Random) -> tuple[CampaignSuite, ...]:
    """One suite for each domain, in the paper's mixture."""
    found = []
    for domain in paper_domains():
        played = []
        for number in range(contests):
            tiers = rng.sample(MIX, len(MIX))
            problems = [CampaignProblem(id=f"{domain}-{number:03d}-{n}", tier=t) for n, t in enumerate(tiers)]
            played.append(CampaignContest(id=f"{domain}-{number:03d}", problems=tuple(problems)))
        found.append(
            CampaignSuite(
                reference="synthetic",
                domain=domain.name,
                name="synthetic",
                content_hash=hashlib.sha256(f"{domain}{contests}".encode()).hexdigest(),
                tiers="declared",
                contests=tuple(played),
            )
        )
    return tuple(found)


@dataclass(frozen=True)
class Cell:
    """One made-up model on one suite: its unbudgeted use of a contest, and how often it is right when it has enough."""

    policy: str
    setting: Setting
    suite: CampaignSuite
    natural: int
    skill: float

    def row(
        self, contest: CampaignContest, pressure: float, repeat: int, used: int, path: str, **given: Any
    ) -> EpisodeRow:
        """What all rows of the cell have in common, and what is given."""
        cap = int(pressure * self.natural)
        named = f"{self.policy}{self.setting}{contest.id}{given.get('problem_id')}{pressure}{repeat}"
        return EpisodeRow(
            id=hashlib.sha256(named.encode()).hexdigest(),
            policy=self.policy,
            setting=self.setting,
            domain=self.suite.domain,
            suite=self.suite.reference,
            contest=contest.id,
            pressure=pressure,
            budget=cap,
            repeat=repeat,
            seed=repeat,
            spent=used,
            paid_steps=used if self.setting is Setting.AGENTIC else None,
            ending=Ending.CUT if self.setting is Setting.TOOL_FREE and used >= cap else Ending.FINISHED,
            path=path if self.setting is Setting.AGENTIC else None,
            judges=(JUDGE,),
            seconds=1.0,
            **given,
        )


def rows(played: tuple[CampaignSuite, ...], rng: random.Random) -> Iterator[EpisodeRow]:
    """All episodes, contests behind the curves."""
    for number in range(MODELS):
        for setting in Setting:
            for suite in played:
                natural = rng.randint(12, 40) if setting is Setting.AGENTIC else rng.randint(2000, 90_000)
                cell = Cell(f"model-{number}", setting, suite, natural, 0.5 + 0.06 * number)
                yield from _curves(cell, rng)
                if number < WITH_CONTESTS:
                    yield from _contests(cell, rng)


def _curves(cell: Cell, rng: random.Random) -> Iterator[EpisodeRow]:
    label = get_domain(cell.suite.domain).labels(1)[0]
    for contest in cell.suite.contests:
        for problem in contest.problems:
            for level in CURVE_GRID:
                for repeat in range(1, REPEATS + 1):
                    cap, need = int(level * cell.natural), _need(problem.tier, cell.natural, rng)
                    correct = rng.random() < (cell.skill if need <= cap else CHANCE)
                    used = min(cap, need)
                    slots = (_slot(problem.id, label, correct, need <= cap, used),)
                    given = {"kind": RunKind.CURVE, "problem_id": problem.id, "slots": slots}
                    yield cell.row(contest, level, repeat, used, label * used, **given)


def _contests(cell: Cell, rng: random.Random) -> Iterator[EpisodeRow]:
    labels = get_domain(cell.suite.domain).labels()
    for contest in cell.suite.contests:
        for pressure in PRESSURES:
            for repeat in range(1, REPEATS + 1):
                left = cap = int(pressure * cell.natural)
                slots, path = [], ""
                for problem, label in zip(contest.problems, labels, strict=True):
                    need = _need(problem.tier, cell.natural, rng)
                    used = min(left, need)
                    correct = rng.random() < (cell.skill if need <= left else CHANCE * (used > 0))
                    slots.append(_slot(problem.id, label, correct, need <= left, used))
                    left -= used
                    path += label * used if cell.setting is Setting.AGENTIC else ""
                yield cell.row(contest, pressure, repeat, cap - left, path, kind=RunKind.CONTEST, slots=tuple(slots))


def _need(tier: Tier, natural: int, rng: random.Random) -> int:
    return int(rng.expovariate(1 / (NEED[tier] * natural)))


def _slot(problem: str, label: str, correct: bool, answered: bool, used: int) -> Slot:
    if not (correct or answered):
        return Slot(problem_id=problem, label=label, correct=False, parse=ParseState.MISSING, spent=used)
    verdict = Outcome.ACCEPTED if correct else Outcome.WRONG_ANSWER
    return Slot(
        problem_id=problem, label=label, correct=correct, parse=ParseState.ANSWERED, verdict=verdict, spent=used
    )


def write(folder: Path, contests: int = 50, seed: int = 0) -> int:
    """Write the folder; the number of episodes."""
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    played = suites(contests, rng)
    manifest = CampaignManifest(name="SYNTHETIC", definition="synthetic", repeats=REPEATS, suites=played)
    (folder / "manifest.json").write_text(manifest.model_dump_json(), "utf-8")
    with (folder / "rows.jsonl").open("w", encoding="utf-8") as file:
        return sum(bool(file.write(row.model_dump_json() + "\n")) for row in rows(played, rng))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--contests", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(f"{arguments.folder}: {write(arguments.folder, arguments.contests, arguments.seed)} SYNTHETIC episodes")
