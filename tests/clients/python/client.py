"""A small client for Taash: generates the stubs from the protos, and reads refusals.

Everything here uses the usual packages alone: grpcio, grpcio-tools, googleapis-common-protos.
"""

import pathlib
import sys
import tempfile

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from grpc_tools import protoc

ROOT = pathlib.Path(__file__).resolve().parents[3]


def generate():
    """Generates the stubs into a temporary folder and puts it on the path."""
    out = tempfile.mkdtemp(prefix="taash-stubs-")
    protos = sorted(str(p.relative_to(ROOT / "proto")) for p in (ROOT / "proto").rglob("*.proto"))
    arguments = ["protoc", f"-I{ROOT / 'proto'}", f"--python_out={out}", f"--grpc_python_out={out}", *protos]
    if protoc.main(arguments) != 0:
        raise SystemExit("the protos do not compile")
    sys.path.insert(0, out)


generate()

from taash.engine.v1 import engine_pb2 as engine  # noqa: E402
from taash.engine.v1 import engine_pb2_grpc  # noqa: E402


def connect(address):
    """A stub for the server at `host:port`."""
    channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", 2 * 1024 * 1024)])
    return engine_pb2_grpc.EngineServiceStub(channel)


def include(seats):
    """Legal moves, and a view for every seat and the spectator: one call per turn is enough."""
    viewers = [engine.Viewer(seat=seat) for seat in range(seats)] + [engine.Viewer(spectator=engine.Spectator())]
    return engine.Include(legal_moves=True, viewers=viewers)


def choose(status, moves):
    """The choice rule: every client that follows it plays the same match."""
    return moves[int.from_bytes(status.state_digest[:8], "big") % len(moves)]


def typed(move):
    """A legal move as a typed move of a request."""
    game = move.WhichOneof("move")
    return engine.Move(**{game: getattr(move, game)})


class Refused:
    """A refusal: the gRPC code, the reason, the fields at fault, and the typed refusal."""

    def __init__(self, error):
        self.code = error.code()
        status = rpc_status.from_call(error)
        info, refusal = error_details_pb2.ErrorInfo(), engine.Refusal()
        assert status.details[0].Unpack(info), "ErrorInfo comes first"
        assert status.details[-1].Unpack(refusal), "the typed refusal comes last"
        assert info.domain == "taash" and info.metadata["rule_id"] == refusal.rule_id
        assert "REASON_" + info.reason == engine.Reason.Name(refusal.reason)
        self.reason, self.rule, self.refusal = info.reason, refusal.rule_id, refusal
        request = error_details_pb2.BadRequest()
        if status.details[1].Unpack(request):
            assert {violation.field for violation in request.field_violations} == {f.field for f in refusal.faults}
        self.fields = [violation.field for violation in request.field_violations]


def refused(call, request):
    """Makes a call that must be refused, and returns the refusal."""
    try:
        call(request)
    except grpc.RpcError as error:
        return Refused(error)
    raise AssertionError(f"not refused: {request}")
