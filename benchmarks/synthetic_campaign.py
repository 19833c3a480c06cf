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
from pathlib import Path

from r3gym.campaigns import CURVE_GRID, REPEATS, EpisodeRow, Manifest, PlayedContest, PlayedProblem, PlayedSuite, Slot
from r3gym.campaigns.rows import Ending, RunKind
from r3gym.domains import Domain
from r3gym.problem import Tier
from r3gym.setting import Setting
from r3gym.verdict import Outcome, ParseState

MIX = (Tier.EASY, Tier.EASY, Tier.EASY, Tier.MEDIUM, Tier.MEDIUM, Tier.HARD)
#: What a problem of a tier needs, as a share of a contest's unbudgeted use.
NEED = {Tier.EASY: 0.06, Tier.MEDIUM: 0.2, Tier.HARD: 0.5}
#: What is solved with less than it needs.
CHANCE = 0.05
MODELS, WITH_CONTESTS = 8, 6
PRESSURES = (0.2, 0.8)
JUDGE = "synthetic"


def suites(contests: int, rng: random.Random) -> tuple[PlayedSuite, ...]:
    """One suite for each domain, in the paper's mixture."""
    found = []
    for domain in Domain:
        played = []
        for number in range(contests):
            tiers = rng.sample(MIX, len(MIX))
            problems = [PlayedProblem(id=f"{domain}-{number:03d}-{n}", tier=t) for n, t in enumerate(tiers)]
            played.append(PlayedContest(id=f"{domain}-{number:03d}", problems=tuple(problems)))
        found.append(
            PlayedSuite(
                reference="synthetic",
                domain=domain,
                name="synthetic",
                content_hash=hashlib.sha256(f"{domain}{contests}".encode()).hexdigest(),
                tiers="declared",
                contests=tuple(played),
            )
        )
    return tuple(found)


def rows(played: tuple[PlayedSuite, ...], rng: random.Random) -> Iterator[EpisodeRow]:
    """All episodes, contests behind the curves."""
    for number in range(MODELS):
        for setting in Setting:
            for suite in played:
                natural = rng.randint(12, 40) if setting is Setting.AGENTIC else rng.randint(2000, 90_000)
                skill = 0.5 + 0.06 * number
                yield from _curves(f"model-{number}", setting, suite, natural, skill, rng)
                if number < WITH_CONTESTS:
                    yield from _contests(f"model-{number}", setting, suite, natural, skill, rng)


def _curves(
    policy: str, setting: Setting, suite: PlayedSuite, natural: int, skill: float, rng: random.Random
) -> Iterator[EpisodeRow]:
    label = suite.domain.labels(1)[0]
    for contest in suite.contests:
        for problem in contest.problems:
            for level in CURVE_GRID:
                cap = int(level * natural)
                for repeat in range(1, REPEATS + 1):
                    need = _need(problem.tier, natural, rng)
                    used = min(cap, need)
                    correct = rng.random() < (skill if need <= cap else CHANCE)
                    slot = _slot(problem.id, label, correct, used < cap, used)
                    yield EpisodeRow(
                        id=hashlib.sha256(f"{policy}{setting}{problem.id}{level}{repeat}".encode()).hexdigest(),
                        kind=RunKind.CURVE,
                        policy=policy,
                        setting=setting,
                        domain=suite.domain,
                        suite=suite.reference,
                        contest=contest.id,
                        problem=problem.id,
                        pressure=level,
                        budget=cap,
                        repeat=repeat,
                        seed=repeat,
                        used=used,
                        slots=(slot,),
                        ending=_ending(setting, used, cap),
                        path=label * used if setting is Setting.AGENTIC else None,
                        judges=(JUDGE,),
                        seconds=1.0,
                    )


def _contests(
    policy: str, setting: Setting, suite: PlayedSuite, natural: int, skill: float, rng: random.Random
) -> Iterator[EpisodeRow]:
    labels = suite.domain.labels()
    for contest in suite.contests:
        for pressure in PRESSURES:
            cap = int(pressure * natural)
            for repeat in range(1, REPEATS + 1):
                left, spent, enough = cap, [], []
                for problem in contest.problems:
                    need = _need(problem.tier, natural, rng)
                    enough.append(need <= left)
                    spent.append(min(left, need))
                    left -= spent[-1]
                path = "".join(label * s for label, s in zip(labels, spent, strict=True))
                slots = []
                for problem, label, used, done in zip(contest.problems, labels, spent, enough, strict=True):
                    correct = rng.random() < (skill if done else CHANCE * (used > 0))
                    slots.append(_slot(problem.id, label, correct, done, used))
                yield EpisodeRow(
                    id=hashlib.sha256(f"{policy}{setting}{contest.id}{pressure}{repeat}".encode()).hexdigest(),
                    kind=RunKind.CONTEST,
                    policy=policy,
                    setting=setting,
                    domain=suite.domain,
                    suite=suite.reference,
                    contest=contest.id,
                    pressure=pressure,
                    budget=cap,
                    repeat=repeat,
                    seed=repeat,
                    used=cap - left,
                    slots=tuple(slots),
                    ending=_ending(setting, cap - left, cap),
                    path=path if setting is Setting.AGENTIC else None,
                    judges=(JUDGE,),
                    seconds=1.0,
                )


def _need(tier: Tier, natural: int, rng: random.Random) -> int:
    return int(rng.expovariate(1 / (NEED[tier] * natural)))


def _slot(problem: str, label: str, correct: bool, answered: bool, used: int) -> Slot:
    if not (correct or answered):
        return Slot(problem=problem, label=label, correct=False, parse=ParseState.MISSING, spent=used)
    verdict = Outcome.ACCEPTED if correct else Outcome.WRONG_ANSWER
    return Slot(problem=problem, label=label, correct=correct, parse=ParseState.ANSWERED, verdict=verdict, spent=used)


def _ending(setting: Setting, used: int, cap: int) -> Ending:
    return Ending.CUT if setting is Setting.TOOL_FREE and used >= cap else Ending.FINISHED


def write(folder: Path, contests: int = 50, seed: int = 0) -> int:
    """Write the folder; the number of episodes."""
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    played = suites(contests, rng)
    manifest = Manifest(name="SYNTHETIC", definition="synthetic", repeats=REPEATS, suites=played)
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
