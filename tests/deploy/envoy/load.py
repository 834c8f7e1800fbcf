"""Callers that never stop: matches of all games over single calls, and over streams that carry many tables.

The rate is bounded. Every answer is checked: each Apply is made twice, and must have the same bytes whichever replica
answers; a match is replayed now and then, and must have the digests that were told on the way.
"""

import asyncio
import collections
import queue
import random
import threading
import time

import grpc
from client import engine, engine_pb2_grpc
from grpc_status import rpc_status

GAMES = {"jhyap": 3, "seep": 4, "pis_yedili": 5}
DEADLINE = 10
# Calls behind a balancer must not need a client that repeats them.
PLAIN = [("grpc.enable_retries", 0), ("grpc.use_local_subchannel_pool", 1)]


def beginning(game):
    """A match of that game, with what one call a turn needs."""
    request = engine.NewGameRequest(
        seats=GAMES[game], seed=random.randbytes(32), include=engine.Include(legal_moves=True)
    )
    getattr(request, game).SetInParent()
    return request


def turn(answer):
    """A random move at that position."""
    return engine.ApplyRequest(
        state=answer.state,
        moves=[engine.Move(text=random.choice(answer.legal_moves.moves).text)],
        seat=answer.legal_moves.seat if answer.legal_moves.HasField("seat") else None,
        expected_revision=answer.status.revision,
        include=engine.Include(legal_moves=True, limit=50),
    )


class Load:
    """Calls a target from its own thread, `with Load(target) as load:`."""

    def __init__(self, target, options=PLAIN, rate=150, callers=8, streams=0, tables=4, may_lose_streams=False):
        self._target, self._options, self._may_lose_streams = target, options, may_lose_streams
        self._callers, self._streams, self._tables = callers, streams, tables
        self._pause = (callers + streams * tables) / rate
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.codes = collections.Counter()
        self.failures, self.resumed, self.replayed = [], 0, 0
        self._lock = threading.Lock()

    def __enter__(self):
        self._thread.start()
        self.go_on(50)
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._thread.join(timeout=60)
        assert not self._thread.is_alive()

    def go_on(self, calls, seconds=60):
        """Waits until that many more calls have been answered."""
        goal, end = self.answered + calls, time.monotonic() + seconds
        while self.answered < goal:
            assert self._thread.is_alive() and time.monotonic() < end, f"the load stands still: {self}"
            time.sleep(0.05)

    def __repr__(self):
        return f"{dict(self.codes)}, {self.resumed} streams resumed, {self.replayed} replays, {self.failures[:5]}"

    async def _run(self):
        async with grpc.aio.insecure_channel(self._target, options=self._options) as channel:
            stub = engine_pb2_grpc.EngineServiceStub(channel)
            callers = [self._play_calls(stub) for _ in range(self._callers)]
            streams = [asyncio.to_thread(self._play_stream) for _ in range(self._streams)]
            await asyncio.gather(*callers, *streams)

    def _count(self, code, failure=None):
        with self._lock:
            self.codes[code] += 1
            if failure:
                self.failures.append(failure)

    @property
    def answered(self):
        return self.codes["OK"]

    def _check(self, held, what):
        if not held:
            self.failures.append(what)

    async def _call(self, method, request):
        """An answer, or nothing if the call failed."""
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.5))
        try:
            answer = await method(request, timeout=DEADLINE)
        except grpc.aio.AioRpcError as error:
            self._count(error.code().name, f"{error.code().name}: {error.details()}")
            return None
        self._count("OK")
        return answer

    async def _play_calls(self, stub):
        while not self._stopping.is_set():
            start = beginning(random.choice(list(GAMES)))
            answer = await self._call(stub.NewGame, start)
            if answer is None:
                continue
            steps, digests = [], [answer.status.state_digest]
            while answer and len(steps) < 30 and not answer.status.match_over and not self._stopping.is_set():
                request = turn(answer)
                once, again = await self._call(stub.Apply, request), await self._call(stub.Apply, request)
                answer = once and again
                if answer:
                    steps.append(
                        engine.ReplayStep(
                            move=request.moves[0], seat=request.seat if request.HasField("seat") else None
                        )
                    )
                    digests.append(answer.status.state_digest)
                    self._check(once == again, "the same call has two answers")
                    self._check(answer.status.revision == request.expected_revision + 1, "a wrong revision")
            played = answer and await self._call(stub.Replay, engine.ReplayRequest(new_game=start, steps=steps))
            if played:
                self.replayed += 1
                self._check((played.state, [step.digest for step in played.steps]) == (answer.state, digests), "a replay differs")

    def _play_stream(self):
        """Plays tables on one stream. When the server ends it, a new one goes on from each table's last state.

        In a thread of its own: the asynchronous client forgets with what status a stream has ended if it notices the
        end while it writes.
        """
        # By table: the last answer, and the request that has no answer yet.
        last, waiting = {}, {}
        with grpc.insecure_channel(self._target, options=self._options) as channel:
            stub = engine_pb2_grpc.EngineServiceStub(channel)
            while not self._stopping.is_set():
                requests = queue.SimpleQueue()
                answers = stub.Play(iter(requests.get, None))
                try:
                    self._play_tables(stub, requests.put, answers, last, waiting)
                    requests.put(None)
                    self._check(next(answers, None) is None, "an answer too many")
                    self._count("OK")
                except grpc.RpcError as error:
                    if error is answers and self._goes_on(error):
                        self.resumed += 1
                    else:
                        self._count(error.code().name, f"with a stream: {error.code().name}: {error.details()}")
                finally:
                    requests.put(None)

    def _goes_on(self, error):
        """Whether a stream has ended in a way that a client answers with a new one."""
        # A balancer has no status to give for a replica that is lost, and breaks off. A fault of a server has details.
        broken = error.code() == grpc.StatusCode.INTERNAL and rpc_status.from_call(error) is None
        return error.code() == grpc.StatusCode.UNAVAILABLE or self._may_lose_streams and broken

    def _play_tables(self, stub, send, answers, last, waiting):
        told = set()
        while not self._stopping.is_set():
            for table in range(self._tables):
                time.sleep(self._pause * random.uniform(0.5, 1.5))
                if table not in last:
                    last[table] = stub.NewGame(beginning(random.choice(list(GAMES))), timeout=DEADLINE)
                    told.discard(table)
                request = waiting.setdefault(table, turn(last[table]))
                sent = engine.PlayRequest(table=table, apply=request)
                if table in told:
                    sent.apply.ClearField("state")
                send(sent)
                answer = next(answers)
                del waiting[table]
                told.add(table)
                self._count("OK")
                self._check(answer.table == table, "another table's answer")
                self._check(answer.HasField("apply"), f"refused on a stream: {answer.refusal.message}")
                self._check(
                    answer.apply.status.revision == request.expected_revision + 1, "a wrong revision on a stream"
                )
                last[table] = answer.apply
                if answer.apply.status.match_over:
                    del last[table]
