"""Who may ask the viewer's server: a browser on this machine with the token, and only to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_campaign import played_suite, row, write_campaign
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from r3gym.viewer.app import viewer_routes
from r3gym.viewer.guarding import LONGEST_BODY, POLICY, Guard
from r3gym.viewer.opening import open_run
from r3gym.viewer.pages import page_files

TOKEN, PORT = "the-token", 8123
HOST = f"127.0.0.1:{PORT}"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    suite = played_suite({"x": "EEEMMH"})
    played = row("contest", suite, "x", "++w-m-", budget=6, repeat=1, id="ab" * 32)
    return write_campaign(tmp_path / "run", [suite], [played], repeats=2, grid=(0.8,))


def client(run: Path, **headers: str) -> TestClient:
    app = Guard(Starlette(routes=viewer_routes(open_run(run))), TOKEN, PORT)
    return TestClient(app, base_url=f"http://{HOST}", headers=headers, follow_redirects=False)


def test_the_token_of_the_address_becomes_a_cookie_that_scripts_cannot_read(run: Path) -> None:
    asking = client(run)
    answer = asking.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    said = answer.headers["set-cookie"]
    assert all(word in said for word in (f"r3gym_{PORT}=", "HttpOnly", "SameSite=strict", "Path=/"))
    assert asking.get("/").status_code == 200  # the client keeps the cookie
    assert asking.get("/data/run.json").json()["entries"] == 1


def test_a_header_does_as_well(run: Path) -> None:
    assert client(run, Authorization=f"Bearer {TOKEN}").get("/data/run.json").status_code == 200


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/data/run.json", "/data/index/0.json", "/data/events"])
@pytest.mark.parametrize(
    "given", [{}, {"Authorization": "Bearer wrong"}, {"Cookie": f"r3gym_{PORT}=wrong"}, {"Cookie": "=;\x01"}]
)
def test_without_the_token_nothing_is_told(run: Path, path: str, given: dict[str, str]) -> None:
    answer = client(run, **given).get(path)
    assert answer.status_code == 403
    assert "the address that the command printed" in answer.text


def test_a_wrong_token_in_the_address_sets_no_cookie(run: Path) -> None:
    answer = client(run).get("/", params={"token": "the-tokem"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{PORT}", ""]
)
def test_another_host_is_refused_even_with_the_token(run: Path, host: str) -> None:
    """A page of another site can point its own name at this machine (DNS rebinding)."""
    answer = client(run, Host=host, Authorization=f"Bearer {TOKEN}").get("/data/run.json")
    assert answer.status_code == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_it_only_reads(run: Path, method: str) -> None:
    answer = client(run, Authorization=f"Bearer {TOKEN}").request(method, "/data/run.json")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/data/episode/..%2f..%2fmanifest.json",
        "/data/episode/%2e%2e%2fmanifest.json",
        "/data/index/-1.json",
        "/data/index/99.json",
        "/data/board/nothing.json",
        "/data/analysis/..json",
        "/manifest.json",
        "/rows.jsonl",
    ],
)
def test_only_the_viewers_own_documents_have_addresses(run: Path, path: str) -> None:
    assert client(run, Authorization=f"Bearer {TOKEN}").get(path).status_code == 404


def test_a_row_cannot_name_a_record_outside_of_the_run(run: Path) -> None:
    suite = played_suite({"x": "EEEMMH"})
    (run.parent / "secret.json").write_text("{}")
    secret = row("contest", suite, "x", "------", budget=6, repeat=2, id="cd" * 32, record="../secret.json")
    with (run / "rows.jsonl").open("a") as file:
        file.write(secret.model_dump_json() + "\n")
    answer = client(run, Authorization=f"Bearer {TOKEN}").get(f"/data/episode/{'cd' * 8}.json")
    assert (answer.status_code, "outside of the run" in answer.text) == (404, True)


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/data/run.json", "/nothing"])
def test_every_answer_forbids_foreign_scripts_frames_and_guessing(run: Path, path: str) -> None:
    headers = client(run, Authorization=f"Bearer {TOKEN}").get(path).headers
    policy = headers["content-security-policy"]
    assert policy == f"{POLICY}; frame-ancestors 'none'"
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


def test_a_bundle_has_the_same_policy_and_no_inline_script() -> None:
    page = page_files()["index.html"].decode()
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    scripts = [line for line in page.splitlines() if "<script" in line]
    assert scripts == ['<script type="module" src="static/main.js"></script>']
    assert " on" not in page.replace(" only", "")
    assert 'href="/' not in page
    assert 'src="/' not in page


SAME_PAGE = {"Origin": f"http://{HOST}", "Content-Type": "application/json"}


def desk(run: Path) -> TestClient:
    """A second page on the viewer's server, in which something is written below one path."""

    async def save(request: Request) -> Response:
        return JSONResponse({"saved": await request.json()})

    routes = [*viewer_routes(open_run(run)), Route("/desk/labels", save, methods=["POST"])]
    app = Guard(Starlette(routes=routes), TOKEN, PORT, writable=("/desk/",))
    asking = TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)
    assert asking.get("/desk/", params={"token": TOKEN, "at": "3"}).headers["location"] == "/desk/?at=3"
    return asking


def test_another_page_on_the_server_writes_below_its_own_path_alone(run: Path) -> None:
    asking = desk(run)
    answer = asking.post("/desk/labels", content='{"a": 1}', headers=SAME_PAGE)
    assert (answer.status_code, answer.json()) == (200, {"saved": {"a": 1}})
    assert answer.headers["content-security-policy"].startswith(POLICY)
    for path in ("/", "/data/run.json", "/desk", "/static/main.js", "/Desk/labels", "//desk/labels"):
        assert asking.post(path, content="{}", headers=SAME_PAGE).status_code == 405, path
    assert asking.put("/desk/labels", content="{}", headers=SAME_PAGE).headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"Origin": "http://127.0.0.1:9999"}, 403),  # a page of another port: the browser sends it our cookie
        ({"Origin": "null"}, 403),
        ({"Origin": f"https://{HOST}"}, 403),
        ({"Origin": f"http://localhost:{PORT}"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Length": str(LONGEST_BODY + 1)}, 413),
        ({"Content-Length": "-1"}, 411),
        ({"Transfer-Encoding": "chunked"}, 411),
        ({"Host": f"evil.example:{PORT}", "Origin": f"http://evil.example:{PORT}"}, 421),
    ],
)
def test_nobody_else_can_make_the_browser_write(run: Path, headers: dict[str, str], refused: int) -> None:
    answer = desk(run).post("/desk/labels", content="{}", headers=SAME_PAGE | headers)
    assert answer.status_code == refused


def test_a_post_without_origin_or_token_is_refused(run: Path) -> None:
    asking = desk(run)
    assert asking.post("/desk/labels", json={}).status_code == 403
    asking.cookies.clear()
    assert asking.post("/desk/labels", content="{}", headers=SAME_PAGE).status_code == 403
    assert asking.post("/desk/labels", params={"token": TOKEN}, content="{}", headers=SAME_PAGE).status_code == 403


def test_the_token_never_leads_to_another_machine(run: Path) -> None:
    answer = client(run).get(f"http://{HOST}//evil.example/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/evil.example/")


#: What shows a record or takes keys, for any page on the server; the list and the run's documents are the viewer's own.
_REUSABLE = ("dom", "source", "transcript", "lanes", "answers", "curves", "signs", "find", "keys")


@pytest.mark.parametrize("module", _REUSABLE)
def test_what_shows_a_record_can_be_used_by_another_page(module: str) -> None:
    source = page_files()[f"{module}.js"].decode()
    imported = re.findall(r'from "\./(\w+)\.js"', source)
    assert set(imported) <= set(_REUSABLE)
