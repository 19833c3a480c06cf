"""The command line: ``r3gym VERB``. Exit codes: 0 done, 1 the work found something wrong, 2 the call was wrong."""

from __future__ import annotations

import sys

import typer

from r3gym.cli import (
    ablate,
    accounting,
    analyze,
    annotate,
    behaviour,
    calibrate,
    campaign,
    curve,
    figure,
    judging,
    listing,
    models,
    oracle,
    paper,
    parsing,
    play,
    problems,
    report,
    sandbox,
    suites,
    train,
    twin,
    view,
)
from r3gym.errors import InputError, ModelFailure
from r3gym.version import __version__

app = typer.Typer(
    name="r3gym",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=(
        "[bold]Six problems, one budget.[/bold]\n\n"
        "r3gym plays six-problem contests (code, math, abstract reasoning) in a real sandbox under one shared budget "
        "of counted actions, and judges them offline.\n\n"
        "Start with [cyan]r3gym demo[/cyan], then [cyan]r3gym play --domain code --render[/cyan]. "
        "In Python: [cyan]gym.make('R3Contest-Code-v0')[/cyan] after [cyan]import r3gym[/cyan]."
    ),
)

PLAY, RESULTS, PROBLEMS = "Play", "Results", "Problems and suites"
MODELS, LEARNING, MACHINE = "Models", "Learned schedulers", "Rules and machine"

app.command("demo", rich_help_panel=PLAY)(play.demo)
app.command("play", rich_help_panel=PLAY)(play.play)
app.command("list", rich_help_panel=PLAY)(listing.list_all)
app.add_typer(campaign.app, name="campaign", rich_help_panel=PLAY)
app.command("calibrate", rich_help_panel=RESULTS)(calibrate.calibrate)
app.command("report", rich_help_panel=RESULTS)(report.report)
app.command("figure", rich_help_panel=RESULTS)(figure.figure)
app.command("view", rich_help_panel=RESULTS)(view.view)
app.command("annotate", rich_help_panel=RESULTS)(annotate.annotate)
app.command("analyze", rich_help_panel=RESULTS)(analyze.analyze)
app.add_typer(behaviour.app, name="behaviour", rich_help_panel=RESULTS)
app.command("ablate", rich_help_panel=RESULTS)(ablate.ablate)
app.command("curve", rich_help_panel=RESULTS)(curve.curve)
app.command("oracle", rich_help_panel=RESULTS)(oracle.oracle)
app.command("paper", rich_help_panel=RESULTS)(paper.paper)
app.add_typer(suites.app, name="suite", rich_help_panel=PROBLEMS)
app.command("parse", rich_help_panel=PROBLEMS)(parsing.parse)
app.command("judge", rich_help_panel=PROBLEMS)(judging.judge)
app.add_typer(problems.app, name="problems", rich_help_panel=PROBLEMS)
app.add_typer(models.app, name="models", rich_help_panel=MODELS)
app.command("train", rich_help_panel=LEARNING)(train.train)
app.add_typer(twin.app, name="twin", rich_help_panel=LEARNING)
app.command("explain", rich_help_panel=MACHINE)(accounting.explain)
app.add_typer(sandbox.app, name="sandbox", rich_help_panel=MACHINE)


def _version(show: bool) -> None:
    if show:
        print(f"r3gym {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", help="Show the version.", callback=_version, is_eager=True),
) -> None:
    pass


def run() -> None:
    """Run the command line; a wrong call ends with one clear message on standard error and exit code 2."""
    from r3gym.sandbox import SandboxError

    try:
        app()
    except SandboxError as error:
        print(f"r3gym: the sandbox failed: {error}", file=sys.stderr)
        sys.exit(1)
    except ModelFailure as error:
        print(f"r3gym: {error}", file=sys.stderr)
        sys.exit(1)
    except InputError as error:
        print(f"r3gym: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.exit(141)
    except OSError as error:  # a path that cannot be read or made
        print(f"r3gym: {error.filename or 'the system'}: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("r3gym: interrupted", file=sys.stderr)
        sys.exit(130)
