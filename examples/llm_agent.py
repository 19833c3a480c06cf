"""A model of yours in a contest: give an OpenAI-compatible server and the name that it uses for the model.

Run: ``.venv/bin/python examples/llm_agent.py my-model --base-url http://127.0.0.1:8000/v1``. A server that wants a key:
add ``--api-key-env MY_KEY``; the key itself stays in that environment variable.
"""

import argparse

import gymnasium as gym

import r3gym  # noqa: F401 (registers the environments)
from r3gym.envs import RecordEpisodes
from r3gym.models import load_profile
from r3gym.policies import LLMAgent
from r3gym.policies.playing import play_episode

args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
args.add_argument("model", help="the server's name of the model, or a shipped profile such as DeepSeek-V4-Pro")
args.add_argument("--base-url", required=True, help="the server's address, up to and including /v1")
args.add_argument("--api-key-env", help="the environment variable that holds the key")
args.add_argument("--context-window", type=int, help="what the server can hold, in tokens")
args.add_argument("--domain", default="Math", choices=["Code", "Math", "AR"])
args.add_argument("--contest", type=int, default=0, help="index of the contest in the embedded suite")
args.add_argument("--budget", type=int, default=6, help="counted actions for all six problems together")
args.add_argument("--out", default="runs/llm-agent", help="folder for the record")
given = args.parse_args()

window = {"context_window": given.context_window} if given.context_window else {}
agent = LLMAgent(
    profile=load_profile(given.model, base_url=given.base_url, **window),  # or temperature=0.2 ...
    api_key_env=given.api_key_env,
    cassette=f"{given.out}/cassette.jsonl",  # a second run replays the first; remove the file to ask the model again
)
contest = gym.make(f"R3Contest-{given.domain}-v0", contest=given.contest, budget=given.budget)
env = RecordEpisodes(contest, given.out)
played = play_episode(env, agent, seed=0, on_step=lambda step: print(f"step {step}", end="\r", flush=True))
env.close()

notes = agent.notes()
errors = [error["kind"] for error in notes["protocol_errors"]]
print(f"{len(notes['calls'])} turns, {played.steps} actions, tools: {notes['tools']['mode']}, ended: {notes['ended']}")
print(f"protocol errors: {errors or 'none'}; usage: {notes['usage']}")
if played.error:
    raise SystemExit(f"the episode is void, not scored: {played.error}")
ledger, result = played.info["ledger"], played.info["result"]
print(f"score {result['score']} of 6 with {ledger['used']} of {ledger['total']} counted actions")
print(f"record: {env.last_record}")
