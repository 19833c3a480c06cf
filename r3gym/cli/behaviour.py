"""``r3gym behaviour``: label trajectories by rules or a model, import labels, check, compare and measure agreement."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from r3gym.cli.numbers import (
    MOST_BUDGET,
    MOST_CONTESTS,
    MOST_RESAMPLES,
    MOST_SEED,
    MOST_WINDOW,
    MOST_WORKERS,
    whole,
)
from r3gym.cli.output import AsJson, console, errors, print_json
from r3gym.errors import InputError, ModelFailure

if TYPE_CHECKING:
    from r3gym.behaviour import LabelSet, Subject
    from r3gym.models.chat_model import ChatModel

app = typer.Typer(
    no_args_is_help=True,
    help="Why: label what contestants did, by the paper's codebook. docs/behaviour.md says how.",
)

RunPath = Annotated[Path, typer.Argument(help="A campaign's folder, a folder of records, or one record (.json).")]
SetName = Annotated[str, typer.Argument(help="A label set beside the run (RUN/labels/NAME.jsonl), or a file.")]
Curves = Annotated[
    list[Path] | None, typer.Option(help="A campaign's folder with response curves, for the oracle's choice.")
]
Seed = Annotated[
    int, typer.Option(parser=whole(0, MOST_SEED), help="Seed of the order and of the names that annotators see.")
]


@app.command("label")
def label(
    run: RunPath,
    by: Annotated[str, typer.Option(help="rules, or model.")] = "rules",
    name: Annotated[str | None, typer.Option(help="The label set; rules, or model-PROFILE, without it.")] = None,
    into: Annotated[Path | None, typer.Option(help="A file in place of RUN/labels/NAME.jsonl.")] = None,
    curves: Curves = None,
    model: Annotated[str | None, typer.Option(help="model: a profile, a TOML file or the server's name.")] = None,
    base_url: Annotated[str | None, typer.Option(help="model: an OpenAI-compatible server, such as .../v1.")] = None,
    api_key_env: Annotated[str | None, typer.Option(help="model: the variable that holds the key.")] = None,
    window: Annotated[
        int, typer.Option(parser=whole(500, MOST_WINDOW), help="model: characters of events in one request.")
    ] = 12_000,
    reply_tokens: Annotated[int, typer.Option(parser=whole(64, MOST_BUDGET), help="model: the cap of a reply.")] = 1500,
    dry_run: Annotated[bool, typer.Option(help="model: say what it will cost at most, and stop.")] = False,
    first: Annotated[
        int | None, typer.Option(parser=whole(1, MOST_CONTESTS), help="Only so many episodes of the shuffled order.")
    ] = None,
    processes: Annotated[int, typer.Option(parser=whole(1, MOST_WORKERS), help="rules: how many processes.")] = 2,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Label every episode of a run that is not labelled yet. Stopped, it goes on where it was.

    [dim]r3gym behaviour label runs/mine --curves runs/curves[/dim]

    [dim]r3gym behaviour label runs/mine --by model --model my-model --base-url http://127.0.0.1:8000/v1 --dry-run[/dim]
    """
    from r3gym.behaviour import label_set_path

    subjects = _subjects(run, curves, seed)[:first]
    if by == "rules":
        _by_rules(into or label_set_path(run, name or "rules"), subjects, processes, as_json)
    elif by == "model":
        if model is None:
            raise InputError("--by model needs --model NAME, and --base-url URL where the profile has none")
        terms = (window, reply_tokens)
        if dry_run:
            _dry_run(subjects, model, base_url, terms, as_json)
        else:
            called = (model, base_url, api_key_env)
            file = into or label_set_path(run, name or f"model-{_file_word(_model(called, None).profile.name)}")
            _by_model(file, subjects, called, terms, as_json)
    else:
        raise InputError(f"--by {by}: choose rules or model; people use `r3gym annotate`")


def _by_rules(file: Path, subjects: tuple[Subject, ...], processes: int, as_json: bool) -> None:
    from r3gym.behaviour import LabelSet, LabelSetHeader
    from r3gym.behaviour.rules import RULES, label_by_rules
    from r3gym.behaviour.running import label_run

    labels = LabelSet(file, LabelSetHeader(about="by rules"), keep=False)
    with _bar(len(subjects)) as advance:
        done = label_run(
            subjects,
            labels,
            label_by_rules,
            RULES,
            processes=processes if len(subjects) > 64 else 1,
            progress=advance,
        )
    _told(labels, done.labelled, done.before, done.unreadable, as_json)


def _by_model(
    file: Path,
    subjects: tuple[Subject, ...],
    called: tuple[str, str | None, str | None],
    terms: tuple[int, int],
    as_json: bool,
) -> None:
    from r3gym.behaviour import LabelSet, LabelSetHeader
    from r3gym.behaviour.model import label_by_model, model_annotator
    from r3gym.behaviour.running import label_run

    chat = _model(called, file.with_suffix(".replies"))
    labels = LabelSet(file, LabelSetHeader(about="by a model"))

    def ask(episode: str, record: Any) -> Any:
        return label_by_model(episode, record, chat, window=terms[0], reply_tokens=terms[1])

    try:
        with _bar(len(subjects)) as advance:
            done = label_run(subjects, labels, ask, model_annotator(chat), progress=advance)
    except ModelFailure as error:
        raise InputError(f"the model's service failed: {error}; run the command again, it goes on from here") from None
    _told(labels, done.labelled, done.before, done.unreadable, as_json)


def _dry_run(
    subjects: tuple[Subject, ...], model: str, base_url: str | None, terms: tuple[int, int], as_json: bool
) -> None:
    from dataclasses import asdict

    from r3gym.behaviour.model import price
    from r3gym.models.loading import load_profile

    profile = load_profile(model, **({} if base_url is None else {"base_url": base_url}))
    found = price((subject.standard() for subject in subjects), profile, window=terms[0], reply_tokens=terms[1])
    if as_json:
        print_json(asdict(found))
        return
    cost = (
        "no prices in the profile"
        if found.cost is None
        else f"at most {found.cost:.2f} {found.currency}, {found.most:.2f} if everything is asked twice"
    )
    console.print(
        f"{found.episodes:,} episodes, {found.requests:,} requests, at most {found.prompt_tokens:,} tokens sent and "
        f"{found.completion_tokens:,} written: {cost}. Nothing was sent.",
        highlight=False,
    )


@app.command("import")
def import_labels(
    run: RunPath,
    file: Annotated[Path, typer.Argument(help="JSONL: episode, kind, problem, value, step or turn, field, quote.")],
    name: Annotated[str, typer.Option(help="The label set that is written.")],
    annotator: Annotated[str, typer.Option(help="Who made the labels.")],
    into: Annotated[Path | None, typer.Option(help="A file in place of RUN/labels/NAME.jsonl.")] = None,
    curves: Curves = None,
    as_json: AsJson = False,
) -> None:
    """Import labels that were made elsewhere; every quotation is looked up in its record."""
    from r3gym.behaviour import Annotator, AnnotatorType, LabelSet, LabelSetHeader, label_set_path
    from r3gym.behaviour.importing import import_labels as imported

    path = into or label_set_path(run, name)
    if path.exists():
        raise InputError(f"{path} exists; give another --name")
    labels = LabelSet(path, LabelSetHeader(evidence="quotation", about=f"imported from {file.name}"))
    who = Annotator(type=AnnotatorType.PERSON, name=annotator)
    done = imported(file, _subjects(run, curves, 0), labels, who)
    if as_json:
        print_json({"file": str(path), "stored": done.stored, "refused": list(done.refused)})
    else:
        console.print(f"{path}: {done.stored} labels", highlight=False, markup=False)
        for why in done.refused:
            errors.print(f"r3gym: {why}", highlight=False, markup=False, soft_wrap=True)
    if done.refused:
        raise typer.Exit(1)


@app.command("check")
def check(run: RunPath, labels: SetName, curves: Curves = None, as_json: AsJson = False) -> None:
    """Check every label of a set against its record again: quotations, components, order, frozen facts."""
    from r3gym.behaviour import LabelRefused, check_label
    from r3gym.records import RecordError

    found = _label_set(run, labels)
    subjects = {subject.episode: subject for subject in _subjects(run, curves, 0)}
    problems, counted = [], 0
    for episode in dict.fromkeys(one.episode for one in found.labels()):
        if episode not in subjects:
            problems.append(f"{episode}: the run has no record of it")
            continue
        try:
            record = subjects[episode].standard()
        except RecordError as error:
            problems.append(f"{episode}: {error}")
            continue
        own = found.labels(episode)
        for one in own:
            counted += 1
            others = [other for other in own if other.annotator == one.annotator]
            try:
                check_label(one, record, others, components=found.header.evidence == "components")
            except LabelRefused as error:
                problems.append(str(error))
    if as_json:
        print_json({"labels": counted, "refused": problems})
    else:
        console.print(f"{counted:,} labels checked, {len(problems)} refused", highlight=False)
        for line in problems:
            errors.print(f"r3gym: {line}", highlight=False, markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


@app.command("compare")
def compare(run: RunPath, labels: SetName, reference: SetName, as_json: AsJson = False) -> None:
    """Compare a label set with a reference, such as rules with people: confusion by kind, precision and recall."""
    from r3gym.behaviour.comparing import confusions

    found = confusions(_label_set(run, labels).labels(), _label_set(run, reference).labels())
    if not found:
        raise InputError(f"{labels} and {reference} label no episode in common")
    if as_json:
        print_json(
            [
                {
                    "kind": one.kind,
                    "units": one.units,
                    "agreeing": one.agreeing,
                    "counts": [
                        {"reference": ref, "annotator": said, "count": n} for (ref, said), n in one.counts.items()
                    ],
                    "precision": {value: one.precision(value) for value in one.values},
                    "recall": {value: one.recall(value) for value in one.values},
                }
                for one in found
            ]
        )
        return
    from rich.table import Table

    table = Table(title=f"{labels} against {reference}", title_justify="left")
    for head in ("kind", "value", "said", "meant", "precision", "recall"):
        table.add_column(head, justify="left" if head in ("kind", "value") else "right")
    for one in found:
        for n, value in enumerate(one.values):
            table.add_row(
                f"{one.kind} ({one.agreeing} of {one.units})" if n == 0 else "",
                value,
                str(one.said(value)),
                str(one.meant(value)),
                _share(one.precision(value)),
                _share(one.recall(value)),
            )
    console.print(table)


@app.command("agree")
def agree(
    run: RunPath,
    labels: Annotated[list[str], typer.Argument(help="Label sets; every annotator in them counts as one.")],
    resamples: Annotated[
        int, typer.Option(parser=whole(1, MOST_RESAMPLES), help="Resamples of the bootstrap over episodes.")
    ] = 2000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Measure the agreement of annotators on the episodes that they share: Cohen's kappa, Krippendorff's alpha."""
    from r3gym.behaviour.agreement import agreement

    own: dict[Any, list[Any]] = {}
    for name in labels:
        for label in _label_set(run, name).labels():
            own.setdefault(label.annotator, []).append(label)
    if len(own) < 2:
        raise InputError(f"{', '.join(labels)}: labels of {len(own)} annotator(s); agreement needs two or more")
    found = agreement(own, resamples=resamples, seed=seed)
    if not found:
        raise InputError(
            f"{', '.join(map(str, own))} share no episode; `assign(..., overlap=)` deals some to everybody"
        )
    if as_json:
        from dataclasses import asdict

        print_json({"annotators": [str(who) for who in own], "kinds": [asdict(one) for one in found]})
        return
    from rich.table import Table

    table = Table(title="Agreement: " + ", ".join(map(str, own)), title_justify="left")
    for head in ("kind", "units", "episodes", "equal", "kappa", "alpha"):
        table.add_column(head, justify="left" if head == "kind" else "right")
    for one in found:
        measures = (_measure(one.kappa), _measure(one.alpha))
        table.add_row(one.kind, str(one.units), str(one.episodes), _share(one.observed), *measures)
    console.print(table)
    console.print(f"[dim]95 % intervals: bootstrap over episodes, {resamples:,} resamples.[/dim]", highlight=False)


@app.command("codebook")
def codebook(as_json: AsJson = False) -> None:
    """Print the codebook: every label, its rule, and the evidence that it needs."""
    from r3gym.behaviour import codebook_json

    book = codebook_json()
    if as_json:
        print_json(book)
        return
    console.print(f"[bold]{book['version']}[/bold]\n", highlight=False)
    for kind in book["kinds"]:
        console.print(f"[bold]{kind['name']}[/bold]: {kind['rule']}", highlight=False)
        for part in kind["components"]:
            console.print(f"  {part['role']}: {part['rule']}", highlight=False)
    for cause, rule in book["causes"].items():
        console.print(f"[bold]{cause}[/bold]: {rule}", highlight=False)


@app.command("show")
def show(
    record: Annotated[Path, typer.Argument(help="One record (.json).")],
    as_json: AsJson = False,
) -> None:
    """Print a record as annotators see it: events with ids, without names, paths and tiers."""
    from dataclasses import asdict

    from r3gym.behaviour import standard_record
    from r3gym.records import RecordError, read_record

    try:
        found = standard_record(read_record(record))
    except RecordError as error:
        raise InputError(f"{record}: {error}") from None
    if as_json:
        print_json(asdict(found))
        return
    from r3gym.utils.plain_text import plain

    for event in found.events:
        print(f"[{event.id}] {event.kind.value}{f' {event.problem}' if event.problem else ''}: {plain(event.text)}")


def _subjects(run: Path, curves: list[Path] | None, seed: int) -> tuple[Subject, ...]:
    from r3gym.behaviour import find_subjects
    from r3gym.behaviour.selection import selected_problems
    from r3gym.records.campaign_folder import MANIFEST

    selected = selected_problems([run, *(curves or [])]) if (run / MANIFEST).is_file() else {}
    return find_subjects(run, seed=seed, selected=selected)


def _label_set(run: Path, name: str) -> LabelSet:
    from r3gym.behaviour import LabelSet, label_sets

    known = label_sets(run)
    file = known.get(name, Path(name))
    if not file.is_file():
        raise InputError(f"{name!r}: {run} has no such label set ({', '.join(known) or 'none yet'}), and it is no file")
    return LabelSet(file)


def _model(called: tuple[str, str | None, str | None], replies: Path | None) -> ChatModel:
    from r3gym.models.opening import open_model

    model, base_url, key = called
    profile = model if model.endswith(".toml") else None
    name = None if profile else model
    return open_model(name, base_url=base_url, profile=profile, api_key_env=key, cassette=replies)


def _file_word(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name)


def _bar(total: int) -> Any:
    from contextlib import contextmanager

    from rich.progress import Progress

    @contextmanager
    def shown() -> Any:
        with Progress(console=errors, transient=True) as bar:
            task = bar.add_task("labelling", total=total)
            yield lambda done: bar.advance(task, done)

    return shown()


def _told(labels: LabelSet, labelled: int, before: int, unreadable: list[str], as_json: bool) -> None:
    if as_json:
        print_json({"file": str(labels.path), "labelled": labelled, "before": before, "unreadable": unreadable})
    else:
        text = f"{labels.path}: {labelled:,} episodes labelled, {before:,} were before"
        console.print(text, highlight=False, markup=False, soft_wrap=True)
        for line in unreadable:
            errors.print(f"r3gym: {line}", highlight=False, markup=False, soft_wrap=True)
    if unreadable:
        raise typer.Exit(1)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _measure(at: Any) -> str:
    if at is None or at.estimate is None:
        return "–"
    return f"{at.estimate:.2f}" + ("" if at.low is None else f" ({at.low:.2f} to {at.high:.2f})")
