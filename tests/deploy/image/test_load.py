"""The memory limit under a load generator: as many calls at once as connections and streams allow, refused ones included."""

import re

import pytest

from containers import ROOT, podman, run
from test_calls import new_game

LIMITS = (ROOT / "deploy" / "base" / "settings.env").read_text()
PATH = "/taash.engine.v1.EngineService/NewGame"
# Nearly all connections; as many calls on each as it allows.
CONNECTIONS, STREAMS, CALLS = 500, 64, 200_000


@pytest.fixture
def server(start):
    """The image with the limits of the manifests, in the memory of the manifests."""
    settings = [line for line in LIMITS.splitlines() if line.startswith("TAASH_MAX_")]
    # The load comes from one address.
    settings.append("TAASH_MAX_CONNECTIONS_PER_PEER=off")
    assert f"TAASH_MAX_CONCURRENT_STREAMS={STREAMS}" in settings
    return start(*(word for setting in settings for word in ("--env", setting))).ready()


def test_everything_at_once(server, tmp_path, figure):
    body = tmp_path / "message"
    message = new_game("pis_yedili").SerializeToString()
    body.write_bytes(b"\0" + len(message).to_bytes(4, "big") + message)
    command = ["h2load", f"--clients={CONNECTIONS}", f"--max-concurrent-streams={STREAMS}", f"--requests={CALLS}"]
    command += ["--data", body, "--header", "content-type: application/grpc", "--header", "te: trailers"]
    told = run(*command, f"http://{server.calls}{PATH}")
    state = server.state
    assert state["Running"] and not state["OOMKilled"], told
    # HTTP 200: the gRPC status says whether the server took the call. A connection opens streams before it knows how many the
    # server grants; those are refused (REFUSED_STREAM), which clients of gRPC try again by themselves.
    succeeded = int(re.search(r"(\d+) succeeded", told)[1])
    assert succeeded > CALLS / 2, told
    answered = server.metric('taash_calls_total{method="NewGame",game="pis_yedili",code="OK",reason=""}')
    shed = server.metric('taash_shed_total{kind="call"}')
    assert answered > 0 and answered + shed == succeeded
    figure(f"{CONNECTIONS} connections, {STREAMS} calls on each: {server.resident / 2**20:.1f} MiB, {shed:.0f} calls shed")
    assert podman("exec", server.name, "/taash", "health", "--address", "http://127.0.0.1:9464") == "serving"
