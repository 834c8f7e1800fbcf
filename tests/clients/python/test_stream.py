"""Many tables on one stream; only the first move of each carries a state."""

import queue

from client import choose, engine, include, typed
from test_matches import new_game
from test_values import BIG


def move(status, legal, **more):
    return engine.ApplyRequest(moves=[typed(choose(status, legal.moves))], expected_revision=status.revision,
                               include=engine.Include(legal_moves=True), **more)


def test_many_tables_play_on_one_stream(stub):
    requests = queue.SimpleQueue()
    answers = stub.Play(iter(requests.get, None), timeout=120)
    revisions = {}
    for table, (game, seats, preset) in zip(BIG, [("jhyap", 2, "ISRAELI"), ("pis_yedili", 5, "CLASSIC"), ("seep", 4, "CLASSIC")]):
        begun = stub.NewGame(new_game(game, seats, preset, seed=bytes(32), include=include(seats)))
        revisions[table] = 0
        requests.put(engine.PlayRequest(table=table, apply=move(begun.status, begun.legal_moves, state=begun.state)))
    unfinished = len(revisions)
    while unfinished:
        answer = next(answers)
        assert answer.WhichOneof("answer") == "apply", answer
        after = answer.apply.status
        revisions[answer.table] += 1
        assert after.revision == revisions[answer.table]
        if after.match_over:
            unfinished -= 1
        else:
            requests.put(engine.PlayRequest(table=answer.table, apply=move(after, answer.apply.legal_moves)))

    # A refusal is a response; the stream continues.
    requests.put(engine.PlayRequest(table=BIG[0], apply=engine.ApplyRequest(moves=[engine.Move(text="deal")])))
    refusal = next(answers).refusal
    assert (refusal.reason, refusal.rule_id) == (engine.REASON_MATCH_OVER, "G5")
    requests.put(engine.PlayRequest(table=BIG[0], close=engine.CloseTable()))
    closed = next(answers)
    assert (closed.table, closed.WhichOneof("answer")) == (BIG[0], "closed")
    requests.put(None)
    assert list(answers) == []
