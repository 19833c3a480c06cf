"""Freeze the embedded suites: deal contests from the declared tiers and write each manifest with its hashes.

Run by hand when a new version of the bank is made (never at run time, never on a released version):
``.venv/bin/python tools/freeze_embedded.py r3gym/data/embedded-v1``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from r3gym.core.known_domains import get_domain, paper_domains
from r3gym.core.tier import Tier
from r3gym.suites.dealing import assign_contests, contest_id
from r3gym.suites.folder import write_suite_manifest

SEED = 1
WRITTEN = "original problems of r3gym; tiers declared by the authors, not measured"
FROZEN = "items of reasoning-gym 0.1.25, frozen and amended by r3gym; tiers declared by the authors, not measured"
SOURCES = {get_domain("code"): WRITTEN, get_domain("math"): WRITTEN, get_domain("ar"): FROZEN}


def main(bank: Path) -> None:
    for domain in paper_domains():
        folder = bank / domain.name
        rows = [json.loads(line) for line in (folder / "keys.jsonl").read_text("utf-8").splitlines()]
        dealt = assign_contests({row["id"]: Tier(row["tier"]) for row in rows}, SEED, domain.name)
        assert not dealt.left_over, f"{domain.name}: {dealt.left_over} fit into no contest"
        manifest = write_suite_manifest(
            folder,
            name=f"{bank.name}-{domain.name}",
            domain=domain,
            tiers="declared",
            seed=SEED,
            provenance=SOURCES[domain],
            contests={contest_id(domain.name, i): ids for i, ids in enumerate(dealt.contests)},
        )
        print(f"{folder}: {len(manifest.contests)} contests, {len(manifest.problem_hashes)} problems")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
