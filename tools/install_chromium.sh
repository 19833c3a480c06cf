#!/usr/bin/env bash
# The part of `make test-web` that needs root and a package mirror: install Debian's chromium. Does nothing when one is there.
set -euo pipefail
if command -v chromium >/dev/null; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "r3gym: chromium is missing and this machine has no apt-get; install it by hand" >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "r3gym: chromium is missing; run this script as root (it calls apt-get install)" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core
