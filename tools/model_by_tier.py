"""Success of a local model on the embedded banks by tier: each problem alone, tool-free, one run.

    python tools/model_by_tier.py --model qwen2.5-coder-0.5b --per-tier 6 --budget 256 [--domains ar math]

The first ``--per-tier`` problems of each tier by id are played. Prints a table for docs/banks.md.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gymnasium as gym

sys.path.insert(0, str(Path(__file__).parent / "local_models"))

from serve import serving

import r3gym  # noqa: F401 (registers the environments)
from r3gym.core.domain import Domain
from r3gym.core.known_domains import domain_names, get_domain
from r3gym.core.tier import Tier
from r3gym.models.loading import load_profile
from r3gym.policies import ToolFreeSolver
from r3gym.policies.playing import play_episode
from r3gym.suites import load_keys, load_suite

SLOTS = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", default="qwen2.5-coder-0.5b")
    parser.add_argument("--per-tier", type=int, default=6)
    parser.add_argument("--budget", type=int, default=256)
    parser.add_argument("--domains", nargs="+", default=["ar", "math"], choices=domain_names())
    args = parser.parse_args()
    print("| domain | tier | problems | answered | right | tokens (mean) |\n| --- | --- | --- | --- | --- | --- |")
    with serving(args.model, slots=SLOTS, context=4096) as base_url:
        profile = load_profile(args.model, base_url=base_url, temperature=0.0, context_window=4096)
        for domain in map(get_domain, args.domains):
            ids = sorted(p.id for c in load_suite("embedded", domain).contests for p in c.problems)
            keys = load_keys("embedded", domain, ids)
            for tier in (Tier.EASY, Tier.MEDIUM, Tier.HARD):
                chosen = [i for i in ids if keys[i].tier is tier][: args.per_tier]

                def play(item: str, domain: Domain = domain) -> tuple[bool, bool, int]:
                    name = f"R3ToolFreeSingle-{domain.gym_name}-v0"
                    env = gym.make(name, contest=item, budget=args.budget)
                    info = play_episode(env, ToolFreeSolver(profile=profile, seed=0), seed=0).info
                    env.close()
                    (found,) = info["result"]["problems"]
                    return found["parse"] == "answered", found["correct"], info["ledger"]["used"]

                with ThreadPoolExecutor(SLOTS) as pool:
                    rows = list(pool.map(play, chosen))
                answered, right, used = (sum(column) for column in zip(*rows, strict=True))
                mean = used / len(rows)
                counts = f"{len(rows)} | {answered} | {right} | {mean:.0f}"
                print(f"| {domain.name} | {tier.value} | {counts} |", flush=True)


if __name__ == "__main__":
    main()
