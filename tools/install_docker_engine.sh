#!/usr/bin/env bash
# The part of `make test-docker` that needs root and a package mirror: install a Docker engine and debootstrap.
# It starts nothing; the tests start an engine of their own (tests/own_engine.py). Does nothing when both are there.
set -euo pipefail
if command -v dockerd >/dev/null && command -v debootstrap >/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "r3gym: dockerd or debootstrap is missing and this machine has no apt-get; install both by hand" >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "r3gym: run this script as root (it calls apt-get install)" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends docker.io debootstrap
