"""The model as an annotator, against a server on loopback: it must quote, and is asked once more where it does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loopback_model import model_server, says
from made_episodes import MadeEpisode
from model_client import chat_with, profile_of

from r3gym.behaviour import LabelSet, check_label, standard_record
from r3gym.behaviour.model import label_by_model, model_annotator, price
from r3gym.behaviour.model.windows import windows
from r3gym.behaviour.running import label_run
from r3gym.behaviour.subjects import find_subjects
from r3gym.models.cassette import Cassette
from r3gym.models.profile import Prices
from r3gym.records.writing import write_record

MADE = (
    MadeEpisode(budget=3)
    .think("A first.")
    .focus("A")
    .run("./a", "differs", 1)
    .think("A fails, so B.")
    .focus("B")
    .run("./b")
)
RECORD = standard_record(MADE.finish().record(A="wrong_answer", B="accepted"))


def finding(kind: str, value: str, *quotes: tuple[str, ...], problem: str | None = None) -> dict[str, Any]:
    quoted = [{"event": q[0], "text": q[1], "role": q[2] if len(q) > 2 else "work"} for q in quotes]
    return {"kind": kind, "problem": problem, "value": value, "quotations": quoted}


def reply(*findings: dict[str, Any]) -> Any:
    return says(json.dumps({"findings": list(findings)}))


NOTHING = reply()


def test_a_finding_with_exact_words_is_a_label_and_silence_is_negative() -> None:
    first = reply(
        finding("coverage", "true", ("s1", "./a"), problem="A"),
        finding(
            "strategy_update", "true", ("r1", "A first.", "prior"), ("s1.output", "differs", "trigger"),
            ("r2", "so B", "revision"),
        ),
        finding("rational_update", "true", ("r2", "A fails, so B.", "link")),
    )  # fmt: skip
    causes = reply(finding("miss_cause", "never_attempted", ("outcome.C", "missing"), problem="C"))
    with model_server(first, causes) as server:
        labels = label_by_model("e", RECORD, chat_with(server))
    found = {(one.kind, one.problem): one.value for one in labels}
    assert found["coverage", "A"] == found["strategy_update", None] == found["rational_update", None] == "true"
    assert found["coverage", "B"] == found["overcommitment", None] == "false"
    assert found["miss_cause", "C"] == "never_attempted"
    assert found["miss_cause", "A"] == "insufficient"
    assert ("miss_cause", "B") not in found  # it is solved
    for n, one in enumerate(labels):
        check_label(one, RECORD, labels[:n])


def test_what_is_not_quoted_exactly_is_asked_once_more_and_then_unknown() -> None:
    invented = reply(
        finding("coverage", "true", ("s1", "I invented this"), problem="A"),
        finding("observation", "true", ("r2", "A failed", "observation")),
    )
    mended = reply(
        finding("coverage", "true", ("s1", "still invented"), problem="A"),
        finding("observation", "true", ("r2", "A fails", "observation")),
    )
    with model_server(invented, mended, NOTHING) as server:
        labels = label_by_model("e", RECORD, chat_with(server))
        asked = [request.body for request in server.requests]
    found = {(one.kind, one.problem): one for one in labels}
    assert (found["coverage", "A"].value, found["coverage", "A"].quotations) == ("unknown", ())
    assert found["observation", None].value == "true"
    assert len(asked) == 3  # the window, once more, the causes
    assert "does not hold 'I invented this'" in asked[1]["messages"][-1]["content"]
    assert asked[0]["response_format"]["type"] == "json_schema"


def test_a_cause_that_is_never_quoted_is_insufficient() -> None:
    bare = reply(finding("miss_cause", "misread_tool_feedback", problem="A"))
    with model_server(NOTHING, bare, bare) as server:
        labels = label_by_model("e", RECORD, chat_with(server))
    assert {one.problem: one.value for one in labels if one.kind == "miss_cause"}["A"] == "insufficient"


def test_a_reply_that_is_no_json_is_asked_once_more_and_then_nothing() -> None:
    with model_server(says("I think"), says("still"), NOTHING) as server:
        labels = label_by_model("e", RECORD, chat_with(server))
        assert len(server.requests) == 3
    assert {one.value for one in labels} == {"false", "insufficient"}


def test_the_model_sees_no_name_and_no_path() -> None:
    made = MadeEpisode(contestant={"name": "tunnel-agent", "profile": {"model": "secret-7B"}})
    record = standard_record(made.think("I am secret-7B.").focus("A").run("cat /app/problem_A/statement.md").record())
    with model_server(NOTHING, NOTHING) as server:
        label_by_model("e", record, chat_with(server))
        sent = json.dumps([request.body["messages"] for request in server.requests])
    for word in ("secret-7B", "tunnel-agent", "/app"):
        assert word not in sent
    assert "[s1] (command, problem A) cat statement.md" in sent


def test_windows_hold_every_event_and_are_small() -> None:
    made = MadeEpisode(budget=40).focus("A")
    for n in range(30):
        made.run(f"python3 check.py {n} " + "x" * 100, "y" * 300)
    record = standard_record(made.record())
    shown = list(windows(record, 2000))
    assert len(shown) > 5
    assert {event.id for window in shown for event in window} == set(record.by_id)
    assert all(sum(len(event.text) + 40 for event in window) <= 2000 or len(window) == 1 for window in shown)


def test_a_run_is_resumed_from_labels_and_kept_replies(tmp_path: Path) -> None:
    run, replies = tmp_path / "run", tmp_path / "kept.replies"
    for n in range(2):
        write_record(run / f"{n}.json", MADE.record(A="wrong_answer", B="accepted"))
    subjects = find_subjects(run)

    def go(server: Any) -> tuple[int, int, int]:
        chat = chat_with(server, Cassette(replies))
        before = len(server.requests)
        labels = LabelSet(run / "labels/model.jsonl")
        done = label_run(subjects, labels, lambda e, r: label_by_model(e, r, chat), model_annotator(chat))
        return done.labelled, done.before, len(server.requests) - before

    with model_server(model=lambda _body: NOTHING) as server:
        assert go(server) == (2, 0, 4)
        assert go(server) == (0, 2, 0)  # finished
        (run / "labels/model.jsonl").unlink()
        assert go(server) == (2, 0, 0)  # the replies are kept


def test_the_price_is_known_before_anything_is_sent() -> None:
    with model_server() as server:
        profile = profile_of(server, prices=Prices(input=1.0, output=2.0))
        found = price([RECORD, RECORD], profile, reply_tokens=100)
        assert server.requests == []
    assert (found.episodes, found.requests, found.completion_tokens) == (2, 4, 400)
    assert found.cost == (found.prompt_tokens * 1.0 + 400 * 2.0) / 1e6
    assert found.most is not None
    assert found.most > 2 * found.cost
