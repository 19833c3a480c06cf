"""``r3gym demo`` and ``r3gym play``: contests with the scripted solver, which needs no model, or with a model."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import gymnasium as gym
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from r3gym.cli.domain_option import DEFAULT_DOMAIN, domain_option
from r3gym.cli.interrupts import terminations_as_interrupts, was_terminated
from r3gym.cli.numbers import MOST_BUDGET, MOST_MINUTES, MOST_PRESSURE, MOST_SEED, above_zero, whole
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.cli.results import results_table
from r3gym.core.domain import Domain
from r3gym.core.known_domains import get_domain, paper_domains
from r3gym.core.paper_constants import MODERATE_PRESSURE
from r3gym.core.setting import Setting
from r3gym.errors import InputError
from r3gym.policies import EpisodeContext, ReadyPolicy, named_policy, with_scheduler
from r3gym.policies.playing import play_episode

#: What `demo` plays: one contest of every domain, with both personalities, so that the table compares allocations.
DEMO = [(domain, 0, personality) for domain in paper_domains() for personality in ("tunnel", "scanner")]


def demo(
    out: Annotated[Path | None, typer.Option(help="Folder for the records. Default: runs/demo-TIME.")] = None,
    seed: Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the scripted solver.")] = 0,
    pressure: Annotated[
        float,
        typer.Option(parser=above_zero(MOST_PRESSURE), help="Budget pressure: 0.2 is strong, 0.8 moderate."),
    ] = MODERATE_PRESSURE,
    as_json: AsJson = False,
) -> None:
    """Play embedded contests of all three domains, offline, in a real sandbox.

    The solver is scripted: it works in the sandbox and pays like any agent, but its drafts come from the problem bank,
    so its scores say nothing about any model.
    """
    folder = out or Path("runs") / time.strftime("demo-%Y%m%d-%H%M%S")
    rows = []
    columns = (
        TextColumn("{task.description:36}"),
        BarColumn(24),
        MofNCompleteColumn(),
        TextColumn("contests"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors) as progress:
        task = progress.add_task("opening the sandbox", total=len(DEMO))
        for domain, contest, who in DEMO:
            label = f"{domain.long_name}, {who}"

            def show(step: int, label: str = label) -> None:
                progress.update(task, description=f"{label}: step {step}")

            rows.append(
                play_contest(
                    Setting.AGENTIC.env_id(domain),
                    named_policy(f"scripted:{who}").make(_context(Setting.AGENTIC, domain, "embedded", seed)),
                    contest=contest,
                    seed=seed,
                    pressure=pressure,
                    folder=folder,
                    on_step=show,
                )
            )
            progress.advance(task)
    if as_json:
        print_json(rows)
    else:
        console.print(results_table(rows))
        console.print(
            "tunnel stays on a problem until it looks solved; scanner gives each open problem one paid step in turn.\n"
            "Both are scripted (their drafts come from the bank): the scores show the machinery, not a model."
        )
        console.print(f"Records: {folder}  ({len(rows)} episodes, one JSON file each)", highlight=False, markup=False)
    page = _demo_page(rows, folder, pressure)
    if page is not None and not as_json:
        console.print(f"Report:  {page}", highlight=False, markup=False)
    if any(row["result"] is None or row["result"]["judge_errors"] for row in rows):
        raise typer.Exit(1)


def _demo_page(rows: list[dict[str, Any]], folder: Path, pressure: float) -> Path | None:
    """Write the report of the episodes that were just played; None where pictures cannot be drawn."""
    from r3gym.campaigns.from_records import campaign_from_records
    from r3gym.figures import FigureOptions, read_source
    from r3gym.report.campaign_page import campaign_page

    records = [Path(row["record"]) for row in rows]
    campaign_from_records(records, folder, name="demo", pressure=pressure)
    page = folder / "report.html"
    try:
        page.write_text(campaign_page(read_source([folder]), FigureOptions()), "utf-8")
    except InputError as error:  # matplotlib comes with an extra
        errors.print(f"r3gym: no report: {error}", highlight=False, markup=False)
        return None
    return page


def play(
    domain: Annotated[str, domain_option("Which domain.")] = DEFAULT_DOMAIN,
    contest: Annotated[str, typer.Option(help="Contest: index from 0, or id.")] = "0",
    suite: Annotated[str, typer.Option(help="embedded, r3bench:DIR, packages:DIR, or a suite folder.")] = "embedded",
    setting: Annotated[Setting, typer.Option(help="With a shell, or one completion.")] = Setting.AGENTIC,
    policy: Annotated[
        str | None,
        typer.Option(
            help="scripted[:tunnel|:scanner], llm, or another of `r3gym list`. Default: llm where a model is given."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="llm: a profile, a TOML file or the server's model name. scripted: whose published cap."),
    ] = None,
    base_url: Annotated[str | None, typer.Option(help="llm: an OpenAI-compatible server, such as .../v1.")] = None,
    api_key_env: Annotated[str | None, typer.Option(help="llm: the variable that holds the key.")] = None,
    cassette: Annotated[Path | None, typer.Option(help="llm: keep replies in this file, and replay them.")] = None,
    scheduler: Annotated[str, typer.Option(help="A guard or driver of `r3gym list`, such as coverage.")] = "none",
    budget: Annotated[
        int | None,
        typer.Option(
            parser=whole(0, MOST_BUDGET),
            help="Counted actions (tool_free: tokens); otherwise pressure and model decide.",
        ),
    ] = None,
    pressure: Annotated[
        float | None,
        typer.Option(parser=above_zero(MOST_PRESSURE), help="0.2 (strong) or 0.8 (moderate). Default 0.8."),
    ] = None,
    caps_of: Annotated[
        str | None,
        typer.Option(help="Model whose published cap is used. Default: the model's own, or DeepSeek-V4-Pro."),
    ] = None,
    sandbox: Annotated[str, typer.Option(help="Where commands run.")] = "bubblewrap",
    judges: Annotated[Path | None, typer.Option(help="Which judge decides: a TOML or JSON file.")] = None,
    seed: Annotated[
        int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the solver; a model's server gets it too.")
    ] = 0,
    target: Annotated[str | None, typer.Option(help="Target-in-suite: the only problem to work on.")] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            parser=above_zero(MOST_MINUTES),
            help="agentic: time limit in minutes, also for a model's call under way; then the answers so far are "
            "judged. Default 120.",
        ),
    ] = None,
    show_difficulty: Annotated[bool, typer.Option(help="Show tiers in the instruction.")] = False,
    render: Annotated[bool, typer.Option("--render", help="Show the scoreboard after every action.")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder for the record. Default: runs/play-TIME.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play one contest and print its result.

    Examples: r3gym play --domain code --contest 3 --policy scripted:scanner --render

    r3gym play --model my-model --base-url http://127.0.0.1:8000/v1 --domain math --budget 8

    r3gym play --model my-profile.toml --setting tool_free --domain ar --budget 4000
    """
    from r3gym.judging.judges import load_judges

    if as_json and render:
        raise InputError("--json with --render: choose one, both write to standard output")
    # The name of a shipped profile alone only selects the published cap.
    reached = any(given is not None for given in (base_url, api_key_env, cassette)) or (model or "").endswith(".toml")
    policy = policy or ("llm" if reached else "scripted")
    settings: dict[str, Any] = {
        "budget": budget,
        "pressure": pressure,
        "sandbox": sandbox,
        "judges": None if judges is None else load_judges(judges).to_json(),
        "show_difficulty": show_difficulty,
        "target": target,
    }
    if setting is Setting.AGENTIC:
        settings |= {"scheduler": scheduler}
        settings |= {} if minutes is None else {"wall_clock_s": 60 * minutes}
    elif scheduler != "none" or minutes is not None:
        raise InputError("--scheduler and --minutes belong to the agentic setting: leave them out here")
    if policy != "llm":
        if setting is Setting.TOOL_FREE:
            raise InputError("--setting tool_free needs a model: --policy llm --model NAME --base-url URL")
        caps_of = caps_of or model
    spec = named_policy(policy, model=model, base_url=base_url, api_key_env=api_key_env)
    player = spec.make(_context(setting, get_domain(domain), suite, seed, cassette))
    if spec.paper_name() is not None:
        player = replace(player, environment={"model": spec.paper_name(), **player.environment})
    if setting is Setting.AGENTIC:
        player = replace(player, policy=with_scheduler(player.policy, scheduler))
    if caps_of is not None:
        settings["model"] = caps_of
    elif budget is not None:
        settings["model"] = None  # an explicit budget needs no published cap
    row = play_contest(
        setting.env_id(get_domain(domain)),
        player,
        contest=int(contest) if contest.isascii() and contest.isdigit() else contest,
        suite=suite,
        seed=seed,
        folder=out or Path("runs") / time.strftime("play-%Y%m%d-%H%M%S"),
        render_mode="human" if render else None,
        **settings,
    )
    if as_json:
        print_json(row)
    else:
        console.print(results_table([row]))
        console.print(f"Record: {row['record']}", highlight=False, markup=False)
    if row["result"] is None:
        errors.print(f"the episode is void: {row['error']}", highlight=False, markup=False)
        raise typer.Exit(1)
    if unsure := row["result"]["unsure"]:
        most = row["result"]["score"] + len(unsure)
        said = f"the judge was unsure about {', '.join(unsure)}: no credit; with it the score would be {most}"
        errors.print(said, highlight=False, markup=False)
    if row["result"]["judge_errors"]:
        details = [f"{p['label']}: {p['detail']}" for p in row["result"]["problems"] if p["verdict"] == "judge_error"]
        errors.print("the judge could not decide:", *details, sep="\n  ", highlight=False, markup=False)
        raise typer.Exit(1)


def play_contest(
    env_id: str,
    player: ReadyPolicy,
    *,
    contest: int | str,
    seed: int,
    folder: Path,
    on_step: Callable[[int], None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Play one contest and write its record."""
    from r3gym.envs import RecordEpisodes

    made = gym.make(env_id, contest=contest, **{**player.environment, **settings})
    folder.mkdir(parents=True, exist_ok=True)  # a folder that cannot be made is reported before the contest
    domain = made.get_wrapper_attr("domain").name
    env = RecordEpisodes(made, str(folder), name=f"{domain}-{contest}-{file_name(player.title)}")
    try:
        with terminations_as_interrupts():
            played = play_episode(env, player.policy, seed=seed, on_step=on_step)
    except KeyboardInterrupt:
        env.interrupt()
        if env.last_record is not None:
            said = f"interrupted; the record so far: {env.last_record}"
            errors.print(said, highlight=False, markup=False, soft_wrap=True)
        if was_terminated():
            raise typer.Exit(128 + signal.SIGTERM) from None
        raise
    finally:
        env.close()
    info = played.info
    return {
        "contest": info["contest"],
        "domain": domain,
        "policy": player.title,
        "ledger": info["ledger"],
        "result": info.get("result"),
        "error": played.error or None,
        "record": str(env.last_record),
    }


def file_name(policy: str) -> str:
    """Return a policy's name for file names: ``scripted:tunnel`` is ``tunnel``, ``qwen/qwen-3`` is ``qwen-qwen-3``."""
    return re.sub(r"[^\w.-]+", "-", policy.removeprefix("scripted:"))


def _context(setting: Setting, domain: Domain, suite: str, seed: int, cassette: Path | None = None) -> EpisodeContext:
    return EpisodeContext(setting, domain, suite, "none", seed, run=f"play-{seed}", cassette=cassette)
