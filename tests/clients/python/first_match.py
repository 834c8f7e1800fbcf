"""A whole match by a client that knows no rules: python first_match.py HOST:PORT GAME"""

import random
import sys

import grpc
from taash.engine.v1 import engine_pb2 as engine
from taash.engine.v1 import engine_pb2_grpc

stub = engine_pb2_grpc.EngineServiceStub(grpc.insecure_channel(sys.argv[1]))
game = sys.argv[2]

# [first match]
everybody = [engine.Viewer(seat=seat) for seat in range(4)] + [engine.Viewer(spectator=engine.Spectator())]
include = engine.Include(legal_moves=True, viewers=everybody)
request = engine.NewGameRequest(seats=4, include=include)
getattr(request, game).SetInParent()  # an empty options message: the preset CLASSIC
answer = stub.NewGame(request)
while not answer.status.match_over:
    # Send answer.views to the players, keep answer.state, and ask answer.legal_moves.seat for a move.
    move = random.choice(answer.legal_moves.moves)
    answer = stub.Apply(engine.ApplyRequest(
        state=answer.state,
        moves=[engine.Move(text=move.text)],
        seat=answer.legal_moves.seat,
        expected_revision=answer.status.revision,
        include=include,
    ))
score = stub.Score(engine.ScoreRequest(state=answer.state))
print("winners:", list(score.winners), "totals:", [seat.total for seat in score.seats])
# [/first match]
