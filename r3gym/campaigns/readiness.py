"""Check before the first call that all that playing and judging need is there; list all faults at once.

Missing hidden tests, an unknown generator, a judge that does not answer: each would leave paid episodes without a
verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from r3gym.campaigns.campaign_file import Campaign
from r3gym.campaigns.suite_selection import ChosenSuite
from r3gym.core.bank import Bank
from r3gym.core.known_domains import get_domain
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.judging.judges import check_judges
from r3gym.judging.readable_keys import readable_keys

if TYPE_CHECKING:
    from r3gym.campaigns.prepared import PreparedCampaign


@dataclass(frozen=True)
class ReadinessFault:
    """A fault: the part of the campaign that it belongs to, the problems concerned (all when empty), and the fix."""

    part: str
    fault: str
    fix: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = f": {', '.join(self.problems)}" if self.problems else ""
        return f"{self.part}{named}: {self.fault}. Fix: {self.fix}"


def check_readiness(prepared: PreparedCampaign) -> None:
    """Raise one `InputError` that lists everything which would make playing or judging fail."""
    faults = find_faults(prepared.campaign, prepared.suites)
    if faults:
        listed = "".join(f"\n- {fault}" for fault in faults)
        raise InputError(
            f"found before the first call, {len(faults)} in all:{listed}\n--no-check plays all the same; what cannot "
            "be judged counts zero until `r3gym campaign judge` has judged it"
        )


def find_faults(campaign: Campaign, suites: Sequence[ChosenSuite]) -> list[ReadinessFault]:
    """Return every fault, those that differ only in the problem as one."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for fault in (*_players(campaign), *_sandbox(campaign), *_judging(campaign, suites)):
        found.setdefault((fault.part, fault.fault, fault.fix), []).extend(fault.problems)
    return [ReadinessFault(*same, tuple(problems)) for same, problems in found.items()]


def _players(campaign: Campaign) -> Iterator[ReadinessFault]:
    for policy in campaign.policies:
        try:
            policy.check_ready()
        except InputError as error:
            yield ReadinessFault(f"policy {policy.name}", str(error), "see docs/models.md")


def _sandbox(campaign: Campaign) -> Iterator[ReadinessFault]:
    if Setting.AGENTIC not in campaign.file.settings:
        return
    from r3gym.sandbox import Limits, SandboxError, backend

    try:
        backend(campaign.file.sandbox).open(Limits()).close()
    except (SandboxError, OSError) as error:
        yield ReadinessFault(f"sandbox {campaign.file.sandbox}", str(error), "`r3gym sandbox check` says more")


def _judging(campaign: Campaign, suites: Sequence[ChosenSuite]) -> Iterator[ReadinessFault]:
    ready = set()
    for domain in dict.fromkeys(chosen.domain.name for chosen in suites):
        try:
            check_judges(campaign.judges, get_domain(domain))
            ready.add(domain)
        except InputError as error:
            yield ReadinessFault(f"judge of {domain}", str(error), "correct the judges (docs/judging.md)")
    told: set[tuple[str, str]] = set()  # what concerns a whole domain is said once, not for every suite
    for chosen in suites:
        part = f"{chosen.domain.name}, suite {chosen.given}"
        wanted = {problem.id for contest in chosen.contests for problem in contest.problems}
        found = readable_keys(chosen.reference, chosen.domain, wanted)
        for name, reason in found.faults.items():
            yield ReadinessFault(part, reason, "mend the suite, or build it again", (name,))
        if chosen.domain.name not in ready:
            continue
        bank: Bank[Any] = chosen.domain.bank
        settings = campaign.judges.of(chosen.domain.name)
        for fault in bank.check_judging(dict(sorted(found.keys.items())), settings, campaign.file.sandbox):
            if fault.problem:
                yield ReadinessFault(part, fault.fault, fault.fix, (fault.problem,))
            elif (chosen.domain.name, fault.fault) not in told:
                told.add((chosen.domain.name, fault.fault))
                yield ReadinessFault(f"judge of {chosen.domain.name}", fault.fault, fault.fix)
