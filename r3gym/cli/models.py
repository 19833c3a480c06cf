"""``r3gym models``: the profiles of models, and whether a server answers as they say."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from r3gym.cli.output import AsJson, console, print_json

if TYPE_CHECKING:
    from r3gym.models import ChatReply, ModelProfile

app = typer.Typer(no_args_is_help=True, help="List model profiles, show them, try a server.")


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the shipped profiles: the paper's models with the paper's parameters."""
    from r3gym.models import load_profile, shipped_profiles

    profiles = [load_profile(name) for name in shipped_profiles()]
    if as_json:
        print_json([profile.to_record() for profile in profiles])
        return
    table = Table(title="model profiles", title_justify="left")
    for column in ("name", "temperature", "top_p", "effort", "thinking", "published caps"):
        table.add_column(column, no_wrap=True)
    for profile in profiles:
        values = (profile.temperature, profile.top_p, profile.reasoning_effort)
        shown = ["-" if value is None else str(value) for value in values]
        thinking = {True: "on", False: "off", None: "-"}[profile.thinking.enabled]
        caps = "yes" if profile.paper_name else "no"
        table.add_row(profile.name, *shown, thinking, caps)
    console.print(table)
    console.print("A dash: the provider's default holds. r3gym models show NAME prints a whole profile.")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="A shipped profile, or a TOML file.")], as_json: AsJson = False
) -> None:
    """Show a profile as it is loaded, as TOML."""
    from r3gym.models import load_profile
    from r3gym.models.profile_toml import profile_toml

    profile = load_profile(name)
    if as_json:
        print_json(profile.model_dump(mode="json"))
    else:
        print(profile_toml(profile), end="")


@app.command("probe")
def probe(
    name: Annotated[
        str, typer.Argument(help="A shipped profile, a TOML file, or with --base-url your server's name of it.")
    ],
    base_url: Annotated[
        str | None, typer.Option(help="The address of the server, such as http://127.0.0.1:8000/v1.")
    ] = None,
    api_key_env: Annotated[str | None, typer.Option(help="The environment variable that holds the key.")] = None,
    model: Annotated[str | None, typer.Option(help="What the server calls the model, where it differs.")] = None,
    as_json: AsJson = False,
) -> None:
    """Ask a server a small question, and find out how it calls tools and what it reports.

    Example: r3gym models probe my-model --base-url http://127.0.0.1:8000/v1
    """
    from r3gym.models import ChatRequest, OpenAIChat, load_profile
    from r3gym.models.probe import probe_tools

    given = {"base_url": base_url, "api_key_env": api_key_env, "model": model}
    profile = load_profile(name, **{field: value for field, value in given.items() if value is not None})
    chat = OpenAIChat(profile)
    question = ChatRequest(({"role": "user", "content": "What is 17 + 25? Reply with the number."},), max_tokens=2048)
    start = time.monotonic()
    reply = chat.complete(question)
    seen = _seen(profile, reply, time.monotonic() - start)
    tools = probe_tools(chat)
    seen["tools"] = {"mode": tools.mode, "seen": tools.seen}
    if as_json:
        print_json(seen)
        return
    table = Table(show_header=False, title=f"{escape(profile.name)} answers", title_justify="left")
    usage = ", ".join(seen["usage"]) or "none: tokens cannot be charged"
    for label, value in (
        ("reply", f"{reply.content.strip()[:60]!r}, finish {reply.finish or 'not said'!r}"),
        ("model, as served", reply.served_model or "not said"),
        ("latency", f"{seen['latency_s']:.2f} s, {reply.attempts} request{'s' * (reply.attempts > 1)}"),
        ("usage reported", usage),
        ("reasoning shown", "yes" if seen["reasoning"] else "no"),
        ("tools", f"{seen['tools']['mode']} ({seen['tools']['seen']})"),
    ):
        table.add_row(label, escape(value))
    console.print(table)


def _seen(profile: ModelProfile, reply: ChatReply, seconds: float) -> dict[str, Any]:
    counts = asdict(reply.usage) if reply.usage else {}
    return {
        "profile": profile.name,
        "served_model": reply.served_model,
        "content": reply.content,
        "finish": reply.finish,
        "latency_s": round(seconds, 3),
        "attempts": reply.attempts,
        "usage": {name: count for name, count in counts.items() if count is not None},
        "reasoning": reply.shows_reasoning,
    }
