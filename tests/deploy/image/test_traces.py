"""Traces from the image: to a collector that is found by its name, as in a cluster.

A static program resolves names by itself, without the libraries that do it elsewhere: so this is tried with a name server.
"""

import concurrent.futures
import re
import socket
import struct
import threading

import grpc
import pytest

from client import connect
from containers import Container, hardened, podman, run, until
from test_calls import new_game

EXPORT = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"
# Any address of the loopback network that nothing else uses: the port of name servers is fixed.
NAME_SERVER = "127.53.46.11"
COLLECTOR = "collector.observability"
SUFFIX = "svc.cluster.local"


class NameServer(threading.Thread):
    """Knows one name and its address, and says of all others that there are none."""

    def __init__(self):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((NAME_SERVER, 53))
        self.asked = set()

    def run(self):
        while True:
            query, peer = self.socket.recvfrom(512)
            if not query:
                return
            end = query.index(0, 12) + 1
            question = query[12 : end + 4]
            name = ".".join(re.findall(r"[\w-]+", question[:end].decode("latin-1")))
            (kind,) = struct.unpack(">H", question[end - 12 : end - 10])
            self.asked.add(name)
            known = name == f"{COLLECTOR}.{SUFFIX}"
            answer = struct.pack(">HHHLH4B", 0xC00C, 1, 1, 60, 4, 127, 0, 0, 1) if known and kind == 1 else b""
            header = query[:2] + struct.pack(">HHHHH", 0x8180 if known else 0x8183, 1, int(bool(answer)), 0, 0)
            self.socket.sendto(header + question + answer, peer)

    def end(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", (NAME_SERVER, 53))
        self.join()
        self.socket.close()


@pytest.fixture
def name_server():
    server = NameServer()
    server.start()
    yield server
    server.end()


class Collector(grpc.GenericRpcHandler):
    """Takes spans and keeps their bytes."""

    def __init__(self):
        self.taken = []

    def service(self, details):
        if details.method == EXPORT:
            return grpc.unary_unary_rpc_method_handler(self.take)
        return None

    def take(self, request, _):
        self.taken.append(request)
        return b""


def test_spans_reach_a_collector_that_a_name_server_knows(name_server):
    collector = Collector()
    receiver = grpc.server(concurrent.futures.ThreadPoolExecutor(2), handlers=[collector])
    port = receiver.add_insecure_port("127.0.0.1:0")
    receiver.start()
    # In the network of this machine, where the two are.
    settings = [
        *["--network", "host", "--dns", NAME_SERVER, "--dns-search", SUFFIX, "--dns-option", "ndots:5"],
        *["--env", "TAASH_LISTEN=127.0.0.1:0", "--env", "TAASH_ADMIN_LISTEN=off"],
        *["--env", f"TAASH_OTLP_ENDPOINT=http://{COLLECTOR}:{port}"],
    ]
    command = " ".join(hardened(*settings))
    container = Container(run(*re.sub(r"--publish \S+ ", "", command).split()))
    try:
        address = until("an address", lambda: re.search(r"listens on (\S+);", container.log))[1]
        connect(address).NewGame(new_game("jhyap"))
        assert container.stop() == 0
        spans = b"".join(collector.taken)
        assert b"taash" in spans and b"NewGame" in spans, container.log
        assert f"{COLLECTOR}.{SUFFIX}" in name_server.asked
    finally:
        podman("rm", "--force", "--time", "0", container.name)
        receiver.stop(None)
