"""The server under test: the one at TAASH_ADDRESS, or one started from the binary that TAASH_BIN names, or the release build."""

import os
import re
import subprocess

import pytest

import client

BINARY = os.environ.get("TAASH_BIN", str(client.ROOT / "target" / "release" / "taash"))


def start(*arguments, env=None):
    """Starts a server on a free port and returns the process and its address."""
    process = subprocess.Popen(
        [BINARY, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "off", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
    )
    line = process.stdout.readline()
    found = re.search(r"127\.0\.0\.1:\d+", line)
    assert found, f"no address in {line!r}"
    return process, found[0]


@pytest.fixture(scope="session")
def stub():
    if "TAASH_ADDRESS" in os.environ:
        yield client.connect(os.environ["TAASH_ADDRESS"])
        return
    process, address = start()
    yield client.connect(address)
    process.terminate()
    assert process.wait(timeout=30) == 0
