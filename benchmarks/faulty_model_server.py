"""A chat-completions server of known capacity, in a process of its own, for `llm_throughput.py`.

It has ``slots`` places, each busy for ``latency`` seconds per completion, and a queue before them. What it says is
looked up by the prompt, so every prompt has one answer, whenever and however often it is asked. Below ``/v1`` it is
faultless. Below ``/faulty/v1`` it deals the faults of a shuffled pack of a hundred cards, over and over, so that the
rates hold exactly. ``GET /counts`` tells what was dealt.

    python benchmarks/faulty_model_server.py --answers answers.json --slots 40 --latency 1.0 --rates '{"500": 2}'
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FAULTS = ("429 with Retry-After", "429", "500", "time-out", "half-close", "cut")


def prompt_key(messages: list[dict[str, Any]]) -> str:
    """The name of a prompt in the table of answers."""
    return hashlib.sha256(str(messages[-1]["content"]).encode()).hexdigest()


def dealt(rates: dict[str, int], seed: int) -> Iterator[str]:
    """Cards for ever: in each hundred, as many of every fault as its rate says, in a new order."""
    rng = random.Random(seed)
    pack = [fault for fault in FAULTS for _ in range(rates.get(fault, 0))]
    pack += ["fine"] * (100 - len(pack))
    while True:
        rng.shuffle(pack)
        yield from list(pack)


class Server:
    """One server; all its state lives in its event loop."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.answers: dict[str, str] = json.loads(Path(options.answers).read_text())
        self.latency, self.retry_after = options.latency, options.retry_after
        self.slots = asyncio.Semaphore(options.slots)
        self.cards = dealt(json.loads(options.rates), options.seed)
        self.counts: Counter[str] = Counter()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after the other."""
        try:
            while await self._one(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client went away
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False when the connection is done for."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *headers = head.split("\r\n")
        sizes = [h.partition(":")[2] for h in headers if h.lower().startswith("content-length:")]
        body = await reader.readexactly(int(sizes[0])) if sizes else b""
        path = line.split()[1]
        if path == "/counts":
            return await self._send(writer, 200, self.counts)
        card = next(self.cards) if path.startswith("/faulty/") else "fine"
        self.counts[card] += 1
        if card == "429 with Retry-After":
            return await self._send(writer, 429, _error("slow down"), f"Retry-After: {self.retry_after}\r\n")
        if card in ("429", "500"):
            return await self._send(writer, int(card), _error("not now"))
        if card in ("time-out", "half-close"):
            if card == "half-close":
                writer.write_eof()
            await reader.read()  # until the client gives up
            return False
        async with self.slots:
            await asyncio.sleep(self.latency)
        return await self._send(writer, 200, self._completion(json.loads(body)), cut=card == "cut")

    async def _send(
        self, writer: asyncio.StreamWriter, status: int, value: Any, headers: str = "", *, cut: bool = False
    ) -> bool:
        data = json.dumps(value).encode()
        head = f"HTTP/1.1 {status} S\r\nContent-Type: application/json\r\n{headers}Content-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + (data[: len(data) // 2] if cut else data))
        await writer.drain()
        return not cut

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        text = self.answers[prompt_key(body["messages"])]
        usage = {"prompt_tokens": 1, "completion_tokens": len(text.split())}
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return {"id": "c", "object": "chat.completion", "model": body["model"], "choices": [choice], "usage": usage}


def _error(text: str) -> dict[str, Any]:
    return {"error": {"message": text, "code": None}}


async def run(options: argparse.Namespace) -> None:
    server = Server(options)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, backlog=1024)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", required=True)
    parser.add_argument("--slots", type=int, required=True)
    parser.add_argument("--latency", type=float, required=True)
    parser.add_argument("--rates", default="{}")
    parser.add_argument("--retry-after", default="1")
    parser.add_argument("--seed", type=int, default=0)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
