"""Plays the matches of a file by the choice rule of ../run.py and prints the transcript: python play.py FILE"""

import hashlib
import os
import sys

from google.protobuf import json_format

from client import choose, connect, engine, include, typed


def play(stub, request, out):
    """Plays one match to its end and prints every move."""
    request.include.CopyFrom(include(request.seats))
    answer = stub.NewGame(request)
    while not answer.status.match_over:
        before, seat = answer.status, answer.legal_moves.seat
        move = choose(before, answer.legal_moves.moves)
        answer = stub.Apply(engine.ApplyRequest(
            state=answer.state,
            moves=[typed(move) if before.revision % 2 else engine.Move(text=move.text)],
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
