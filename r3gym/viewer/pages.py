"""The files of a front end, as they lie in the package, and their routes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

#: The kinds of files that a page loads, by the end of their names.
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


@cache
def page_files(package: str = "r3gym.viewer") -> dict[str, bytes]:
    """Return the files in the folder ``static`` of a package, by name."""
    folder = files(package) / "static"
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.name.rpartition(".")[2] in TYPES}


def page_routes(package: str = "r3gym.viewer", at: str = "/") -> list[Route]:
    """Return the routes of a front end: its ``index.html`` at a path that ends with a slash, its files below that.

    Another page can load the modules of the viewer that show a record (``../static/transcript.js`` and others).
    """

    def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        content = page_files(package).get(name)
        if content is None:
            return PlainTextResponse("r3gym: no such file\n", 404)
        return Response(content, media_type=None, headers={"Content-Type": content_type(name)})

    return [Route(at, page), Route(f"{at}static/{{name}}", page)]


def content_type(name: str) -> str:
    """Return the media type of a file by its name.

    >>> content_type("main.js")
    'text/javascript; charset=utf-8'
    """
    return f"{TYPES[name.rpartition('.')[2]]}; charset=utf-8"
