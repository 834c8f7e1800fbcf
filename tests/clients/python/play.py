"""Plays the matches of a file by the choice rule of ../run.py and prints the transcript: python play.py FILE"""

import hashlib
import os
import sys

from google.protobuf import json_format

from client import connect, engine


def choose(status, moves):
    """The choice rule: every client that follows it plays the same match."""
    return moves[int.from_bytes(status.state_digest[:8], "big") % len(moves)]


def include(seats):
    """Legal moves, and a view for every seat and the spectator: one call a turn is enough."""
    viewers = [engine.Viewer(seat=seat) for seat in range(seats)] + [engine.Viewer(spectator=engine.Spectator())]
    return engine.Include(legal_moves=True, viewers=viewers)


def sent(status, move):
    """A legal move as it goes back: typed if the revision is odd, else as text."""
    if status.revision % 2 == 0:
        return engine.Move(text=move.text)
    game = move.WhichOneof("move")
    return engine.Move(**{game: getattr(move, game)})


def play(stub, request, out):
    """Plays one match to its end, and says every move."""
    request.include.CopyFrom(include(request.seats))
    answer = stub.NewGame(request)
    while not answer.status.match_over:
        before, seat = answer.status, answer.legal_moves.seat
        move = choose(before, answer.legal_moves.moves)
        answer = stub.Apply(engine.ApplyRequest(
            state=answer.state,
            moves=[sent(before, move)],
            seat=seat,
            expected_revision=before.revision,
            include=request.include,
        ))
        out.write(f"{before.revision} {seat} {move.text} {answer.status.state_digest.hex()}\n")
    score = stub.Score(engine.ScoreRequest(state=answer.state))
    winners = ",".join(str(seat) for seat in score.winners)
    totals = ",".join(str(seat.total) for seat in score.seats)
    state = hashlib.sha256(answer.state).hexdigest()
    out.write(f"over {answer.status.revision} winners {winners} totals {totals} state {state}\n")


def main(path):
    stub = connect(os.environ["TAASH_ADDRESS"])
    with open(path, encoding="utf-8") as matches:
        for number, line in enumerate(matches, 1):
            request = json_format.Parse(line, engine.NewGameRequest())
            print(f"match {number} {request.WhichOneof('options')} {request.seats}")
            play(stub, request, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
