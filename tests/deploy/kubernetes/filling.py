"""Takes all that a server gives: connections, calls whose requests do not end, tables of streams."""

import queue
import re
import resource
import socket
import ssl
import time
import urllib.request

import grpc
import h2.config
import h2.connection
from client import engine, engine_pb2_grpc

# What a stream keeps at most, whatever the settings.
STREAM_TABLES = 1024
# Nearly the longest request: TAASH_MAX_REQUEST_BYTES by default, and sixteen times that.
LONG = {"Apply": 65_000, "Play": 65_000, "Replay": 1_040_000}
HEADERS = [
    (":method", "POST"),
    (":scheme", "http"),
    (":authority", "localhost"),
    ("content-type", "application/grpc"),
    ("te", "trailers"),
]
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes.fromhex("000000040000000000")


def until(condition):
    """Waits for something that must come."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "waited for a minute"
        time.sleep(0.05)


def metrics_of(server):
    """All that the server tells of itself."""
    with urllib.request.urlopen(f"http://{server.admin}/metrics", timeout=30) as answer:
        return answer.read().decode()


class Filler:
    """A caller that keeps what it has taken until its end."""

    def __init__(self, server, settings):
        self.server, self.settings = server, settings
        self.host, port = server.calls.split(":")
        self.port = int(port)
        self.tls = None
        if "TAASH_TLS_CERT" in settings:
            self.tls = ssl.create_default_context(cafile=settings["TAASH_TLS_CERT"])
            self.tls.set_alpn_protocols(["h2"])
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))

    def __enter__(self):
        self.sockets, self.streams = [], []
        self.channel = grpc.insecure_channel(self.server.calls)
        if self.tls:
            with open(self.settings["TAASH_TLS_CERT"], "rb") as file:
                credentials = grpc.ssl_channel_credentials(file.read())
            self.channel = grpc.secure_channel(self.server.calls, credentials)
        return self

    def __exit__(self, *_):
        for requests, _ in self.streams:
            requests.put(None)
        self.channel.close()
        for open_socket in self.sockets:
            open_socket.close()

    def metric(self, name):
        (value,) = re.findall(rf"^{re.escape(name)} (\d+)$", metrics_of(self.server), re.M)
        return int(value)

    def connect(self):
        connection = socket.create_connection((self.host, self.port), timeout=60)
        if self.tls:
            connection = self.tls.wrap_socket(connection, server_hostname="localhost")
        self.sockets.append(connection)
        return connection

    def fill_tables(self):
        """As many tables as there may be."""
        stub = engine_pb2_grpc.EngineServiceStub(self.channel)
        begun = stub.NewGame(engine.NewGameRequest(seats=8, pis_yedili={}, include={"legal_moves": True}))
        first = engine.ApplyRequest(state=begun.state, moves=[{"text": begun.legal_moves.moves[0].text}])
        for _ in range(int(self.settings["TAASH_MAX_TABLES"]) // STREAM_TABLES):
            requests = queue.Queue()
            answers = stub.Play(iter(requests.get, None))
            self.streams.append((requests, answers))
            for table in range(STREAM_TABLES):
                requests.put(engine.PlayRequest(table=table, apply=first))
            for _ in range(STREAM_TABLES):
                answer = next(answers)
                assert answer.HasField("apply"), answer

    def fill_calls(self, method, left):
        """So many calls, each with the longest request, less its end."""
        while left > 0:
            connection = self.connect()
            peer = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
            peer.initiate_connection()
            for _ in range(min(left, 64)):
                self.half_a_call(method, connection, peer)
                left -= 1

    def half_a_call(self, method, connection, peer):
        stream = peer.get_next_available_stream_id()
        peer.send_headers(stream, [(":path", f"/taash.engine.v1.EngineService/{method}"), *HEADERS])
        # The length says more than comes.
        rest = b"\0" + LONG[method].to_bytes(4, "big") + bytes(LONG[method] - 1)
        while rest:
            room = min(peer.local_flow_control_window(stream), peer.max_outbound_frame_size, len(rest))
            if room > 0:
                peer.send_data(stream, rest[:room])
                rest = rest[room:]
                connection.sendall(peer.data_to_send())
            else:
                connection.sendall(peer.data_to_send())
                peer.receive_data(connection.recv(65536))
        connection.sendall(peer.data_to_send())

    def fill_connections(self):
        """As many connections as there may be."""
        for _ in range(int(self.settings["TAASH_MAX_CONNECTIONS"]) - self.metric("taash_connections")):
            self.connect().sendall(PREFACE)
