"""Training end to end: a few thousand steps from nothing to a scheduler that a contest can use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from typer.testing import CliRunner

from r3gym.errors import InputError
from r3gym.registration import twin_ids
from r3gym.schedulers import make_scheduler
from r3gym.simulation.library import make_world
from r3gym.simulation.playing import play_contests, play_habit

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed: make train-setup")
pytest.importorskip("sb3_contrib", reason="the extra 'train' is not installed: make train-setup")

from known_domains import CODE, DOMAINS, MATH  # noqa: E402
from stable_baselines3.common.env_checker import check_env as check_env_sb3  # noqa: E402

from r3gym.figures.learning_curves import learning_curves  # noqa: E402
from r3gym.train.export import as_network  # noqa: E402
from r3gym.train.network import Equivariant  # noqa: E402
from r3gym.train.training import CARD, MODEL, SCHEDULER, VALIDATION, TrainingSettings, make_model, train  # noqa: E402
from r3gym.train.vec_env import AllocationVecEnv  # noqa: E402

SMALL = TrainingSettings(
    steps=4096, contests=64, domain="code", evaluate_every=4096, evaluation_contests=1, learning_rate=3e-3
)


@pytest.mark.parametrize("env_id", twin_ids())
@pytest.mark.filterwarnings("error")
def test_both_checkers_pass(env_id: str) -> None:
    check_env(gym.make(env_id).unwrapped, skip_render_check=True)
    check_env_sb3(gym.make(env_id).unwrapped)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    done = train(SMALL, folder)
    assert done.scheduler == folder / SCHEDULER
    return folder


def test_a_run_leaves_checkpoint_card_logs_and_a_usable_scheduler(run: Path) -> None:
    assert (run / MODEL).is_file()
    assert json.loads((run / CARD).read_text())["steps"] >= SMALL.steps
    assert list(run.rglob("events.out.tfevents*"))
    name = f"learned:{run / SCHEDULER}"
    scheduler: Any = make_scheduler(name)
    env = gym.make("R3Allocation-Code-v0", profiles="validation").unwrapped
    env.reset(seed=0)
    ended = False
    while not ended:
        choice = scheduler.choose(env.state)
        ended = env.step(6 if choice is None else env.state.labels.index(choice))[2]


def test_resume_goes_on_and_a_second_run_does_not_overwrite(run: Path) -> None:
    with pytest.raises(InputError, match="--resume"):
        train(SMALL, run)
    before = json.loads((run / CARD).read_text())["steps"]
    further = TrainingSettings(**{**SMALL.__dict__, "steps": before + 2048})
    train(further, run, resume=True)
    assert json.loads((run / CARD).read_text())["steps"] >= before + 2048
    evaluations = [json.loads(line) for line in (run / VALIDATION).read_text().splitlines()]
    assert [one["steps"] for one in evaluations] == sorted({one["steps"] for one in evaluations})
    assert evaluations[-1]["scores"] == json.loads((run / CARD).read_text())["validation"]
    assert learning_curves(run).missing is None


def test_resume_refuses_another_network_and_a_broken_checkpoint(run: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    others: list[tuple[dict[str, Any], str]] = [
        ({"hidden": SMALL.hidden + 1}, "another network"),
        ({"algo": "ppo"}, "checkpoint of algo=ppo"),
    ]
    for other, message in others:
        with pytest.raises(InputError, match=message):
            train(TrainingSettings(**{**SMALL.__dict__, **other, "steps": 1 << 20}), run, resume=True)
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before
    with pytest.raises(InputError, match=r"steps=1: .*already"):
        train(TrainingSettings(**{**SMALL.__dict__, "steps": 1}), run, resume=True)
    (tmp_path / MODEL).write_bytes(b"not a checkpoint")
    with pytest.raises(InputError, match=r"model\.zip: not a checkpoint"):
        train(SMALL, tmp_path, resume=True)


def test_a_scheduler_for_another_number_of_problems(tmp_path: Path) -> None:
    few = TrainingSettings(**{**SMALL.__dict__, "steps": 1024, "problems": 3, "guard": "coverage"})
    done = train(few, tmp_path / "three")
    card = json.loads((tmp_path / "three" / CARD).read_text())
    assert card["limits"][1].startswith("contests of 3 problems")
    network = make_scheduler(f"learned:{done.scheduler}").network  # type: ignore[attr-defined]
    for problems in (3, 12):
        world = make_world([CODE], "validation", 0.2, problems=problems)
        assert play_contests(world, 2, 1, network.best).score.max() <= problems
    with pytest.raises(InputError, match="--algo and --problems"):
        train(TrainingSettings(**{**few.__dict__, "problems": 4, "steps": 4096}), tmp_path / "three", resume=True)
    with pytest.raises(InputError, match="guard='curfew': choose one of none, coverage, verification"):
        train(TrainingSettings(**{**few.__dict__, "guard": "curfew"}), tmp_path / "none")


def test_the_same_seed_gives_the_same_weights(tmp_path: Path) -> None:
    tiny = TrainingSettings(**{**SMALL.__dict__, "steps": 1024})
    networks = []
    for name in ("a", "b"):
        train(tiny, tmp_path / name)
        networks.append(make_scheduler(f"learned:{tmp_path / name / SCHEDULER}").network)  # type: ignore[attr-defined]
    for key, value in networks[0].weights.items():
        assert (value == networks[1].weights[key]).all()


def test_numpy_and_torch_agree() -> None:
    network = Equivariant(7)
    env = AllocationVecEnv(make_world(DOMAINS, "validation"), 300, seed=4)
    packed = env.reset()
    for _ in range(6):
        packed, *_ = env.step(np.arange(300) % 6)
    with torch.no_grad():
        slow, _ = network(torch.from_numpy(packed).float())
    assert np.allclose(slow.numpy(), as_network(network).preferences(packed), atol=1e-5)


@pytest.mark.parametrize("algo", ["ppo", "recurrent_ppo"])
def test_the_other_algorithms_train_too(tmp_path: Path, algo: str) -> None:
    done = train(TrainingSettings(**{**SMALL.__dict__, "algo": algo, "steps": 1024, "contests": 16}), tmp_path / algo)
    assert (tmp_path / algo / MODEL).is_file()
    assert (done.scheduler is None) == (algo == "recurrent_ppo")


def test_the_adapter_gives_the_simulator_as_it_is() -> None:
    """Rewards of a contest sum to its score, the ended contest is replaced at once, masks are one array."""
    env = AllocationVecEnv(make_world([MATH], "validation"), 50, seed=1)
    env.reset()
    total = np.zeros(50)
    for step in range(40):
        packed, rewards, over, infos = env.step(np.full(50, step % 6))
        total += rewards
        for row in np.flatnonzero(over):
            assert infos[row]["episode"]["r"] == total[row]
            total[row] = 0
            assert packed[row].reshape(7, 8)[:6, 0].sum() == 0
    masks = env.env_method("action_masks")
    assert masks[0].shape == (50, 7)
    assert masks[0].any(axis=1).all()


def test_masked_actions_are_never_taken() -> None:
    env = AllocationVecEnv(make_world([CODE], "validation"), 32, seed=1, guard="coverage")
    model = make_model(TrainingSettings(guard="coverage"), env)
    seen = env.reset()
    for _ in range(20):
        masks = env.env_method("action_masks")[0]
        actions, _ = model.predict(seen, action_masks=masks)  # type: ignore[call-arg]
        assert masks[np.arange(32), actions].all()
        seen, *_ = env.step(actions)


def test_wrong_calls_name_the_fix(tmp_path: Path) -> None:
    from r3gym.cli.main import app

    for arguments, message in (
        (["--algo", "dqn"], "maskable_ppo"),
        (["--domain", "chess"], "choose one of"),
        (["--resume"], "--out"),
        (["--resume", "--out", str(tmp_path / "none")], "model.zip"),
    ):
        outcome = CliRunner().invoke(app, ["train", "--steps", "100", *arguments])
        assert isinstance(outcome.exception, InputError)
        assert message in str(outcome.exception)


def test_training_learns_to_beat_no_scheduler(tmp_path: Path) -> None:
    """A few seconds of training are enough to leave the solvers' own habit behind."""
    few = {"steps": 49_152, "contests": 512, "evaluate_every": 1 << 20}
    done = train(TrainingSettings(**{**SMALL.__dict__, **few}), tmp_path / "run")
    scheduler: Any = make_scheduler(f"learned:{done.scheduler}")
    world = make_world([CODE], "validation", 0.8)
    learned = play_contests(world, 16, 1, scheduler.network.best).score
    assert learned.mean() > play_habit(world, 16, 1).score.mean() + 0.2
