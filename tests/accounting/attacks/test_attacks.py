"""Attacks on the accounting, live: the effect is observed, not the verdict. See `attacks.reading` for the data."""

from __future__ import annotations

import random
import re
import socketserver
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from attacks.playing import Room, play_attack, play_control
from attacks.reading import FAMILIES, Attack, all_attacks

ATTACKS = all_attacks()
Rooms = Callable[[str, str], Room]


def named(attack: Attack) -> str:
    return f"{attack.family}: {attack.name}".replace("«", "<").replace("»", ">")


def cases(attacks: list[Attack]) -> list[ParameterSet]:
    return [pytest.param(a, id=named(a)) for a in attacks]


def attempts() -> list[ParameterSet]:
    """All attacks; what may go through by decision is an expected failure."""
    return [
        pytest.param(
            a,
            id=named(a),
            marks=[pytest.mark.xfail(reason=a.options["accepted"], strict=False)] if "accepted" in a.options else [],
        )
        for a in ATTACKS
    ]


@pytest.fixture(scope="module", params=["bubblewrap", pytest.param("docker", marks=pytest.mark.docker)])
def rooms(request: pytest.FixtureRequest) -> Iterator[Rooms]:
    """One environment per kind of room and budget; every attempt begins with a reset."""
    if request.param == "docker":
        request.getfixturevalue("engine")
    opened: dict[tuple[str, str], Room] = {}

    def room(name: str, budget: str) -> Room:
        if (name, budget) not in opened:
            opened[name, budget] = Room(name, request.param, budget)
        return opened[name, budget]

    yield room
    for made in opened.values():
        made.close()


@pytest.fixture(scope="module")
def planted(open_scratch: Path) -> Iterator[Path]:
    """A folder on the host that everybody there may read, with a secret in it, which a port of the host tells too."""
    folder = Path(tempfile.mkdtemp(dir=open_scratch))
    folder.chmod(0o755)
    secret = f"host-secret-{random.SystemRandom().getrandbits(64):x}\n"
    (folder / "secret.txt").write_text(secret)

    class Tell(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(secret.encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Tell) as server:
        (folder / "port").write_text(f"{server.server_address[1]}\n")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder
        server.shutdown()


@pytest.mark.parametrize("attack", attempts())
def test_it_does_not_get_through(rooms: Rooms, planted: Path, attack: Attack) -> None:
    played, effect = play_attack(rooms(attack.option("room", "code"), attack.option("budget", "0")), attack, planted)
    assert not played.succeeded(attack, effect), f"{played.verdicts} {played.seconds:.1f} s\n{played.text[-2000:]}"


@pytest.mark.parametrize("attack", cases([a for a in ATTACKS if not a.control.startswith("none")]))
def test_control(rooms: Rooms, planted: Path, attack: Attack) -> None:
    """Paid for, in the own problem, or outside, it works: what fails above does not fail for another reason."""
    played, effect = play_control(rooms(attack.option("room", "code"), "unlimited"), attack, planted)
    if re.search(r"not installed here|command not found|/usr/bin/\w+: No such file", played.text):
        pytest.skip("the sandbox of this backend does not have the program")
    assert played.succeeded(attack, effect, control=True), f"{played.verdicts}\n{effect.pattern}\n{played.text[-2000:]}"


def test_there_are_many_and_few_are_without_control() -> None:
    counts = Counter(a.family for a in ATTACKS)
    assert set(counts) == set(FAMILIES)
    assert sum(counts.values()) >= 220
    assert len({named(a) for a in ATTACKS}) == len(ATTACKS)
    without = [a for a in ATTACKS if a.control.startswith("none")]
    assert all(len(a.control) > len("none: ") for a in without)
    assert len(without) <= len(ATTACKS) // 8, [named(a) for a in without]
