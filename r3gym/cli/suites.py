"""``r3gym suite``: show suites, build them from a pool, import your own problems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from r3gym.cli.domain_option import domain_option
from r3gym.cli.numbers import MOST_SEED, whole
from r3gym.cli.output import AsJson, console, print_json
from r3gym.core.contest_size import FEWEST_PROBLEMS, MOST_PROBLEMS, read_tier_mix
from r3gym.core.known_domains import domain_names
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.core.setting import Setting
from r3gym.errors import InputError

if TYPE_CHECKING:
    from r3gym.core.contest import Suite
    from r3gym.suites.lengths import ReferenceLengths

app = typer.Typer(no_args_is_help=True, help="Show suites, build them, bring your own problems.")

Source = Annotated[
    Path, typer.Argument(help="A JSONL file, a folder of ICPC packages (code), a suite folder, or embedded.")
]
Into = Annotated[Path, typer.Option(help="The suite folder to make; it must not exist.")]
Which = Annotated[str, domain_option("The domain of the problems.")]
Seed = Annotated[int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the deal and of the presented order.")]
Name = Annotated[str | None, typer.Option(help="Name of the suite. Default: the folder's name.")]
Problems = Annotated[
    int | None,
    typer.Option(parser=whole(FEWEST_PROBLEMS, MOST_PROBLEMS), help="Problems of a contest, 2 to 12. Default: 6."),
]
TierMix = Annotated[
    str | None,
    typer.Option("--tiers", help="Easy/medium/hard problems of a contest. Default: near 3/2/1 in proportion."),
]


@app.command("show")
def show(
    suite: Annotated[
        str, typer.Argument(help="embedded, r3bench:DIR, packages:DIR, pool:PATH, or a suite folder.")
    ] = "embedded",
    domain: Annotated[str | None, domain_option("One domain; all that the suite has by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a suite's contests. Tiers stay hidden, as they are for contestants."""
    from r3gym.errors import MissingDomainError
    from r3gym.suites import load_suite
    from r3gym.suites.errata import read_errata
    from r3gym.suites.reference import parse_reference

    loaded, absent = [], []
    for one in [domain] if domain else domain_names():
        try:
            loaded.append(load_suite(suite, one))
        except MissingDomainError as error:  # a suite need not have all domains; a broken one is an error
            absent.append(error)
    if not loaded:
        raise absent[0]
    if as_json:
        print_json(
            [
                {
                    "suite": s.name,
                    "domain": s.domain.name,
                    "tiers": s.tiers,
                    "provenance": s.provenance,
                    "content_hash": s.content_hash,
                    "errata": [
                        e.model_dump(exclude={"answer"}) for e in read_errata(parse_reference(suite), s.domain.name)
                    ],
                    "contests": [{"id": c.id, "problems": [p.id for p in c.problems]} for c in s.contests],
                }
                for s in loaded
            ]
        )
        return
    for s in loaded:
        table = Table(
            title=f"{escape(s.name)}, {s.domain.long_name}: {_size(s)}, tiers {s.tiers}",
            title_justify="left",
        )
        for name in ("#", "id", "problems in presented order"):
            table.add_column(name)
        for number, contest in enumerate(s.contests):
            table.add_row(str(number), escape(contest.id), escape(", ".join(p.title or p.id for p in contest.problems)))
        console.print(table)
        for erratum in read_errata(parse_reference(suite), s.domain.name):
            said = f"erratum: {erratum.problem}: {erratum.what}; {erratum.why} ({erratum.source})"
            console.print(said, highlight=False, markup=False)
        console.print(f"{s.provenance}\nhash {s.content_hash[:16]}\n", highlight=False, markup=False)


def _size(suite: Suite) -> str:
    return f"{len(suite.contests)} problems without contests" if suite.is_pool else f"{len(suite.contests)} contests"


@app.command("build")
def build(
    pool: Source,
    domain: Which,
    lengths: Annotated[
        list[Path],
        typer.Option(
            help="Lengths of reference models: the folder of a campaign of kind single, or JSONL rows "
            '{"id", "lengths": {"model": output tokens, ...}}. Several are joined.'
        ),
    ],
    out: Into,
    model: Annotated[
        list[str] | None,
        typer.Option(help="A reference model: a policy of the campaigns. Default: all of them."),
    ] = None,
    setting: Annotated[
        Setting | None, typer.Option(help="The setting whose runs count, where a campaign has both.")
    ] = None,
    count_capped: Annotated[
        bool,
        typer.Option("--count-capped", help="Count a run that a safety cap stopped, as a lower bound of its length."),
    ] = False,
    seed: Seed = 0,
    name: Name = None,
    problems: Problems = None,
    tiers: TierMix = None,
    as_json: AsJson = False,
) -> None:
    """Build a suite as the paper does: tiers by mean output length, contests of 3 easy, 2 medium, 1 hard.

    Example: r3gym suite build problems.jsonl --domain math --lengths runs/lengths --out my_suite.
    """
    from r3gym.campaigns.lengths import single_lengths
    from r3gym.suites.lengths import join_lengths, read_length_file

    runs = [path for path in lengths if path.is_dir()]
    if not runs and (model or setting or count_capped):
        raise InputError("--model, --setting, --count-capped: they choose runs; give a campaign's folder as --lengths")
    found = join_lengths(
        [
            single_lengths(path, domain, setting=setting, models=model or (), count_capped=count_capped)
            if path in runs
            else read_length_file(path)
            for path in lengths
        ]
    )
    _build(pool, domain, out, found, seed, name, problems, tiers, as_json)


@app.command("import")
def import_(
    pool: Source,
    domain: Which,
    out: Into,
    seed: Seed = 0,
    name: Name = None,
    problems: Problems = None,
    tiers: TierMix = None,
    as_json: AsJson = False,
) -> None:
    """Bring your own problems: tiers as the rows declare them, or none (then contests are dealt six at a time)."""
    _build(pool, domain, out, None, seed, name, problems, tiers, as_json)


def _build(
    pool: Path,
    domain: str,
    out: Path,
    lengths: ReferenceLengths | None,
    seed: int,
    name: str | None,
    problems: int | None,
    tiers: str | None,
    as_json: bool,
) -> None:
    from r3gym.suites import build_suite

    mix = None if tiers is None else read_tier_mix(tiers)
    if mix is not None and problems not in (None, sum(mix.values())):
        raise InputError(f"--problems {problems} with --tiers {tiers}: these are {sum(mix.values())}; leave one out")
    size = PROBLEMS_PER_CONTEST if problems is None else problems
    built = build_suite(pool, domain, out, lengths=lengths, seed=seed, name=name, problems=size, mix=mix)
    manifest = built.manifest
    if as_json:
        said = {"suite": str(out), "contests": len(manifest.contests), "left_over": list(built.left_over)}
        print_json(said if lengths is None else {**said, "lengths": _lengths_json(lengths)})
        return
    console.print(
        f"{out}: {len(manifest.contests)} contests, tiers {manifest.tiers}, seed {manifest.seed}",
        highlight=False,
        markup=False,
    )
    if lengths is not None:
        console.print(f"lengths: {lengths.describe()}", highlight=False, markup=False)
    if built.left_over:
        console.print(f"in no contest: {', '.join(built.left_over)}", highlight=False, markup=False)
    console.print(f"play it: r3gym play --suite {out} --domain {domain}", highlight=False, markup=False)


def _lengths_json(lengths: ReferenceLengths) -> dict[str, Any]:
    return {
        "unit": lengths.unit,
        "models": sorted(lengths.by_model),
        "counted": lengths.counted,
        "left_out": dict(lengths.left_out),
    }
