"""What a stop asks of the image: no call fails, the streams end well, the exit code is 0."""

import concurrent.futures
import queue
import subprocess
import threading

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from client import connect, engine
from containers import NOT_SERVING, SERVING, until
from test_calls import first_move, new_game

CALLERS = 16


class Traffic:
    """Callers that call without pause until the server says that it is to stop, and a little longer."""

    def __init__(self, address):
        self.address = address
        self.stopping, self.enough = threading.Event(), threading.Event()
        self.calls = self.late = 0
        self.lock = threading.Lock()

    def call(self):
        stub = connect(self.address)
        begun = stub.NewGame(new_game("pis_yedili"))
        move = first_move(stub, begun.state)
        while not self.enough.is_set():
            late = self.stopping.is_set()
            stub.Apply(engine.ApplyRequest(state=begun.state, moves=[move]), timeout=30)
            with self.lock:
                self.calls += 1
                self.late += late

    def stream(self):
        """One stream of moves, with the next always in flight; ended by the client. Returns how many were answered."""
        stub = connect(self.address)
        begun = stub.NewGame(new_game("pis_yedili"))
        move = first_move(stub, begun.state)
        requests = queue.SimpleQueue()
        request = engine.PlayRequest(table=1, apply=engine.ApplyRequest(state=begun.state, moves=[move]))
        requests.put(request)
        answered = 0
        for answer in stub.Play(iter(requests.get, None)):
            assert answer.WhichOneof("answer") == "apply"
            answered += 1
            requests.put(None if self.enough.is_set() else request)
        return answered

    def watch(self):
        """What an orchestrator would see. Returns the statuses in turn."""
        seen = []
        with grpc.insecure_channel(self.address) as channel:
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service="readiness"), timeout=60)
            for answer in watch:
                seen.append(answer.status)
                if answer.status == NOT_SERVING:
                    self.stopping.set()
                    return seen
        return seen


def test_no_call_fails_when_the_container_is_stopped(start, figure):
    server = start().ready()
    traffic = Traffic(server.calls)
    with concurrent.futures.ThreadPoolExecutor(CALLERS + 2) as pool:
        callers = [pool.submit(traffic.call) for _ in range(CALLERS)]
        stream, watch = pool.submit(traffic.stream), pool.submit(traffic.watch)
        try:
            until("calls in flight", lambda: traffic.calls > 10 * CALLERS)
            stop = subprocess.Popen(["podman", "stop", "--time", "30", server.name], stdout=subprocess.DEVNULL)
            until("the news that it stops", traffic.stopping.is_set)
            until("calls that came after it", lambda: traffic.late > 10 * CALLERS)
        finally:
            traffic.enough.set()
        for caller in callers:
            caller.result(timeout=60)
        assert stream.result(timeout=60) > 0
        assert watch.result(timeout=60) == [SERVING, NOT_SERVING]
    assert stop.wait(timeout=60) == 0
    assert server.state["ExitCode"] == 0
    figure(f"stop: none of {traffic.calls} calls failed, {traffic.late} of them after it was asked to stop")
