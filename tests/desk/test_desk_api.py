"""What the desk's server accepts, refuses, keeps and tells, without a browser."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from made_episodes import MadeEpisode
from starlette.applications import Starlette
from starlette.testclient import TestClient

from r3gym.behaviour import Annotator, LabelSet, label_set_path
from r3gym.desk.app import PAGE, WRITABLE, desk_routes
from r3gym.desk.assignment import Wish
from r3gym.desk.exporting import export_labels
from r3gym.desk.quoting import original_words
from r3gym.desk.work import NO_ORACLE, Work
from r3gym.errors import InputError
from r3gym.records.writing import write_record
from r3gym.viewer.guarding import Guard

TOKEN, PORT = "the-token", 8321
ORIGIN = f"http://127.0.0.1:{PORT}"
ANN = Annotator(type="person", name="ann")
SECRETS = ("gpt-9-secret", "SecretCorp", "https://api.secret.example", "/home/ann/secret/run", "tunnel-policy")


def made() -> MadeEpisode:
    """B is tried, fails, and is given up for C; a command's output holds hidden characters."""
    return (
        MadeEpisode()
        .think("First B by brute force.")
        .focus("B")
        .run("g++ b.cpp", "\x1b[31mfails\u202e on sample 2")
        .think("It fails, so C is worth more now.")
        .focus("C")
        .run("g++ c.cpp", "fails too")
        .finish()
    )


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "secret-run"
    for name in ("one", "two", "three", "four"):
        write_record(folder / f"gpt-9-secret-{name}.json", made().record(B="wrong_answer", A="accepted"))
    return folder


def client(run: Path, name: str = "ann", wish: Wish | None = None, **headers: str) -> TestClient:
    said: list[str] = []
    app = Guard(Starlette(routes=desk_routes(Work(run, name, wish), said.append)), TOKEN, PORT, WRITABLE)
    given = {"Authorization": f"Bearer {TOKEN}", "Origin": ORIGIN, **headers}
    found = TestClient(app, base_url=ORIGIN, headers=given, follow_redirects=False)
    found.said = said  # type: ignore[attr-defined]
    return found


def first(desk: TestClient) -> str:
    episode: str = desk.get("/desk/data/desk.json").json()["resume"]
    return episode


def quote(event: str, text: str, role: str) -> dict[str, str]:
    return {"event": event, "text": text, "role": role}


def form(kind: str = "coverage", value: str = "true", *quotes: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"kind": kind, "problem": "B" if kind == "coverage" else None, "value": value, "quotations": quotes, **more}


WORK = quote("s1", "g++ b.cpp", "work")
UPDATE = (
    quote("r1", "First B by brute force.", "prior"),
    quote("s1.output", "on sample 2", "trigger"),
    quote("r2", "so C is worth more now", "revision"),
)


def save(desk: TestClient, episode: str, given: Mapping[str, Any], moved: Any = None) -> Any:
    return desk.post("/desk/save", json={"episode": episode, "form": given, "moved": moved})


def stored(run: Path, name: str = "ann") -> list[Any]:
    return list(LabelSet(label_set_path(run, name)).labels())


def test_a_label_with_its_quotation_is_in_the_file_when_the_answer_comes(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    answer = save(desk, episode, form("coverage", "true", WORK, note="clear"))
    assert answer.status_code == 200
    (label,) = stored(run)
    assert (label.kind, label.problem, label.value, label.note, label.annotator) == (
        "coverage",
        "B",
        "true",
        "clear",
        ANN,
    )
    assert label.at is not None
    assert label.episode.startswith("gpt-9-secret")  # the file names the episode; the page never does
    shown = desk.get(f"/desk/data/record/{episode}.json").json()
    assert [one["quotations"] for one in shown["labels"]] == [[WORK]]
    assert shown["labels"] == [answer.json()["label"]]


def test_it_is_synced_before_it_is_acknowledged(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = client(run)
    episode = first(desk)
    file = label_set_path(run, "ann")
    synced: list[bytes] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        if file.exists() and os.path.sameopenfile(handle, os.open(file, os.O_RDONLY)):
            synced.append(file.read_bytes())

    monkeypatch.setattr(os, "fsync", fsync)
    assert save(desk, episode, form("coverage", "true", WORK)).status_code == 200
    assert synced[-1] == file.read_bytes()
    assert b"g++ b.cpp" in synced[-1]


def test_a_disk_that_refuses_is_no_acknowledgement(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = client(run)
    episode = first(desk)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = save(desk, episode, form("coverage", "true", WORK))
    assert (answer.status_code, answer.json()["reasons"]) == (507, ["not on the disk: No space left on device"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (form(), "a positive label needs an exact quotation and its event"),
        (
            form("coverage", "true", quote("s1", "g++ bb.cpp", "work")),
            "s1 does not hold 'g++ bb.cpp'; quote its exact words",
        ),
        (form("coverage", "true", quote("s99", "g++ b.cpp", "work")), "there is no event 's99' in this record"),
        (form("coverage", "true", quote("s1", "", "work")), "the quotation of s1 is blank"),
        (form("coverage", "true", quote("s0", "focus B", "work")), "focus, shelving, status"),
        (form("coverage", "perhaps", WORK), "coverage is one of true, false, unknown, not 'perhaps'"),
        (form("coverage", "", WORK), "no value yet"),
        (form("mood", "true", WORK), "the codebook has no kind 'mood'"),
        (form("coverage", "true", WORK, problem="Z"), "the contest has no problem 'Z'"),
        (form("strategy_update", "true", *UPDATE[:2]), "the component revision is not quoted"),
        (form("rational_update", "true", quote("r2", "It fails, so", "link")), "builds on a positive strategy_update"),
        (form("miss_cause", "never_attempted", quote("ending", "finished", "evidence"), problem="D"), NO_ORACLE),
    ],
)
def test_what_breaks_a_rule_is_no_label_but_kept_as_a_draft(run: Path, given: dict[str, Any], sentence: str) -> None:
    desk = client(run)
    episode = first(desk)
    answer = save(desk, episode, given)
    assert answer.status_code == 422
    assert any(sentence in said for said in answer.json()["reasons"]), answer.json()
    assert (stored(run), answer.json()["draft"]) == ([], True)
    again = client(run)  # the draft is there for the next server too
    shown = again.get(f"/desk/data/record/{episode}.json").json()
    assert [(one["kind"], one["value"]) for one in shown["drafts"]] == [(given["kind"], given["value"])]


def test_times_are_in_order(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    swapped = [{**one, "role": role} for one, role in zip(UPDATE, ("trigger", "prior", "revision"), strict=True)]
    refused = save(desk, episode, form("strategy_update", "true", *swapped)).json()["reasons"]
    assert refused == ["prior must stand before trigger in the record"]
    assert save(desk, episode, form("strategy_update", "true", *UPDATE)).status_code == 200


def test_a_draft_that_is_completed_is_a_label_and_no_draft(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    save(desk, episode, form())
    assert desk.post("/desk/finish", json={"episode": episode}).status_code == 422  # coverage of B is half done
    save(desk, episode, form("coverage", "true", WORK))
    shown = desk.get(f"/desk/data/record/{episode}.json").json()
    assert (len(shown["labels"]), shown["drafts"]) == (1, [])
    assert desk.post("/desk/finish", json={"episode": episode}).status_code == 200


def test_a_refused_change_leaves_the_label_that_stood(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    save(desk, episode, form("coverage", "true", WORK))
    before = label_set_path(run, "ann").read_bytes()
    assert save(desk, episode, form("coverage", "true", quote("s1", "invented", "work"))).status_code == 422
    assert label_set_path(run, "ann").read_bytes() == before


def test_a_label_that_is_taken_back_is_gone(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    save(desk, episode, form("coverage", "true", WORK))
    place = {"kind": "coverage", "problem": "B"}
    assert desk.post("/desk/withdraw", json={"episode": episode, "place": place}).status_code == 200
    assert stored(run) == []


def test_what_others_build_on_cannot_be_taken_from_under_them(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    link = quote("r2", "It fails, so", "link")
    assert save(desk, episode, form("strategy_update", "true", *UPDATE)).status_code == 200
    assert save(desk, episode, form("rational_update", "true", link)).status_code == 200
    refused = desk.post("/desk/withdraw", json={"episode": episode, "place": {"kind": "strategy_update"}})
    assert (refused.status_code, refused.json()["reasons"]) == (
        422,
        ["rational_update builds on it; change that first, or take it back"],
    )
    assert save(desk, episode, form("strategy_update", "false")).status_code == 422
    assert len(stored(run)) == 2


def test_a_label_that_gets_another_problem_moves(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    words = quote("r2", "It fails", "observation")
    save(desk, episode, form("observation", "true", words))
    moved = {"kind": "observation", "problem": None, "instance": 1}
    assert save(desk, episode, form("observation", "true", words, problem="B"), moved).status_code == 200
    assert [one.problem for one in stored(run)] == ["B"]


def test_the_browser_learns_nothing_of_who_played_and_where(tmp_path: Path) -> None:
    run = tmp_path / "secret-run"
    contestant = {
        "name": "tunnel-policy",
        "profile": {"model": "gpt-9-secret", "provider": "SecretCorp", "base_url": "https://api.secret.example/v1"},
    }
    record = (
        MadeEpisode(contestant=contestant, scheduler="coverage")
        .think("I am gpt-9-secret by SecretCorp; tier: hard. See https://api.secret.example/v1")
        .focus("B")
        .run("cat /home/ann/secret/run/notes.txt", "tunnel-policy wrote this")
        .finish()
        .record()
    )
    write_record(run / "gpt-9-secret--tunnel-policy.json", record)
    desk = client(run)
    episode = first(desk)
    save(desk, episode, form("coverage", "true", quote("s1", "cat ", "work")))
    save(desk, episode, form("coverage", "true", quote("s1", "nothing", "work")))
    save(desk, episode, form("nonsense"))
    told = [desk.get(path).text for path in ("/desk/data/desk.json", f"/desk/data/record/{episode}.json")]
    told.append(save(desk, episode, form("coverage", "true")).text)
    told.append(desk.post("/desk/finish", json={"episode": episode}).text)
    told.append(desk.get("/desk/data/record/T-00000000.json").text)
    for word in (*SECRETS, str(tmp_path), "secret-run", "R3Contest", "made-1", "x-A", "tier: hard", "coverage guard"):
        assert [said for said in told if word.lower() in said.lower()] == [], word
    assert '"text":"cat notes.txt"' in told[1]


def test_a_record_that_cannot_be_read_is_named_on_the_terminal_alone(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    for file in run.glob("*.json"):
        file.write_text('{"format": "r3gym-record-3", "broken', "utf-8")
    answer = desk.get(f"/desk/data/record/{episode}.json")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert "gpt-9-secret" in "".join(desk.said)  # type: ignore[attr-defined]


def test_hidden_characters_are_shown_and_quotations_of_them_are_exact(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    shown = desk.get(f"/desk/data/record/{episode}.json").json()
    output = next(one["text"] for one in shown["events"] if one["id"] == "s1.output")
    assert output == "␛[31mfails<U+202E> on sample 2"
    words = quote("s1.output", "␛[31mfails<U+202E> on", "observation")
    answer = save(desk, episode, form("observation", "true", words))
    assert (answer.status_code, answer.json()["label"]["quotations"]) == (200, [words])
    assert stored(run)[0].quotations[0].text == "\x1b[31mfails\u202e on"


def test_words_on_the_page_lead_back_to_the_words_of_the_record() -> None:
    text = "a\r\nb\u200bc \U000e0069<U+200B>"
    assert original_words(text, "a\nb<U+200B>c") == "a\r\nb\u200bc"
    assert original_words(text, "U+200B>c") == "\u200bc"
    assert original_words(text, "<U+E0069><U+200B>") == "\U000e0069<U+200B>"
    assert original_words(text, "not there") == "not there"


def test_a_desk_goes_on_where_it_stopped(run: Path) -> None:
    desk = client(run)
    order = [one["id"] for one in desk.get("/desk/data/desk.json").json()["episodes"]]
    assert first(desk) == order[0]
    assert desk.post("/desk/finish", json={"episode": order[0]}).json()["next"] == order[1]
    save(desk, order[2], form("coverage", "false"))
    again = client(run).get("/desk/data/desk.json").json()
    assert again["resume"] == order[2]
    assert [(one["finished"], one["labels"]) for one in again["episodes"]] == [
        (True, 0),
        (False, 0),
        (False, 1),
        (False, 0),
    ]


def test_two_annotators_have_their_own_shares_and_files(run: Path) -> None:
    ann, ben = client(run, "ann", Wish(2, 0.25)), client(run, "ben")
    orders = [[e["id"] for e in desk.get("/desk/data/desk.json").json()["episodes"]] for desk in (ann, ben)]
    (shared,) = set(orders[0]) & set(orders[1])
    save(ann, shared, form("coverage", "true", WORK))
    save(ben, shared, form("coverage", "false"))
    assert [one.value for one in stored(run, "ann")] == ["true"]
    assert [one.value for one in stored(run, "ben")] == ["false"]
    assert ben.get(f"/desk/data/record/{shared}.json").json()["labels"][0]["value"] == "false"  # each sees its own
    (others,) = set(orders[0]) - set(orders[1]) - {shared} if len(orders[0]) == 2 else {orders[0][-1]}
    assert ben.get(f"/desk/data/record/{others}.json").status_code == 404
    assert save(ben, others, form("coverage", "false")).status_code == 404


def test_only_the_desks_own_page_may_write(run: Path) -> None:
    desk = client(run)
    body = {"episode": first(desk), "form": form("coverage", "false")}
    assert client(run, Origin="http://127.0.0.1:9").post("/desk/save", json=body).status_code == 403
    assert client(run, Authorization="Bearer wrong").post("/desk/save", json=body).status_code == 403
    assert client(run, Host="evil.example").post("/desk/save", json=body).status_code == 421
    assert desk.post("/desk/save", data=body).status_code == 415
    assert desk.post("/desk/data/desk.json", json=body).status_code == 405
    assert desk.get("/desk/save").status_code == 405
    assert stored(run) == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"episode": "x"}', b'{"episode": 1, "form": {}}', b'{"episode":"x","form":{},"y":1}']
)
def test_a_request_that_is_no_form_is_refused(run: Path, body: bytes) -> None:
    answer = client(run).post("/desk/save", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["draft"]) == (400, False)


def test_the_page_and_the_viewers_modules_are_served_but_not_the_viewer(run: Path) -> None:
    desk = client(run)
    assert desk.get("/").headers["location"] == PAGE
    page = desk.get(PAGE)
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert desk.get("/desk/static/main.js").headers["content-type"].startswith("text/javascript")
    assert desk.get("/static/dom.js").status_code == 200
    for path in ("/data/run.json", "/data/search?q=a", "/data/index/0.json", "/data/events"):
        assert desk.get(path).status_code == 404  # the viewer would tell who played


def test_export_is_a_label_set_or_a_table_and_overwrites_nothing(run: Path, tmp_path: Path) -> None:
    ann, ben = client(run, "ann", Wish(2, 1.0)), client(run, "ben")
    for desk in (ann, ben):
        save(desk, first(desk), form("coverage", "true", WORK, note="=1+1"))
    ann.post("/desk/finish", json={"episode": first(ann)})
    assert export_labels(run, tmp_path / "all.jsonl") == (2, 2)
    again = LabelSet(tmp_path / "all.jsonl")
    assert [str(one) for one in again.annotators] == ["person ann", "person ben"]
    assert again.labels() == (*stored(run, "ann"), *stored(run, "ben"))
    assert len(again.finished(ANN)) == 1
    assert export_labels(run, tmp_path / "ann.csv", "ann") == (1, 1)
    assert "'=1+1" in (tmp_path / "ann.csv").read_text("utf-8")  # no formula for a spreadsheet
    with pytest.raises(InputError, match="exists already"):
        export_labels(run, tmp_path / "ann.csv")
    with pytest.raises(InputError, match="no labels of cleo yet"):
        export_labels(run, tmp_path / "cleo.csv", "cleo")


def test_labels_on_verdicts_that_have_changed_are_shown_as_such(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    save(desk, episode, form("coverage", "true", WORK))
    file = run / stored(run)[0].episode
    file.unlink()
    write_record(file, made().record(B="accepted", A="accepted"))
    shown = desk.get(f"/desk/data/record/{episode}.json").json()
    assert shown["labels"][0]["stale"] is True
    assert save(desk, episode, form("coverage", "true", WORK)).json()["label"]["stale"] is False


def test_what_is_sent_is_json_without_surprises(run: Path) -> None:
    desk = client(run)
    episode = first(desk)
    body = json.dumps({"episode": episode, "form": form("coverage", "false", note="\ud800 lone")})
    answer = desk.post("/desk/save", content=body.encode(), headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 400)
    assert all("\ud800" not in one.note for one in stored(run))
