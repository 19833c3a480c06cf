"""Deal an embedded bank anew: the same problems in other contests, for comparisons that need more than ten of them.

Run: ``.venv/bin/python tools/deal_again.py code --seed 11 --out deals/deal11``; the folder is a suite like any other.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import r3gym
from r3gym.core.known_domains import domain_names, get_domain
from r3gym.core.tier import Tier
from r3gym.suites.dealing import assign_contests, contest_id
from r3gym.suites.folder import write_suite_manifest

BANK = Path(r3gym.__file__).parent / "data" / "embedded-v1"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domain", choices=domain_names())
    parser.add_argument("--seed", type=int, required=True, help="seed of the deal and of the presented order")
    parser.add_argument("--out", type=Path, required=True, help="the suite's folder, which must not exist")
    given = parser.parse_args()
    if given.out.exists():
        parser.error(f"--out {given.out}: exists already; a suite is never changed in place, choose a new folder")
    bank, name = BANK / given.domain, given.out.name
    shutil.copytree(bank.resolve(), given.out, ignore=shutil.ignore_patterns("suite.json", "checks"))
    rows = [json.loads(line) for line in (bank / "keys.jsonl").read_text("utf-8").splitlines()]
    dealt = assign_contests({row["id"]: Tier(row["tier"]) for row in rows}, given.seed, name)
    manifest = write_suite_manifest(
        given.out,
        name=name,
        domain=get_domain(given.domain),
        tiers="declared",
        seed=given.seed,
        provenance=f"{BANK.name}, dealt again",
        contests={contest_id(name, index): ids for index, ids in enumerate(dealt.contests)},
    )
    print(f"{given.out}: {len(manifest.contests)} contests")
    print(f"play it: r3gym play --suite {given.out} --domain {given.domain}")


if __name__ == "__main__":
    main()
