"""Wrong moves, foreign states and random bytes are refused with the right code and reason."""

import random

import grpc
import pytest

from client import engine, refused
from test_matches import GAMES, new_game

INVALID, FAILED = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION


def start(stub, game, seed=b"\7" * 32):
    seats, preset = GAMES[game][0]
    return stub.NewGame(new_game(game, seats, preset, seed=seed))


def apply(stub, state, text, **more):
    return refused(stub.Apply, engine.ApplyRequest(state=state, moves=[engine.Move(text=text)], **more))


@pytest.mark.parametrize("game", GAMES)
def test_random_bytes_are_not_a_state(stub, game):
    noise = random.Random(game)
    state = start(stub, game).state
    for call, request in [(stub.LegalMoves, engine.LegalMovesRequest), (stub.Score, engine.ScoreRequest)]:
        for _ in range(20):
            said = refused(call, request(state=noise.randbytes(noise.randint(1, 700))))
            assert (said.code, said.reason) == (INVALID, "STATE_UNREADABLE")
            cut = state[: noise.randrange(1, len(state))]
            assert refused(call, request(state=cut)).reason == "STATE_UNREADABLE"
            place = noise.randrange(7, len(state))
            flipped = bytearray(state)
            flipped[place] ^= 1 << noise.randrange(8)
            assert refused(call, request(state=bytes(flipped))).reason == "STATE_UNREADABLE"
        assert refused(call, request()).reason == "FIELD_INVALID"


def test_a_view_is_not_a_state(stub):
    state = start(stub, "jhyap").state
    referee = engine.Include(viewers=[engine.Viewer(referee=engine.Referee())])
    view = stub.View(engine.ViewRequest(state=state, include=referee)).views[0].view
    said = refused(stub.Score, engine.ScoreRequest(state=view.SerializeToString()))
    assert (said.code, said.reason) == (INVALID, "STATE_UNREADABLE")


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_another_game_is_refused(stub, game):
    state = start(stub, game).state
    for other in set(GAMES) - {game}:
        foreign = stub.LegalMoves(engine.LegalMovesRequest(state=start(stub, other).state)).legal_moves.moves[0]
        move = engine.Move(**{other: getattr(foreign, other)})
        said = refused(stub.Apply, engine.ApplyRequest(state=state, moves=[move]))
        assert (said.code, said.reason) == (INVALID, "GAME_MISMATCH")
        assert said.refusal.move_index == 0


@pytest.mark.parametrize("game", GAMES)
def test_general_refusals_name_their_rule(stub, game):
    begun = start(stub, game)
    turn = begun.status.seat_to_move
    legal = stub.LegalMoves(engine.LegalMovesRequest(state=begun.state)).legal_moves.moves[0].text
    said = apply(stub, begun.state, legal, seat=(turn + 1) % begun.status.seats)
    assert (said.code, said.reason, said.rule) == (FAILED, "NOT_YOUR_TURN", "G3")
    said = apply(stub, begun.state, "deal")
    assert (said.code, said.reason, said.rule) == (FAILED, "WRONG_PHASE", "G2")
    said = apply(stub, begun.state, "a wizard's gambit")
    assert (said.code, said.reason) == (INVALID, "MOVE_UNPARSABLE")
    said = apply(stub, begun.state, legal, expected_revision=7)
    assert (said.code, said.reason) == (grpc.StatusCode.ABORTED, "STALE_STATE")
    said = apply(stub, begun.state, legal, seat=9)
    assert (said.code, said.reason, said.rule) == (INVALID, "FIELD_INVALID", "G1")


def test_all_faults_of_a_new_game_are_reported_at_once(stub):
    request = new_game("jhyap", 9, "CLASSIC", seed=b"short", dealer=77)
    request.jhyap.limit = 51
    said = refused(stub.NewGame, request)
    assert (said.code, said.reason) == (INVALID, "FIELD_INVALID")
    assert set(said.fields) >= {"seed", "dealer", "jhyap.limit"}


def test_a_card_that_is_not_held_is_named(stub):
    begun = start(stub, "jhyap")
    turn = begun.status.seat_to_move
    include = engine.Include(viewers=[engine.Viewer(seat=turn)])
    hands = stub.View(engine.ViewRequest(state=begun.state, include=include)).views[0].view.jhyap.hands
    card = next(number for number in range(1, 54) if number not in hands[turn].cards)
    move = engine.Move()
    move.jhyap.discard.cards.append(card)
    move.jhyap.discard.stock.SetInParent()
    said = refused(stub.Apply, engine.ApplyRequest(state=begun.state, moves=[move]))
    assert (said.code, said.reason, said.rule) == (FAILED, "CARD_NOT_IN_HAND", "G4")
    assert list(said.refusal.cards) == [card] and said.refusal.move_index == 0


def test_a_broken_rule_is_named_with_a_message_to_translate(stub):
    said = apply(stub, start(stub, "jhyap").state, "call")
    assert (said.code, said.reason, said.rule) == (FAILED, "RULE_BROKEN", "J30")
    listed = {message.id: message for message in stub.ListMessages(engine.ListMessagesRequest()).messages}
    message, params = listed[said.refusal.message_id], {param.name: param for param in said.refusal.params}
    assert [param.name for param in message.params] == list(params) == ["value", "limit"]
    assert params["value"].number > params["limit"].number == 5
    filled = message.template
    for name, param in params.items():
        filled = filled.replace("{ $" + name + " }", str(param.number))
    assert filled == said.refusal.message


def test_a_move_on_a_state_that_was_undone_is_refused_by_its_digest(stub):
    begun = start(stub, "pis_yedili")
    moves = stub.LegalMoves(engine.LegalMovesRequest(state=begun.state)).legal_moves.moves
    first, second = (
        stub.Apply(engine.ApplyRequest(state=begun.state, moves=[engine.Move(text=move.text)])) for move in moves[:2])
    assert first.status.revision == second.status.revision
    digest = first.status.state_digest
    legal = stub.LegalMoves(engine.LegalMovesRequest(state=second.state)).legal_moves.moves[0].text
    said = apply(stub, second.state, legal, expected_revision=second.status.revision, expected_digest=digest)
    assert (said.reason, said.refusal.detail) == ("STALE_STATE", "digest")
