"""Whole matches by a caller that knows no rule: one call per turn, a legal move each time, to the final score."""

import hashlib
import random

import pytest

from client import engine, include, typed

from taash.common.v1 import common_pb2 as common

GAMES = {
    "jhyap": [(2, "CLASSIC"), (4, "ISRAELI"), (5, "NEPALI")],
    "pis_yedili": [(2, "CLASSIC"), (4, "TURKISH"), (8, "CLASSIC")],
    "seep": [(4, "CLASSIC"), (4, "CASUAL")],
}
CASES = [(game, seats, preset) for game, cases in GAMES.items() for seats, preset in cases]


def new_game(game, seats, preset, **more):
    request = engine.NewGameRequest(seats=seats, **more)
    options = getattr(request, game)
    options.SetInParent()
    options.preset = next(v.number for v in options.DESCRIPTOR.fields_by_name["preset"].enum_type.values
                          if v.name == f"PRESET_{preset}")
    return request


def check_views(status, updates):
    """During a deal, each seat sees its own hand, and no other."""
    if status.phase in (common.PHASE_DEAL, common.PHASE_OVER):
        return
    for update in updates:
        own = update.viewer.seat if update.viewer.WhichOneof("viewer") == "seat" else None
        hands = getattr(update.view, update.view.WhichOneof("view")).hands
        assert [hand.seat for hand in hands if hand.shown] == ([] if own is None else [own])
        for hand in hands:
            assert len(hand.cards) == (hand.count if hand.seat == own else 0)


@pytest.mark.parametrize("game,seats,preset", CASES)
def test_a_match_is_played_to_its_end(stub, game, seats, preset):
    choose = random.Random(f"{game} {seats} {preset}")
    seed = choose.randbytes(32)
    begun = answer = stub.NewGame(new_game(game, seats, preset, seed=seed, include=include(seats)))
    revision = 0
    while not answer.status.match_over and revision < 6000:
        legal = answer.legal_moves
        assert legal.moves and legal.count == len(legal.moves) and not legal.truncated
        assert legal.seat == answer.status.seat_to_move
        assert [update.viewer for update in answer.views] == list(include(seats).viewers)
        check_views(answer.status, answer.views)
        move = choose.choice(legal.moves)
        # Every second move is sent typed, the others as text.
        if revision % 2:
            sent = engine.Move(text=move.text)
        else:
            sent = typed(move)
        revision += 1
        answer = stub.Apply(engine.ApplyRequest(
            state=answer.state, moves=[sent], seat=legal.seat, expected_revision=revision - 1, include=include(seats)))
        assert answer.status.revision == revision
    score = stub.Score(engine.ScoreRequest(state=answer.state))
    assert score.final == answer.status.match_over
    assert len(score.seats) == seats
    if score.final:
        assert score.winners and all(score.seats[seat].place == 1 for seat in score.winners)
        assert score.seed == seed
        commitment = hashlib.sha256(b"taash/v1/commitment" + score.seed).digest()
        assert commitment == score.seed_commitment == begun.seed_commitment
        assert not answer.legal_moves.moves
    else:
        # With these two, random players may never end a deal; all other matches end.
        assert (game, preset) in {("jhyap", "CLASSIC"), ("pis_yedili", "TURKISH")}
        assert not score.seed


def test_the_catalogue_lists_games_presets_and_options(stub):
    catalogue = stub.ListGames(engine.ListGamesRequest())
    games = {game.name: game for game in catalogue.games}
    assert set(games) == set(GAMES)
    for name, game in games.items():
        assert [preset.name for preset in game.presets][0] == "CLASSIC"
        assert {preset.name for preset in game.presets} >= {preset for _, preset in GAMES[name]}
        for preset in game.presets:
            values = getattr(preset.options, name)
            for option in game.options:
                assert values.HasField(option.name), f"{name} {preset.name} {option.name}"
    assert catalogue.limits.max_state_bytes == 768


def test_one_view_brings_all_that_a_table_needs(stub):
    begun = stub.NewGame(new_game("seep", 4, "CLASSIC", seed=b"\3" * 32, include=include(4)))
    seen = stub.View(engine.ViewRequest(state=begun.state, include=include(4)))
    assert (seen.status, seen.legal_moves, seen.options) == (begun.status, begun.legal_moves, begun.options)
    assert [update.view for update in seen.views] == [update.view for update in begun.views]


def watch(stub, new_game, steps, include, show):
    """Shows a match step by step, page by page, and returns the last page."""
    # [watch]
    first = 0
    while True:
        page = stub.Replay(engine.ReplayRequest(new_game=new_game, steps=steps, include=include, first_step=first))
        for step in page.steps:
            show(step.step, step.views, step.events)
        if not page.HasField("next_step"):
            break
        first = page.next_step
    # [/watch]
    return page


def test_a_replay_is_watched_in_pages(stub):
    seed = b"\4" * 32
    answer = stub.NewGame(new_game("jhyap", 2, "CLASSIC", seed=seed, include=include(2)))
    record = engine.ReplayRequest(new_game=new_game("jhyap", 2, "CLASSIC", seed=seed))
    digests, views = [answer.status.state_digest], [answer.views[0].view]
    for _ in range(7):
        text = answer.legal_moves.moves[-1].text
        record.steps.add(seat=answer.legal_moves.seat).move.text = text
        answer = stub.Apply(engine.ApplyRequest(
            state=answer.state, moves=[engine.Move(text=text)], include=include(2)))
        digests.append(answer.status.state_digest)
        views.append(answer.views[0].view)
    record.include.viewers.add(seat=0)
    record.max_steps = 3
    pages, steps = 0, []
    while True:
        page = stub.Replay(record)
        steps += page.steps
        pages += 1
        if not page.HasField("next_step"):
            break
        record.first_step = page.next_step
    assert pages == 3 and [step.step for step in steps] == list(range(8))
    assert [step.digest for step in steps] == digests
    assert [step.views[0].view for step in steps] == views
    assert page.state == answer.state
    shown = []
    watch(stub, record.new_game, record.steps, record.include, lambda step, views, _: shown.append((step, views[0].view)))
    assert shown == list(enumerate(views))
