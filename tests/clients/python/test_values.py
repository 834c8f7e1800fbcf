"""64-bit numbers, enums, bytes and oneofs, on the wire and in JSON."""

import base64
import json

import grpc
import pytest
from google.protobuf import json_format

from client import engine, include, refused
from test_matches import new_game

from taash.common.v1 import common_pb2 as common
from taash.jhyap.v1 import jhyap_pb2 as jhyap

# Numbers that neither a double nor a signed 64-bit integer can represent.
BIG = [2**53 + 1, 2**63, 2**64 - 1]


def as_json(message):
    return json.loads(json_format.MessageToJson(message))


@pytest.mark.parametrize("number", BIG)
def test_64_bit_numbers_are_strings_in_json(number):
    request = engine.PlayRequest(table=number)
    assert engine.PlayRequest.FromString(request.SerializeToString()).table == number
    assert as_json(request) == {"table": str(number)}
    assert json_format.Parse(json_format.MessageToJson(request), engine.PlayRequest()) == request


def test_enums_have_their_names():
    assert engine.Game.Name(engine.GAME_PIS_YEDILI) == "GAME_PIS_YEDILI"
    queen = 4 * (12 - 1) + 4
    assert as_json(engine.ShuffleOrder(cards=[queen])) == {"cards": ["CARD_QUEEN_OF_SPADES"]}


def test_an_enum_value_of_a_newer_server_is_kept():
    wire = bytes([engine.Status.PHASE_FIELD_NUMBER << 3, 99])
    status = engine.Status.FromString(wire)
    assert status.phase == 99 and status.SerializeToString() == wire
    with pytest.raises(ValueError):
        common.Phase.Name(status.phase)
    # A hand with card 200 between two that are known.
    assert list(common.Hand.FromString(bytes([3 << 3 | 2, 4, 1, 0xC8, 0x01, 2])).cards) == [1, 200, 2]


def test_an_event_of_a_newer_server_is_unknown():
    # Field 14 of Event, an empty message: an event of a fourth game.
    wire = bytes([14 << 3 | 2, 0])
    event = engine.Event.FromString(wire)
    assert event.WhichOneof("event") is None and event.SerializeToString() == wire


def test_an_unknown_enum_value_is_refused_by_the_server(stub):
    request = new_game("jhyap", 3, "CLASSIC")
    request.jhyap.preset = 99
    assert refused(stub.NewGame, request).fields == ["jhyap.preset"]


def test_bytes_come_back_as_they_were(stub):
    seed = bytes(85 * i % 256 for i in range(32))
    states = [stub.NewGame(new_game("seep", 4, "CLASSIC", seed=seed)).state for _ in range(2)]
    assert states[0] == states[1]
    assert as_json(engine.ScoreRequest(state=states[0])) == {"state": base64.b64encode(states[0]).decode()}


def test_a_oneof_has_one_value_the_last(stub):
    assert engine.Move.FromString(b"").WhichOneof("move") is None
    text, typed = engine.Move(text="deal"), engine.Move(jhyap=jhyap.Move(keep=jhyap.Keep()))
    # On the wire, both can be present: the last one counts.
    both = engine.Move.FromString(text.SerializeToString() + typed.SerializeToString())
    assert both == typed and both.WhichOneof("move") == "jhyap" and not both.text
    text.jhyap.CopyFrom(typed.jhyap)
    assert text == typed
    # Seat 0 is a value, and differs from no viewer at all.
    assert engine.Viewer.FromString(include(1).viewers[0].SerializeToString()).WhichOneof("viewer") == "seat"
    assert engine.Viewer().WhichOneof("viewer") is None
    state = stub.NewGame(new_game("seep", 4, "CLASSIC")).state
    said = refused(stub.Apply, engine.ApplyRequest(state=state, moves=[engine.Move()]))
    assert (said.code, said.fields) == (grpc.StatusCode.INVALID_ARGUMENT, ["moves[0]"])
