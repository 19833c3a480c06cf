"""Serve a local model on loopback, as an OpenAI-compatible service with native tool calls.

    nice -n 5 python tools/local_models/serve.py qwen2.5-coder-0.5b --port 8080 --slots 4

Prints the address when it is ready, and serves until it is interrupted. From Python:

    with serving("qwen2.5-coder-0.5b", slots=4) as base_url: ...

The server (llama.cpp's own, through ``xllamacpp``, the extra ``llm``) is a process of its own: it can be killed, and it
ends by itself when whoever started it is gone.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).parent))

from fetch import fetch, model_named

from r3gym.errors import InputError

#: Tokens of context per slot: a contest prompt of the embedded suites and a long answer.
CONTEXT = 8192
#: A server that has not loaded its weights by then will not.
START_TIMEOUT_S = 300.0


def cores() -> int:
    """The cores this process may use; with more threads than these the server spins."""
    return len(os.sched_getaffinity(0))


@contextmanager
def serving(
    name: str, *, slots: int = 4, context: int = CONTEXT, port: int = 0, threads: int | None = None, niceness: int = 5
) -> Iterator[str]:
    """The base URL of a server of the model, which runs as long as the block does.

    ``slots`` requests are answered at a time, each with ``context`` tokens. Fetches the weights when they are missing.
    """
    fetch(name)
    command = [sys.executable, str(Path(__file__).resolve()), name, "--port", str(port), "--slots", str(slots)]
    command += ["--context", str(context), "--threads", str(threads or cores()), "--child"]
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        server = subprocess.Popen(
            ["nice", "-n", str(niceness), *command],
            stdin=subprocess.PIPE,  # held open: the server ends when it is closed, so also when we die
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            yield _address(server, log, name)
        finally:
            server.kill()
            server.wait()
            for pipe in (server.stdin, server.stdout):
                if pipe is not None:
                    pipe.close()


def _address(server: subprocess.Popen[str], log: IO[str], name: str) -> str:
    """The address that the server prints when it is ready."""
    assert server.stdout is not None
    late = threading.Timer(START_TIMEOUT_S, server.kill)
    late.start()
    try:
        line = server.stdout.readline()
    finally:
        late.cancel()
    if line:
        return str(json.loads(line)["base_url"])
    server.wait()
    log.seek(0)
    said = "\n".join(log.read().strip().splitlines()[-5:]) or "it said nothing"
    raise InputError(f"{name}: the server did not start (exit code {server.returncode}): {said}")


def serve(name: str, path: Path, *, slots: int, context: int, port: int, threads: int) -> Any:
    """Load the weights and listen; the server answers in threads of its own as long as the result lives."""
    # Waiting threads must sleep: spinning ones take the cores from those that compute wherever cores are shared (five
    # times slower here). OpenMP reads it once, when it is loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import xllamacpp
    except ImportError:
        raise InputError("no module 'xllamacpp': install the extra, pip install 'r3gym[llm]'") from None
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_parallel = slots
    params.n_ctx = slots * context
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.use_jinja = True  # the whole chat template, and with it native tool calls
    if template := model_named(name).template:
        params.chat_template = Path(__file__).with_name(template).read_text("utf-8")
    params.ui = False
    params.cache_ram_mib = 0  # prompts are kept in their slots only, not in gigabytes of memory
    params.verbosity = 1
    return xllamacpp.Server(params)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", help="a model of models.toml")
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--slots", type=int, default=4, help="requests answered at a time")
    parser.add_argument("--context", type=int, default=CONTEXT, help="tokens of context per slot")
    parser.add_argument("--threads", type=int, default=cores(), help="one per free core")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)  # ends with its standard input
    args = parser.parse_args()
    try:
        if args.context > model_named(args.name).context:
            raise InputError(f"context {args.context}: {args.name} takes at most {model_named(args.name).context}")
        options = {key: getattr(args, key) for key in ("slots", "context", "port", "threads")}
        server = serve(args.name, fetch(args.name), **options)
    except (InputError, RuntimeError) as error:
        sys.exit(f"serve: {error}")
    base_url = f"{server.listening_address}/v1"
    print(json.dumps({"model": args.name, "base_url": base_url}), flush=True)
    if args.child:
        sys.stdin.read()
    else:
        try:
            signal.pause()
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
    os._exit(0)  # nothing is left to do, and unloading weights takes time


if __name__ == "__main__":
    main()
