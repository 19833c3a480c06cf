"""``r3gym ablate``: the same contests under several schedulers, paired, with intervals, exact tests and power."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.domain_option import DEFAULT_DOMAIN
from r3gym.cli.numbers import MOST_BUDGET, MOST_PRESSURE, MOST_REPEATS, MOST_RESAMPLES, MOST_SEED, MOST_WORKERS, whole
from r3gym.cli.oracle_cost import DEFAULT_COST, OracleCostWord, chosen_cost
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.core.known_domains import domain_names
from r3gym.core.paper_constants import STRONG_PRESSURE
from r3gym.errors import InputError
from r3gym.oracle.costs import OracleCost

if TYPE_CHECKING:
    from r3gym.ablation import Comparison


def ablate(
    policy: Annotated[str, typer.Option(help="scripted:tunnel, llm, or another policy of `r3gym list`.")],
    schedulers: Annotated[
        str, typer.Option(help="Names with commas; the first is what the others are compared with.")
    ] = "none,sequential,round_robin,coverage,verification,index",
    domain: Annotated[str, typer.Option(help=f"{', '.join(domain_names())}, or several with commas.")] = DEFAULT_DOMAIN,
    pressure: Annotated[
        str | None, typer.Option(help=f"0.2, 0.8, or both with a comma. Default: {STRONG_PRESSURE}.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(parser=whole(0, MOST_BUDGET), help="Counted actions, instead of a pressure.")
    ] = None,
    repeats: Annotated[
        int, typer.Option(parser=whole(1, MOST_REPEATS), help="Episodes of each contest under each scheduler.")
    ] = 5,
    suite: Annotated[str, typer.Option(help="Suites with commas: embedded, r3bench:DIR, or a suite's folder.")] = (
        "embedded"
    ),
    contests: Annotated[str | None, typer.Option(help="Contests by index or id, with commas. Default: all.")] = None,
    caps_of: Annotated[
        str | None, typer.Option(help="Whose published caps. Default: the model's own, or DeepSeek-V4-Pro.")
    ] = None,
    curves: Annotated[
        bool, typer.Option("--curves", help="Measure response curves too: the share of the oracle gap needs them.")
    ] = False,
    model: Annotated[str | None, typer.Option(help="llm: a profile, a TOML file or the server's model name.")] = None,
    base_url: Annotated[str | None, typer.Option(help="llm: an OpenAI-compatible server, such as .../v1.")] = None,
    api_key_env: Annotated[str | None, typer.Option(help="llm: the variable that holds the key.")] = None,
    seed: Annotated[
        int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the episodes and of the bootstrap.")
    ] = 0,
    resamples: Annotated[
        int, typer.Option(parser=whole(1, MOST_RESAMPLES), help="Resamples of the bootstrap over contests.")
    ] = 10_000,
    workers: Annotated[
        int | None, typer.Option(parser=whole(1, MOST_WORKERS), help="Episodes at once. Default: by cores and policy.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The campaign's folder. Default: runs/ablate-TIME.")] = None,
    as_json: AsJson = False,
    oracle_cost: OracleCostWord = DEFAULT_COST,
) -> None:
    """Compare schedulers on the same contests, paired by contest, order and seed.

    The episodes are a campaign: after an interruption the same call with the same --out plays the rest, and on a
    finished folder it only computes.

    Examples: r3gym ablate --policy scripted:tunnel --schedulers none,coverage --pressure 0.8;
    r3gym ablate --policy llm --model my-model --base-url http://127.0.0.1:8000/v1 --domain code,math.
    """
    from r3gym.campaigns.campaign_file import check_campaign
    from r3gym.campaigns.prepared import prepare
    from r3gym.campaigns.running import campaign_status
    from r3gym.cli.campaign import play_pending

    cost = chosen_cost(oracle_cost)
    names = _split_names(schedulers, "--schedulers")
    if len(names) < 2:
        raise InputError(f"--schedulers {schedulers}: a comparison needs two or more, with commas between them")
    if pressure is not None and budget is not None:
        raise InputError(
            f"--pressure {pressure} with --budget {budget}: both say how much an episode may spend; give one of them"
        )
    folder = out or Path("runs") / time.strftime("ablate-%Y%m%d-%H%M%S")
    player = policy_table(policy, model, base_url, api_key_env)
    fields: dict[str, Any] = {
        "name": "ablate",
        "seed": seed,
        "repeats": repeats,
        "kinds": ["contest", "curve"] if curves else ["contest"],
        "domains": _split_names(domain, "--domain"),
        "suites": _split_names(suite, "--suite"),
        "schedulers": names,
    }
    if contests is not None:
        chosen = _split_names(contests, "--contests")
        fields["contests"] = [int(c) if c.isascii() and c.isdigit() else c for c in chosen]
    if budget is None:
        levels = str(STRONG_PRESSURE) if pressure is None else pressure
        fields["pressures"] = [_pressure(word) for word in _split_names(levels, "--pressure")]
    else:
        fields["budgets"] = [budget]
    if budget is None or curves:
        own = player["kind"] == "llm" and caps_of is None
        fields["calibration"] = "published" if own else f"published:{caps_of or 'DeepSeek-V4-Pro'}"
    text = _toml(fields, player)
    campaign = check_campaign({**fields, "policies": [player]}, "r3gym ablate", Path.cwd(), text)
    prepared = prepare(campaign)
    choice = campaign.file.executor.model_copy(update={} if workers is None else {"workers": workers})
    play_pending(prepared, folder, choice)
    comparisons = compare_folder(folder, tuple(names), resamples=resamples, seed=seed, oracle_cost=cost)
    status = campaign_status(folder)
    failed = status.tally.failed
    _show(comparisons, folder, as_json)
    for note in status.changes:
        errors.print(f"r3gym: {note}", highlight=False, markup=False, soft_wrap=True)
    if failed:
        errors.print(
            f"{len(failed)} episodes failed and are left out; try them again: r3gym campaign retry {folder} --failed",
            highlight=False,
            markup=False,
        )
        raise typer.Exit(1)


def compare_folder(
    folder: Path,
    schedulers: tuple[str, ...],
    *,
    resamples: int = 10_000,
    seed: int = 0,
    oracle_cost: OracleCost = OracleCost.NOMINAL,
) -> list[Comparison]:
    """Return the comparisons that a campaign's folder holds; with complete curves, also against the oracle."""
    from r3gym.ablation import compare, pair_up
    from r3gym.ablation.oracles import contest_oracles
    from r3gym.records.campaign_folder import counted_rows, read_manifest

    manifest = read_manifest(folder)
    tiers = {p.id: p.tier for s in manifest.suites for contest in s.contests for p in contest.problems}
    oracles = contest_oracles(folder, oracle_cost)
    found = pair_up(counted_rows(folder), schedulers)
    without = [pairs.matchup for pairs in found if not pairs.contests]
    if without or not found:
        raise InputError(
            f"{folder}: no contest was played under all of {', '.join(schedulers)}; `r3gym campaign status {folder}` "
            "says what failed"
        )
    made = []
    for pairs in found:
        values = oracles.get(pairs.matchup, {})
        oracle = values if values.keys() >= set(pairs.contests) else None
        made.append(compare(pairs, tiers=tiers, oracle=oracle, oracle_cost=oracle_cost, resamples=resamples, seed=seed))
    return made


def policy_table(
    policy: str, model: str | None = None, base_url: str | None = None, api_key_env: str | None = None
) -> dict[str, Any]:
    """Return the campaign table of a policy given by name. A scripted tunnel has unlimited patience here."""
    from r3gym.policies import named_policy

    spec = named_policy(policy, model=model, base_url=base_url, api_key_env=api_key_env)
    table = spec.model_dump(mode="json", exclude_unset=True)
    # TOML has no null: a patience beyond every budget means no limit.
    return {key: 10_000 if key == "patience" else value for key, value in table.items()}


def _show(comparisons: list[Comparison], folder: Path, as_json: bool) -> None:
    from r3gym.cli.ablation_tables import comparison_json, show_comparisons
    from r3gym.cli.analyze import mixed_policies

    for counts in {tuple(c.counting_policies.items()) for c in comparisons if len(c.counting_policies) > 1}:
        errors.print(f"r3gym: {mixed_policies(dict(counts))}", highlight=False, markup=False, soft_wrap=True)
    if as_json:
        print_json({"folder": str(folder), **comparison_json(comparisons)})
        return
    show_comparisons(comparisons)
    console.print(f"Campaign: {folder}", highlight=False, markup=False)


def _split_names(text: str, option: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise InputError(f"{option} {text!r}: names with commas between them, none of them empty")
    return words


def _pressure(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        raise InputError(f"--pressure {word!r}: not a number") from None
    if not 0 < found <= MOST_PRESSURE:
        raise InputError(f"--pressure {word}: a pressure is a share above 0 and at most {MOST_PRESSURE:g}, such as 0.2")
    return found


def _toml(fields: Mapping[str, Any], policy: Mapping[str, Any]) -> str:
    """Return the campaign file, so that `r3gym campaign` can continue the folder. JSON values are valid TOML here."""
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    table = [f"{name} = {json.dumps(value)}" for name, value in policy.items()]
    return "\n".join(["# written by r3gym ablate", *lines, "", "[[policies]]", *table, ""])
