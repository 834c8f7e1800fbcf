"""The stream of Play through Envoy."""

import time

from client import connect, engine


def begin(stub):
    return stub.NewGame(engine.NewGameRequest(seats=2, pis_yedili={}, include=engine.Include(legal_moves=True)))


def request(table, match, state=b""):
    move = engine.Move(text=match.legal_moves.moves[0].text)
    apply = engine.ApplyRequest(state=state, moves=[move], include=engine.Include(legal_moves=True))
    return engine.PlayRequest(table=table, apply=apply)


def test_a_stream_carries_many_tables(gateway):
    stub = connect(gateway.address)
    starts = [begin(stub) for _ in range(20)]
    answers = list(stub.Play(request(table, match, match.state) for table, match in enumerate(starts)))
    assert [answer.table for answer in answers] == list(range(20))
    assert all(answer.apply.status.revision == 1 for answer in answers)


def test_a_stream_is_not_cut_by_silence(fleet, start_envoy):
    def be_impatient(configuration):
        manager = configuration["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"]
        # What ends other calls that say nothing, and every call that takes long.
        manager["stream_idle_timeout"] = "0.5s"
        for route in manager["route_config"]["virtual_hosts"][0]["routes"][1:]:
            route["route"]["timeout"] = "0.5s"

    fleet.start()
    envoy = start_envoy(fleet, change=be_impatient)
    stub = connect(envoy.address)
    match = begin(stub)

    def slowly():
        yield request(1, match, match.state)
        time.sleep(2)
        yield engine.PlayRequest(table=1, close=engine.CloseTable())

    first, second = stub.Play(slowly())
    assert first.apply.status.revision == 1
    assert second.HasField("closed")
