# ruff: noqa: E501 (the texts are what is tested)
"""What annotators see: every event in its order, and no word that tells who played, through what, or where."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_episodes import MadeEpisode, completion_record
from shared_data import shared_data

from r3gym.behaviour import standard_record
from r3gym.behaviour.blinding import Blinding
from r3gym.behaviour.events import EventKind
from r3gym.behaviour.splitting import split_completion, split_reasoning
from r3gym.behaviour.subjects import Subject, assign, blind_id, find_subjects
from r3gym.core.known_domains import get_domain
from r3gym.records.reading import read_record

#: Every word that may not reach an annotator, each planted in every text of a record by the tests below.
FORBIDDEN = (
    "Qwen3.7-Max", "GPT-5.5", "Claude-Opus-4.8", "DeepSeek-V4-Pro", "DS-Pro", "GLM-5.2", "Hy-3", "DeepSeek-Chat", "OpenAI",
    "Anthropic", "qwen2.5-coder-0.5b", "Alibaba", "Zhipu", "Tencent", "SmolLM2-135M-Instruct", "my-lab/secret-7B", "secret-7B",
    "acme-inference", "tunnel-agent", "chat/completions", "JSON mode", "function calling", "http://10.0.0.7:8000/v1",
    "https://api.acme.example/v1", "localhost:8080", "127.0.0.1:9000", "/app/solution_F.cpp", "/logs/artifacts/answer.txt",
    "/tmp/brute.py", "/home/ann/runs/x", "/root/.cache/y", "/srv/runs/z", "/Users/ann/x.py", "/usr/lib/python3.11/json/decoder.py",
    "/srv/models/a/b", "/mnt/disk2/r", "/opt/bank/keys/a.json", "/data1/campaign/tools", "~/runs/secret", r"C:\Users\ann\x",
    "file:///srv/bank", "difficulty: hard", "tier = easy", '"tier": "medium"',
)  # fmt: skip
CONTESTANT = {
    "name": "tunnel-agent",
    "profile": {"name": "acme", "model": "my-lab/secret-7B", "provider": "acme-inference"},
    "tools": {"mode": "json", "seen": "a probe"},
}
#: What is left of a forbidden word when it is shown as it may be.
HARMLESS = ("solution_F.cpp", "answer.txt", "brute.py", "decoder.py", "x.py")


def everything(word: str) -> MadeEpisode:
    """An episode with the word in every text that a contestant or a tool can write."""
    made = MadeEpisode(contestant=CONTESTANT, scheduler="coverage")
    made.think(f"I am {word}. So ({word})!", said=f"As '{word}' I begin")
    made.focus("A").run(f"cat {word}", f'Error in {word}: line 3\n"{word}", x={word};\n[exit 1]', 1)
    made.block(f"./run {word}", f"no {word}").shelve("A", f"see {word}").submit("B", f"answer {word}").status()
    return made.write("C", f"// by {word}\nint main(){{}}").finish()


@pytest.mark.parametrize("word", FORBIDDEN)
def test_no_text_of_an_episode_says_a_forbidden_word(word: str) -> None:
    record = everything(word).record(A="wrong_answer")
    record = record.model_copy(
        update={"turns": tuple(turn.model_copy(update={"served_model": "secret-7B-2026"}) for turn in record.turns)}
    )
    seen = json.dumps(asdict(standard_record(record, "A")), default=str).replace("\\\\", "\\")
    assert word.lower() not in seen.lower()
    assert "see " in seen  # the texts around it are there


@pytest.mark.parametrize("word", FORBIDDEN)
def test_nor_does_a_completion_its_reasoning_or_its_finaliser(word: str) -> None:
    text = f"Problem 1\nBy {word} it is 3.\n```cpp\n// {word}\n```\nFinal Answer: \\boxed{{3}} ({word})\n"
    base = completion_record(text, reasoning=f"Hm, {word}? Problem 2 is for {word}.").model_dump(mode="json")
    base["contestant"] = {"name": "tunnel-agent", "profile": CONTESTANT["profile"]}
    base["finalisation"] = {"turn": None, "text": f"Problem 1 {word}", "finish": "stop"}
    record = type(completion_record("")).model_validate(base)
    seen = json.dumps(asdict(standard_record(record)), default=str).replace("\\\\", "\\")
    assert word.lower() not in seen.lower()


def test_what_identifies_a_run_has_no_field() -> None:
    seen = asdict(standard_record(everything("x").record()))
    assert set(seen) == {"setting", "labels", "total", "unit", "spent", "events", "problems", "available"}
    assert set(seen["events"][0]) == {
        "number",
        "id",
        "kind",
        "text",
        "problem",
        "step",
        "charge",
        "remaining",
        "failed",
        "changed",
    }
    assert set(seen["problems"][0]) == {"label", "correct", "parse", "verdict", "spent", "selected", "unsure"}
    assert "x-A" not in json.dumps(seen, default=str)  # the problem's id
    assert "made-1" not in json.dumps(seen, default=str)  # the contest's
    assert "coverage" not in json.dumps(seen, default=str)  # the scheduler


def test_commands_mathematics_and_ordinary_words_stay_readable() -> None:
    blind = Blinding(["llm-agent"])
    assert blind("cd /app/problem_5 && python3 /tmp/a.py > /tmp/out/1.txt") == "cd problem_5 && python3 a.py > 1.txt"
    for text in (
        "x = (a+b)/2; y /= 3; // a comment", "3/4 and 1/2, so n/2 /4", "B looks easy, F is hard", "/* c */ a/b/c",
        "a hard problem of medium size", "s/foo/bar/g", "7 llamas and a gemstone", "int hy1, o1, phi;", "and/or", "</b>",
    ):  # fmt: skip
        assert blind(text) == text


@given(st.text(alphabet="ab /.tmpx\n'", max_size=60))
@settings(max_examples=200, deadline=None)
def test_a_span_of_the_original_is_found_in_what_stays(text: str) -> None:
    blinded = Blinding([]).blind(text)
    assert blinded.span(0, len(text)) == (0, len(blinded.text))
    for place in range(len(text)):
        start, end = blinded.span(place, place + 1)
        if not any(begin <= place < stop for begin, stop, _ in blinded.edits):
            assert blinded.text[start:end] == text[place]


def test_calls_in_a_reply_do_not_show_how_tools_are_called() -> None:
    call = '{"thought": "check F first", "actions": [{"tool": "bash_command", "command": "g++ x"}]}'
    for said in (call, f"```json\n{call}\n```", f"Here is my turn:\n{call}"):
        seen = standard_record(MadeEpisode().think("", said).run("g++ x").record())
        assert seen.event("t1").text.strip() == "check F first"
    for said in ('<tool_call>{"name": "bash"}</tool_call>', '{"actions": [{"tool": "ba'):
        assert "t1" not in standard_record(MadeEpisode().think("", said).run("x").record()).by_id
    plain = "The set {1, 2} is closed."
    assert standard_record(MadeEpisode().think("", plain).run("x").record()).event("t1").text == plain


def test_events_stand_in_the_order_in_which_things_happened() -> None:
    made = MadeEpisode().think("plan", "go").focus("A").run("g++ a").think("it fails").run("g++ b").finish()
    ids = [event.id for event in standard_record(made.record(A="wrong_answer")).events]
    assert ids[:9] == ["r1", "t1", "s0", "s0.output", "s1", "s1.output", "s1.charge", "r2", "s2"]
    assert ids[-7:] == [*(f"outcome.{label}" for label in "ABCDEF"), "ending"]


def test_charges_are_facts_with_what_is_left() -> None:
    made = MadeEpisode(budget=3).focus("A").run("x").block("y", "B to F first").write("A")
    seen = standard_record(made.record())
    assert seen.event("s1.charge").text == "counted, on problem A: 1 of 3 units spent, 2 left"
    assert seen.event("s2.charge").text == "blocked, not run, no cost: B to F first"
    assert seen.event("s3.charge").text == "answer changed: A"


class TestCompletions:
    TEXT = "Plan: 2 first.\nProblem 2\n3*4 = 12. So it is.\n```py\nx\n```\n\nProblem 1\nHard; skip.\nFinal Answer: \\boxed{0}\n"

    def test_parts_are_headings_sentences_code_and_answers_under_their_problem(self) -> None:
        parts = split_completion(self.TEXT, get_domain("math"), "123456")
        assert [(part.kind.value, part.problem, self.TEXT[part.start : part.end].strip()) for part in parts] == [
            ("sentence", None, "Plan: 2 first."),
            ("heading", "2", "Problem 2"),
            ("sentence", "2", "3*4 = 12."),
            ("sentence", "2", "So it is."),
            ("code_block", "2", "```py\nx\n```"),
            ("heading", "1", "Problem 1"),
            ("sentence", "1", "Hard;"),
            ("sentence", "1", "skip."),
            ("answer", "1", "Final Answer: \\boxed{0}"),
        ]

    @given(st.text(alphabet="ab. \n`;3", max_size=80))
    @settings(max_examples=300, deadline=None)
    def test_every_character_stands_in_exactly_one_part(self, text: str) -> None:
        for parts in (split_completion(text, None, "12"), split_reasoning(text, "12")):
            assert "".join(text[part.start : part.end] for part in parts) == text
            assert all(part.end > part.start for part in parts)

    def test_a_long_completion_takes_linear_time_and_keeps_every_word(self) -> None:
        text = "".join(f"Problem {n % 6 + 1}\nIt is {n}. So.\n" for n in range(20_000))
        record = standard_record(completion_record(text))
        assert "".join(event.text for event in record.events if event.step == "s0") == text


class TestEpisodesOfAModel:
    def test_real_records_show_no_path_and_no_address(self) -> None:
        for file in shared_data("episodes").glob("*.json"):
            seen = json.dumps(asdict(standard_record(read_record(file))), default=str)
            for word in ("/app", "/logs/", "/tmp/", "http", "completions", "embedded", "offline"):
                assert word not in seen, (file.name, word)

    def test_every_label_of_the_player_stands_in_an_event(self) -> None:
        folder = shared_data("episodes")
        kinds = set(EventKind)
        for file in folder.glob("*.json"):
            record = standard_record(read_record(file))
            assert {event.kind for event in record.events} <= kinds
            assert len(record.by_id) == len(record.events)  # ids are unique
            assert [event.number for event in record.events] == list(range(len(record.events)))


class TestAssignment:
    SUBJECTS = tuple(
        Subject(f"{model}-{n}", shared, "")
        for shared in [__import__("pathlib").Path()]
        for model in "xy"
        for n in range(9)
    )

    def test_everyone_gets_the_same_number_and_all_is_dealt_once(self) -> None:
        dealt = assign(self.SUBJECTS, ["ann", "ben", "cem"])
        assert {len(mine) for mine in dealt.values()} == {6}
        assert sorted(one.episode for mine in dealt.values() for one in mine) == sorted(
            s.episode for s in self.SUBJECTS
        )

    def test_the_overlap_goes_to_everybody(self) -> None:
        ann, ben = assign(self.SUBJECTS, ["ann", "ben"], overlap=4).values()
        assert {s.episode for s in ann} & {s.episode for s in ben} == {s.episode for s in self.SUBJECTS[:4]}

    def test_the_order_is_shuffled_by_the_seed_and_names_tell_nothing(self) -> None:
        folder = shared_data("episodes")
        one, same, other = (find_subjects(folder, seed=seed) for seed in (1, 1, 2))
        assert one == same
        assert [s.episode for s in one] != [s.episode for s in other]
        assert [s.episode for s in one] != sorted(s.episode for s in one)
        assert len(one) == 23
        assert len({s.blind_id for s in one} | {s.blind_id for s in other}) == 46
        assert blind_id("qwen/records/1", 0).startswith("T-")
        assert "qwen" not in blind_id("qwen/records/1", 0)
