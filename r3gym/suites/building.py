"""Building of a suite folder from a pool, as the paper builds its suites.

With output lengths of reference models the tiers are *measured* (shortest half easy, next third medium, rest hard).
Without them the pool's own tiers are *declared*, or the problems stay *unrated*. Problems are assigned to contests by
the seed, each contest in an order drawn independently of tier. The folder is created completely or not at all.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from r3gym.core.contest_size import tier_mix
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.problem import hash_problem
from r3gym.core.tier import Tier
from r3gym.errors import SuiteError
from r3gym.suites.dealing import assign_contests, contest_id
from r3gym.suites.folder import SuiteManifest, bank_of, write_suite_manifest
from r3gym.suites.lengths import ReferenceLengths, measured_tiers, read_length_file
from r3gym.suites.pool import find_pool, stage_pool, write_tiers


@dataclass(frozen=True)
class BuiltSuite:
    """The result of a build: the manifest, and the problems that fit into no contest."""

    manifest: SuiteManifest
    left_over: tuple[str, ...]


def build_suite(
    source: Path,
    domain: Domain | str,
    out: Path,
    *,
    lengths: ReferenceLengths | Path | None = None,
    seed: int = 0,
    name: str | None = None,
    problems: int = PROBLEMS_PER_CONTEST,
    mix: Mapping[Tier, int] | None = None,
) -> BuiltSuite:
    """Make the suite folder ``out`` from a pool (a JSONL file, a folder of packages, a suite folder, or ``embedded``).

    ``lengths`` are output lengths from which tiers are measured, or a JSONL file of them. ``problems`` is the number of
    problems per contest, in the paper's mixture of tiers; ``mix`` gives another mixture instead. Raise `SuiteError`
    when ``out`` exists, the pool is faulty or it does not fill one contest.
    """
    wanted = tier_mix(problems) if mix is None else mix
    domain = get_domain(domain)
    pool = find_pool(source, domain)
    measured = read_length_file(lengths) if isinstance(lengths, Path) else lengths
    if out.exists():
        raise SuiteError(f"{out}: exists already; a suite is never changed in place, choose a new folder")
    name = name or out.name
    if re.fullmatch(r"[A-Za-z0-9][\w.-]*", name, re.ASCII) is None:
        raise SuiteError(f"name {name!r}: use letters, digits, '.', '_' and '-', beginning with a letter or digit")
    out.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        tiers = stage_pool(pool, domain, stage)
        if measured is not None:
            public = bank_of(domain).read_problems(stage)
            tiers = measured_tiers({p: hash_problem(public[p]) for p in tiers}, measured)
            write_tiers(stage, tiers)
        origin = "measured" if measured is not None else "declared"
        if not tiers or all(t is Tier.UNRATED for t in tiers.values()):
            origin = "unrated"
        if mix is not None and origin == "unrated":
            raise SuiteError(f"{source}: its problems have no tiers to mix; give each one a tier, or only a number")
        dealt = assign_contests(tiers, seed, name, wanted)
        if not dealt.contests:
            parts = ", ".join(f"{count} {tier.value}" for tier, count in wanted.items() if count)
            raise SuiteError(
                f"{source}: {len(tiers)} problems do not fill one contest ({parts}, or {sum(wanted.values())} unrated)"
            )
        manifest = write_suite_manifest(
            stage,
            name=name,
            domain=domain,
            tiers=origin,
            seed=seed,
            provenance=f"built by r3gym from {source.name}"
            + (f" with lengths {measured.describe()}" if measured else ""),
            contests={contest_id(name, i): ids for i, ids in enumerate(dealt.contests)},
        )
        stage.chmod(0o755)
        stage.rename(out)
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        raise
    return BuiltSuite(manifest, dealt.left_over)
