"""Every call to the image, hardened as the README says, by a real client; and what it takes to answer them."""

import concurrent.futures
import json
import random
import re
import time

import grpc
import pytest
from google.protobuf import descriptor_pool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

from client import connect, engine, refused
from containers import IMAGE, ROOT, SERVING, health, inspect, podman, run, until

MIB = 1024 * 1024
GAMES = {"jhyap": 4, "seep": 4, "pis_yedili": 4}
SERVICE = "taash.engine.v1.EngineService"


def new_game(game, **fields):
    request = engine.NewGameRequest(seats=GAMES[game], **fields)
    getattr(request, game).SetInParent()
    return request


def first_move(stub, state):
    move = stub.LegalMoves(engine.LegalMovesRequest(state=state)).legal_moves.moves[0]
    return engine.Move(text=move.text)


@pytest.fixture
def server(start):
    return start().ready()


def test_it_has_no_right_that_it_does_not_need(server):
    assert server.status("Uid").split() == ["65532"] * 4
    assert server.status("Gid").split() == ["65532"] * 4
    for kind in ["Inh", "Prm", "Eff", "Bnd", "Amb"]:
        assert int(server.status(f"Cap{kind}"), 16) == 0
    assert server.status("NoNewPrivs") == "1"
    assert server.status("Seccomp") == "2"
    host = inspect("container", server.name)["HostConfig"]
    assert host["ReadonlyRootfs"] and host["Memory"] == 64 * MIB


def test_probes_of_every_kind_find_it_alive(server):
    for address in [server.calls, server.admin]:
        for service in ["", SERVICE, "startup", "liveness", "readiness"]:
            assert health(address, service) == SERVING, (address, service)
    for port in [50051, 9464]:
        assert podman("exec", server.name, "/taash", "health", "--address", f"http://127.0.0.1:{port}") == "serving"
    check = re.search(r"^HEALTHCHECK .*\\\n *CMD (\[.*\])$", (ROOT / "deploy" / "Dockerfile").read_text(), re.M)[1]
    assert podman("exec", server.name, *json.loads(check)) == "serving"
    assert server.page("/healthz") == "alive\n"
    assert server.page("/readyz") == "ready\n"


def test_it_tells_which_build_it_is(server):
    labels = inspect("image", IMAGE)["Config"]["Labels"]
    version, commit = (labels[f"org.opencontainers.image.{name}"] for name in ["version", "revision"])
    assert server.page("/version") == f"taash {version} ({commit})\n"
    assert server.metric(f'taash_build_info{{version="{version}",commit="{commit}"}}') == 1
    assert connect(server.calls).ListGames(engine.ListGamesRequest()).server_version == version


@pytest.mark.parametrize("game", GAMES)
def test_every_call_of_the_contract_is_answered(server, game):
    stub = connect(server.calls)
    assert engine.Game.Value(f"GAME_{game.upper()}") in {g.game for g in stub.ListGames(engine.ListGamesRequest()).games}
    request = new_game(game, seed=bytes(range(32)), dealer=0)
    begun = stub.NewGame(request)
    move = first_move(stub, begun.state)
    applied = stub.Apply(engine.ApplyRequest(state=begun.state, moves=[move], expected_revision=begun.status.revision))
    assert applied.status.revision == begun.status.revision + 1

    answers = stub.Play(iter([
        engine.PlayRequest(table=7, apply=engine.ApplyRequest(state=begun.state, moves=[move])),
        engine.PlayRequest(table=7, close=engine.CloseTable()),
    ]))
    played, closed = list(answers)
    assert (played.table, played.apply.state) == (7, applied.state)
    assert closed.WhichOneof("answer") == "closed"

    replay = stub.Replay(engine.ReplayRequest(new_game=request, steps=[engine.ReplayStep(move=move)]))
    assert replay.state == applied.state and len(replay.steps) == 2

    assert len(stub.ListRules(engine.ListRulesRequest()).games) == len(GAMES)
    assert len(stub.ListMessages(engine.ListMessagesRequest()).messages) > 100

    include = engine.Include(viewers=[engine.Viewer(seat=1)])
    (update,) = stub.View(engine.ViewRequest(state=applied.state, include=include)).views
    assert update.viewer.seat == 1 and update.view.WhichOneof("view") == game

    ended = stub.Apply(engine.ApplyRequest(state=applied.state, abandon=True))
    score = stub.Score(engine.ScoreRequest(state=ended.state))
    assert score.final and score.seed == bytes(range(32))
    claim = {"seed": score.seed, "seats": begun.status.seats, "options": begun.options}
    derived = stub.DeriveShuffles(engine.DeriveShufflesRequest(shuffles=[{"deal": 1}], **claim))
    assert derived.seed_commitment == begun.seed_commitment and len(derived.orders) == 1
    verdict = stub.VerifyDeals(engine.VerifyDealsRequest(seed_commitment=begun.seed_commitment, **claim))
    assert verdict.valid and verdict.commitment_valid

    with grpc.insecure_channel(server.calls) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest(service=SERVICE), timeout=30)
        assert next(watch).status == SERVING
        watch.cancel()
        reflection = ProtoReflectionDescriptorDatabase(channel)
        assert {SERVICE, "grpc.health.v1.Health"} <= set(reflection.get_services())
        methods = descriptor_pool.DescriptorPool(reflection).FindServiceByName(SERVICE).methods_by_name

    # The server tells its methods itself: one that is added to the contract fails here until it is called.
    page = server.page("/metrics")
    answered = {name for name in methods if re.search(rf'^taash_calls_total{{method="{name}",.*code="OK".*}} [1-9]', page, re.M)}
    assert answered == set(methods)


def test_a_refusal_comes_with_its_details(server):
    stub = connect(server.calls)
    assert refused(stub.Score, engine.ScoreRequest(state=b"no state")).reason == "STATE_UNREADABLE"


def keys_file(path, *keys):
    path.write_text("".join(f"{number} {secret}\n" for number, secret in keys))
    # As a Secret is mounted: to be read by the group alone.
    path.chmod(0o440)
    run("chown", "0:65532", path)
    return ["--volume", f"{path}:/etc/taash/keys/state-keys:ro", "--env", "TAASH_STATE_KEYS=/etc/taash/keys/state-keys"]


def test_states_are_sealed_with_keys_from_a_mounted_file(start, tmp_path):
    key = (7, random.randbytes(32).hex())
    settings = [*keys_file(tmp_path / "keys", key), "--env", "TAASH_REQUIRE_STATE_KEYS=true"]
    one, other, keyless = start(*settings).ready(), start(*settings).ready(), start().ready()
    begun = connect(one.calls).NewGame(new_game("seep"))
    move = first_move(connect(one.calls), begun.state)
    request = engine.ApplyRequest(state=begun.state, moves=[move])
    answers = [connect(container.calls).Apply(request) for container in [one, other]]
    assert answers[0].state == answers[1].state
    assert refused(connect(keyless.calls).Apply, request).reason == "STATE_UNREADABLE"


def test_without_the_keys_that_it_requires_it_does_not_start(start):
    container = start("--env", "TAASH_REQUIRE_STATE_KEYS=true")
    until("an end", lambda: container.state["Status"] == "exited")
    assert container.state["ExitCode"] == 64
    assert "TAASH_REQUIRE_STATE_KEYS" in container.log or "TAASH_STATE_KEYS" in container.log


def play(address, seconds, number):
    """Plays random moves at one table. Returns how many."""
    stub, chance, count = connect(address), random.Random(number), 0
    include = engine.Include(legal_moves=True)
    deadline = time.monotonic() + seconds
    while True:
        answer = stub.NewGame(new_game(chance.choice(list(GAMES)), include=include))
        while not answer.status.match_over:
            if time.monotonic() > deadline:
                return count
            move = engine.Move(text=chance.choice(answer.legal_moves.moves).text)
            answer = stub.Apply(engine.ApplyRequest(state=answer.state, moves=[move], include=include))
            count += 1


def test_memory_stays_low_at_rest_and_under_load(server, figure):
    until("rest", lambda: server.metric('taash_in_flight{kind="call"}') == 0)
    idle = server.resident
    assert idle <= 10_000_000
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        moves = sum(pool.map(lambda number: play(server.calls, 5, number), range(16)))
    loaded = server.resident
    assert moves > 0 and loaded < 32 * MIB
    state = server.state
    assert state["Running"] and not state["OOMKilled"]
    figure(f"memory: {idle / 1e6:.1f} MB at rest, {loaded / 1e6:.1f} MB after {moves} moves of 16 callers")


def test_the_first_answer_comes_soon(start, figure):
    """Podman's own work included; what the program itself takes is measured by `cargo bench`."""
    began = time.monotonic()
    container = start().ready()
    figure(f"first answer: {time.monotonic() - began:.2f} s from `podman run`")
    assert container.page("/readyz") == "ready\n"
