"""A model and a judge behind one address, in a process of their own, for `campaign_storm.py`; it keeps the bill.

Both speak chat completions. The model's reply follows from the seed of the request alone and the judge's report from
the answer that it is shown, so that every run gets the same. Each completion takes a place of ``--slots`` for
``--latency`` seconds. ``POST /control`` changes what is up (``{"judge": false}``) and which key is good (``{"key":
"k2"}``). ``GET /bill`` tells what was asked and what was answered, with the tokens: what a provider would charge. Its
``distinct`` entries count every request of the model once, however often it was sent.

    python benchmarks/storm_model_server.py --slots 200 --latency 0.5
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter
from typing import Any

#: Where the judge's prompt shows the reference and the student's answer.
CASE = re.compile(r"\[reference \w+\]\n(.*)\n\[end of reference.*\[student \w+\]\n(.*)\n\[end of student", re.DOTALL)


class Server:
    """One server; all its state lives in its event loop."""

    def __init__(self, slots: int, latency: float) -> None:
        self.slots, self.latency = asyncio.Semaphore(slots), latency
        self.state: dict[str, Any] = {"judge": True, "key": None}
        self.bill: Counter[str] = Counter()
        self.answered: set[int] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection, one after the other."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                line, *lines = head.split("\r\n")
                headers = {name.lower(): value.strip() for name, _, value in (text.partition(":") for text in lines)}
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                status, value = await self.answer(line.split()[1], body, headers)
                data = json.dumps(value).encode()
                head = f"HTTP/1.1 {status} S\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
                writer.write(head.encode() + data)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # the client went away
        finally:
            writer.close()

    async def answer(self, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, Any]:
        """Return status and value for one request."""
        if path == "/bill":
            return 200, self.bill
        if path == "/control":
            self.state |= json.loads(body)
            return 200, self.state
        asked = json.loads(body)
        who = asked["model"]  # also "raw" and "raw judge", which nobody pays for
        self.bill[f"{who} requests"] += 1
        if who == "judge" and not self.state["judge"]:
            self.bill["judge refusals"] += 1
            return 503, {"error": {"message": "down", "code": None}}
        if who == "model" and headers.get("authorization") != f"Bearer {self.state['key']}":
            self.bill["model refusals"] += 1
            return 401, {"error": {"message": "no such key", "code": "invalid_api_key"}}
        async with self.slots:
            await asyncio.sleep(self.latency)
        text = report(asked) if "judge" in who else f"It is easily seen. \\boxed{{{asked['seed'] % 100_000}}}"
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": len(text) // 4 + 1}
        self.bill[f"{who} replies"] += 1
        self.bill.update({f"{who} {name}": count for name, count in usage.items()})
        if who == "model" and (name := hash(body)) not in self.answered:
            self.answered.add(name)
            self.bill.update({"distinct replies": 1, **{f"distinct {kind}": count for kind, count in usage.items()}})
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        return 200, {"id": "c", "object": "chat.completion", "model": who, "choices": [choice], "usage": usage}


def equivalent(reference: str, answer: str) -> bool:
    """The judge's rule: the reference is right, and one other answer in three, by its digits."""
    return reference == answer or sum(map(ord, answer)) % 3 == 0


def report(asked: dict[str, Any]) -> str:
    """Return the judge's report."""
    found = CASE.search(asked["messages"][-1]["content"])
    reference, answer = ("", "") if found is None else found.groups()
    return json.dumps(
        {"student_answer": answer, "equivalent": equivalent(reference, answer), "justification": "by its digits"}
    )


async def run(options: argparse.Namespace) -> None:
    server = Server(options.slots, options.latency)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", options.port, backlog=1024)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slots", type=int, default=200)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds per completion")
    parser.add_argument("--port", type=int, default=0)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
