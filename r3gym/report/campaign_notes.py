"""The end of a campaign's page: the method, what was used, what failed and what was left out."""

from __future__ import annotations

from collections.abc import Sequence

from r3gym.figures import Drawing, FigureSource
from r3gym.figures.source import RunSource
from r3gym.records.campaign_folder import read_manifest
from r3gym.records.campaign_manifest import CampaignManifest
from r3gym.report.elements import Html, element, join
from r3gym.report.text import plain

#: Missing runs that are named one by one.
_NAMED = 3


def method(source: FigureSource) -> Html:
    """Return the method in three sentences."""
    first = source.runs[0]
    sizes = sorted({suite.size for run in source.runs for suite in run.campaign.suites.values()})
    resampling, cost = first.analysis.resampling, first.analysis.oracle_cost.value
    sentences = (
        f"A contest is {' or '.join(map(str, sizes))} problems under one shared budget; its score is the number of "
        f"correct answers, averaged over {first.campaign.repeats} repeats, then over contests, then over domains with "
        "equal weight.",
        f"The oracle is the most that the same budget could have bought by the measured response curves of the single "
        f"problems (costs: {cost}), and the gap ratio is (oracle − contest) / oracle.",
        f"Intervals are 95 % percentiles of a paired bootstrap over contests ({resampling.resamples:,} resamples, seed "
        f"{resampling.seed}); nothing is imputed, and a cell with missing runs is "
        f"{'computed and marked ~' if first.analysis.allow_incomplete else 'left out'}.",
    )
    return join(element("h2", "Method"), element("p", " ".join(sentences)))


def used(source: FigureSource) -> Html:
    """Return versions, suites, seeds and judges of every run."""
    parts = []
    for run in source.runs:
        lines = list(_used(run))
        parts.append(
            join(
                element("h3", plain(run.label)) if source.several else None,
                element("dl", *(join(element("dt", name), element("dd", plain(value))) for name, value in lines)),
            )
        )
    return join(element("h2", "What was used"), *parts)


def _used(run: RunSource) -> list[tuple[str, str]]:
    manifests = [read_manifest(path) for path in run.campaign.paths]
    versions = {f"{name} {value}" for manifest in manifests for name, value in manifest.versions.items()}
    seeds = sorted(run.facts.seeds)
    span = f"{len(seeds):,} seeds from {seeds[0]:,} to {seeds[-1]:,}" if len(seeds) > 1 else ", ".join(map(str, seeds))
    judges = [f"{name} ({count:,})" for name, count in run.facts.judges.most_common()]
    kinds = [f"{count:,} {kind}" for kind, count in run.facts.kinds.most_common()]
    return [
        ("folder", ", ".join(str(path) for path in run.campaign.paths)),
        ("campaign", ", ".join(f"{manifest.name} (definition {manifest.definition[:12]})" for manifest in manifests)),
        ("episodes", ", ".join(kinds) or "none"),
        ("repeats, levels", f"{run.campaign.repeats}; {', '.join(f'{level:g}' for level in run.campaign.grid)}"),
        ("suites", "; ".join(_suite_words(manifests))),
        ("versions", ", ".join(sorted(versions)) or "the manifest states none"),
        ("counting rules", ", ".join(f"{n} ({c:,})" for n, c in run.analysis.counting_policies.items()) or "none"),
        ("seeds of policies", span or "none"),
        ("judges (episodes)", ", ".join(judges) or "none"),
    ]


def _suite_words(manifests: Sequence[CampaignManifest]) -> list[str]:
    found = {}
    for manifest in manifests:
        for suite in manifest.suites:
            words = f"{suite.reference} ({suite.domain}, {len(suite.contests)} contests, {suite.content_hash[:12]})"
            found[suite.reference, suite.domain] = words
    return list(found.values())


def left_out(source: FigureSource, missing: Sequence[Drawing]) -> Html:
    """Return failures, missing runs and the figures that could not be drawn, each with its reason."""
    lines = [line for run in source.runs for line in _left_out(run, source.several)]
    lines += [f"Figure “{one.title}” is not drawn: {one.missing}." for one in missing]
    if not lines:
        lines = ["Nothing failed, and nothing was left out."]
    items = [element("li", plain(line)) for line in lines]
    return join(element("h2", "Failed, missing, left out", id="left-out"), element("ul", *items))


def _left_out(run: RunSource, named: bool) -> list[str]:
    analysis = run.analysis
    start = f"{run.label}: " if named else ""
    lines = [f"{start}{change}." for change in run.changes]
    lines += [
        f"{start}{count:,} episode{'s' * (count != 1)} failed ({cause}) and ha{'s' if count == 1 else 've'} no score."
        for cause, count in analysis.failed.items()
    ]
    for one in analysis.missing:
        names = ", ".join(one.missing_runs[:_NAMED])
        more = f" and {len(one.missing_runs) - _NAMED:,} more" if len(one.missing_runs) > _NAMED else ""
        lines.append(
            f"{start}Incomplete {one.kind} cell {one.key}: {len(one.missing_runs):,} of {one.whole:,} runs missing: "
            f"{names}{more}."
        )
    without = sorted({f"{key.policy}, {key.setting}, {key.domain}" for key in analysis.without_curves})
    if without:
        lines.append(f"{start}No response curves, so no oracle and no gap: {'; '.join(without)}.")
    lines += [f"{start}No contest of {domain} ({suite}) has a result." for suite, domain in analysis.unplayed]
    if analysis.torn:
        lines.append(f"{start}{analysis.torn} torn lines at the end of rows files: their episodes are missing.")
    if len(analysis.counting_policies) > 1:
        lines.append(f"{start}Actions were counted by different versions of the rules: units are not one measure.")
    return lines
