"""Plays attacks in the real environment and looks for their effects."""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium as gym
from attacks.reading import Attack
from contest_actions import run

import r3gym

#: Environment id, options and the labels that «me» and «other» stand for.
ROOMS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "code": ("R3Contest-Code-v0", {}, "A", "B"),
    "math": ("R3Contest-Math-v0", {}, "1", "2"),
    "ar": ("R3Contest-AR-v0", {}, "1", "2"),
    "target": ("R3Contest-Code-v0", {"target": "A"}, "A", "B"),
    "coverage": ("R3Contest-Code-v0", {"scheduler": "coverage"}, "A", "B"),
    "short": ("R3Contest-Code-v0", {"command_timeout_s": 2}, "A", "B"),
    "verification": ("R3Contest-Code-v0", {"scheduler": "verification"}, "A", "B"),
}
#: Counted wherever it stands: the price of a control.
PRICE = ": $((0))\n"

#: Planted by free commands where the text of an attack names them: path, content, executable.
PLANTED = {
    "/x.py": "print(«a» * «b»)\n",
    "/x.sh": "#!/bin/bash\necho $((«a» * «b»))\n",
    "/x.cpp": '#include <cstdio>\nint main() { printf("%lld\\n", «a»LL * «b»LL); }\n',
    "/ls": "#!/bin/bash\necho $((«a» * «b»))\n",
    "/inputrc": "echo $((«a» * «b»)) > «loot»\n",
    "/factors": "«a»\n«b»\n",
}
EXECUTABLE = {"/x.sh", "/ls"}


@dataclass
class Numbers:
    """The random values of one attempt, and the texts made with them."""

    me: str
    other: str
    planted: Path
    values: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chance = random.SystemRandom()
        a, b, c = chance.sample(range(10_007, 99_991, 2), 3)
        lengths = [1, 2, 3, 4, 5, 6, 7, 8]
        numbers = [chance.randrange(10 ** (k - 1), 10**k) for k in lengths]
        chance.shuffle(numbers)
        words = ["".join(chance.choices("bcdfghjklmnpqrstvwxz", k=7)) for _ in range(6)]
        secrets = {label: f"secret-{chance.getrandbits(64):x}" for label in "ABCDEF123456"}
        self.values = {
            "a": a, "b": b, "c": c, "n": numbers, "w": words, "s": secrets[self.other], "mine": secrets[self.me],
            "secrets": secrets, "host": (self.planted / "secret.txt").read_text().strip(),
            "k_value": chance.randrange(1030, 2040),
        }  # fmt: skip

    def fill(self, text: str) -> str:
        v = self.values
        known = {
            "a": v["a"], "b": v["b"], "c": v["c"], "me": self.me, "other": self.other, "planted": self.planted,
            "loot": f"/app/problem_{self.me}/loot", "secretother": v["s"], "package": Path(r3gym.__file__).parent,
            "port": (self.planted / "port").read_text().strip(), "xs": "x " * v["k_value"], "long": "y" * 100_000,
            "manyx": "$x" * 400, "ones": ",".join("1" * 400), "statements": "statement.md " * 50,
            "brackets": "(" * 30_000 + "ls" + ")" * 30_000, "apath": "/".join(str(v["a"])),
            "links7": "\n".join(f"ln -s ../{(10 * s + d) % 7} {s}/{d}" for s in range(7) for d in range(10)),
            **{f"n{k}": n for k, n in enumerate(v["n"])}, **{f"w{k}": w for k, w in enumerate(v["w"])},
        }  # fmt: skip
        return re.sub(r"«(\w+)»", lambda m: str(known[m[1]]), text)

    def effect(self, attack: Attack) -> re.Pattern[str]:
        """What must not be seen."""
        if "seen" in attack.options:
            return re.compile(str(self._value(attack.options["seen"])))
        loot = str(self._value(attack.option("loot", "a * b")))
        return re.compile(rf"(?<![\w.]){re.escape(loot)}(?!\w)")

    def _value(self, expression: str) -> Any:
        return eval(expression, {"re": re, **self.values})


@dataclass
class Played:
    """What an attempt showed and cost."""

    text: str = ""
    seconds: float = 0.0
    size: int = 0
    charged: dict[str, int] = field(default_factory=dict)
    verdicts: list[str] = field(default_factory=list)

    def succeeded(self, attack: Attack, effect: re.Pattern[str], *, control: bool = False) -> bool:
        limit = attack.options.get("control_seconds" if control else "seconds")
        if limit is not None:
            return self.seconds > float(limit)
        if "bytes" in attack.options:
            return self.size > int(attack.options["bytes"])
        if effect.search(self.text) is None:
            return False
        unless = attack.options.get("unless")
        return control or unless is None or not eval(unless, {}, dict(self.charged))


class Room:
    """One environment, opened anew for every attempt, unless nothing of the last one ran."""

    def __init__(self, name: str, backend: str, budget: str) -> None:
        made, options, self.me, self.other = ROOMS[name]
        # Attempts of which nothing ran share an episode: neither their number nor their sameness may end it.
        limits = {"free_step_cap": 100_000, "stall_cap": 100_000, "command_timeout_s": 20, "memory_mb": 1024}
        self.env: gym.Env[Any, Any] = gym.make(
            made,
            contest=0,
            budget=budget if budget == "unlimited" else int(budget),
            sandbox=backend,
            **(limits | options),
        )
        self.info: dict[str, Any] = {}
        self.used = True

    def send(self, text: str) -> str:
        obs, _, ended, cut, self.info = self.env.step(run(text))
        assert not cut, f"the machine failed: {self.info.get('error')}"
        self.over = ended
        return str(obs["text"])

    def play(self, attack: Attack, steps: list[str], numbers: Numbers, insist: bool = False) -> Played:
        if self.used or attack.option("focus", "") == "-":  # a focus outlives what did not run
            _, self.info = self.env.reset(seed=0)
        self.over = False
        text = "\n".join([*attack.setup, *steps])
        self._plant(text, numbers)
        for command in attack.setup:
            self.send(f"cd /app/problem_{numbers.me}; {numbers.fill(command)}")
        focus = attack.option("focus", "«me»")
        if focus != "-":
            self.send(f"focus_problem {numbers.fill(focus)}")
        self.send(f"cd /app/problem_{numbers.me}")
        before = dict(self.info["ledger"]["per_problem"])
        played = Played()
        for step in steps:
            if self.over:
                break
            started = time.monotonic()
            shown = self.send(numbers.fill(step))
            if (
                insist and self.info["charge"]["category"] == "scope"
            ):  # the text alone was refused: the same in a script
                script = f"/app/problem_{numbers.me}/control.sh"
                self.send(f"cat > {script} <<'THE_CONTROL'\n{numbers.fill(step)}\nTHE_CONTROL")
                shown = self.send(f"bash {script}")
            played.seconds = max(played.seconds, time.monotonic() - started)
            played.text += shown + "\n"
            played.verdicts.append(f"{self.info['charge']['kind']}: {self.info['charge']['reason']}")
        self.used = bool(attack.setup) or not all(v.startswith(("blocked", "protocol_error")) for v in played.verdicts)
        after = self.info["ledger"]["per_problem"]
        played.charged = {k: after[k] - before[k] for k in after}
        played.charged["used"] = sum(played.charged.values())
        if not self.over:
            self._look(attack, numbers, played)
        return played

    def _look(self, attack: Attack, numbers: Numbers, played: Played) -> None:
        """Look for the effect with free commands, from where every file is to be seen."""
        for path in [f"/app/problem_{numbers.me}/loot", *attack.option("look", "").split()]:
            played.text += self.send(f"cat {numbers.fill(path)}") + "\n"
        if "bytes" in attack.options:
            shown = self.send(f"stat -c 'size %s' /app/problem_{numbers.me}/* /tmp/* /app/*")
            played.size = sum(map(int, re.findall(r"^size (\d+)", shown, re.MULTILINE)))

    def _plant(self, text: str, numbers: Numbers) -> None:
        folder = f"/app/problem_{numbers.me}"
        parts = [f"echo {s} > /app/problem_{k}/secret.txt" for k, s in numbers.values["secrets"].items()
                 if "secret.txt" in text and k in self.info["ledger"]["per_problem"]]  # fmt: skip
        for name, content in PLANTED.items():
            if name in text:
                parts.append(f"cat > {folder}{name} <<'PLANTED'\n{numbers.fill(content)}PLANTED")
                if name in EXECUTABLE:
                    parts.append(f"chmod +x {folder}{name}")
        if parts:
            self.send("\n".join(parts))
            assert self.info["charge"]["kind"] == "free", self.info["charge"]

    def close(self) -> None:
        self.env.close()


def play_attack(room: Room, attack: Attack, planted: Path) -> tuple[Played, re.Pattern[str]]:
    numbers = Numbers(room.me, room.other, planted)
    return room.play(attack, attack.steps, numbers), numbers.effect(attack)


def play_control(room: Room, attack: Attack, planted: Path) -> tuple[Played, re.Pattern[str]]:
    """The same effect where it is paid for, or in the own problem, or on the host."""
    kind = attack.control
    numbers = Numbers(room.me, room.me if kind == "own" else room.other, planted)
    if kind == "host":
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                ["bash", "-c", numbers.fill("\n".join(attack.steps))],
                capture_output=True, check=False, timeout=20, cwd=folder,
            )  # fmt: skip
        return Played((done.stdout + done.stderr).decode(errors="replace")), numbers.effect(attack)
    steps = attack.control_steps if kind == "steps" else attack.steps
    if kind == "paid":
        steps = [PRICE + step for step in steps]
    if "control_seconds" in attack.options:
        steps = [_stopped(step, float(attack.options["control_seconds"]) + 0.5) for step in steps]
    return room.play(attack, steps, numbers, insist=True), numbers.effect(attack)


def _stopped(step: str, seconds: float) -> str:
    return f"timeout {seconds} bash <<'THE_CONTROL'\n{step}\nTHE_CONTROL"
