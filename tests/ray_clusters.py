"""Real Ray clusters of two nodes on this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass
class TwoNodes:
    """A running cluster: its address, and the node that is not the driver's."""

    cluster: Any
    other: Any

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def kill_other(self) -> None:
        self.cluster.remove_node(self.other, allow_graceful=False)


@contextlib.contextmanager
def two_nodes(*, joined: bool = True) -> Iterator[TwoNodes]:
    """A cluster of a head and another node, one core each; ``joined``: this process is connected to it."""
    ray = pytest.importorskip("ray", reason="ray is not installed: `make test-ray` installs it")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    other = cluster.add_node(num_cpus=1)
    if joined:
        ray.init(address=cluster.address, log_to_driver=False)
    try:
        if joined:
            assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        yield TwoNodes(cluster, other)
    finally:
        if joined:
            ray.shutdown()
        cluster.shutdown()
