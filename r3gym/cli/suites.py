"""``r3gym suite``: show suites, build them from a pool, import your own problems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from r3gym.cli.domain_option import domain_option
from r3gym.cli.output import AsJson, console, print_json
from r3gym.core.contest_size import read_tier_mix
from r3gym.core.known_domains import domain_names
from r3gym.core.paper_constants import PROBLEMS_PER_CONTEST
from r3gym.errors import InputError

app = typer.Typer(no_args_is_help=True, help="Show suites, build them, bring your own problems.")

Source = Annotated[Path, typer.Argument(help="A JSONL file, or a folder of ICPC packages (code).")]
Into = Annotated[Path, typer.Option(help="The suite folder to make; it must not exist.")]
Which = Annotated[str, domain_option("The domain of the problems.")]
Seed = Annotated[int, typer.Option(help="Seed of the deal and of the presented order.")]
Name = Annotated[str | None, typer.Option(help="Name of the suite. Default: the folder's name.")]
Problems = Annotated[int | None, typer.Option(help="Problems of a contest, 2 to 12. Default: 6.")]
TierMix = Annotated[
    str | None,
    typer.Option("--tiers", help="Easy/medium/hard problems of a contest. Default: near 3/2/1 in proportion."),
]


@app.command("show")
def show(
    suite: Annotated[str, typer.Argument(help="embedded, r3bench:DIR, packages:DIR, or a suite folder.")] = "embedded",
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
            title=f"{escape(s.name)}, {s.domain.long_name}: {len(s.contests)} contests, tiers {s.tiers}",
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


@app.command("build")
def build(
    pool: Source,
    domain: Which,
    lengths: Annotated[
        Path,
        typer.Option(help='JSONL rows {"id", "lengths": {"model": output tokens, ...}} of reference models.'),
    ],
    out: Into,
    seed: Seed = 0,
    name: Name = None,
    problems: Problems = None,
    tiers: TierMix = None,
    as_json: AsJson = False,
) -> None:
    """Build a suite as the paper does: tiers by mean output length, contests of 3 easy, 2 medium, 1 hard."""
    _build(pool, domain, out, lengths, seed, name, problems, tiers, as_json)


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
    lengths: Path | None,
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
        print_json({"suite": str(out), "contests": len(manifest.contests), "left_over": list(built.left_over)})
        return
    console.print(
        f"{out}: {len(manifest.contests)} contests, tiers {manifest.tiers}, seed {manifest.seed}",
        highlight=False,
        markup=False,
    )
    if built.left_over:
        console.print(f"in no contest: {', '.join(built.left_over)}", highlight=False, markup=False)
    console.print(f"play it: r3gym play --suite {out} --domain {domain}", highlight=False, markup=False)
