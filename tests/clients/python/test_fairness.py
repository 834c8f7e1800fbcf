"""Checks a finished match's deals without Taash's code: from the scheme in engine.proto alone."""

import hashlib
import random
import struct

from client import engine
from test_matches import new_game


def keystream(key):
    """The words of ChaCha20 (RFC 8439) under a zero nonce, from block 0 on."""
    block = 0
    while True:
        state = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8L", key), block, 0, 0, 0]
        work = state[:]
        for _ in range(10):
            for a, b, c, d in [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]:
                for x, y, z, turn in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
                    work[x] = (work[x] + work[y]) % 2**32
                    mixed = work[z] ^ work[x]
                    work[z] = (mixed << turn | mixed >> (32 - turn)) % 2**32
        yield from ((x + y) % 2**32 for x, y in zip(work, state))
        block += 1


def stream(seed, client_seed, purpose, deal, index):
    message = b"taash/v1/draw" + seed + bytes([len(client_seed)]) + client_seed + bytes([purpose])
    return keystream(hashlib.sha256(message + struct.pack(">LL", deal, index)).digest())


def below(words, n):
    return next(word for word in words if word < 2**32 - 2**32 % n) % n


def shuffled(cards, words):
    cards = sorted(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def test_the_deals_of_a_match_follow_from_its_seeds(stub):
    client_seed = b"the players' own"
    begun = stub.NewGame(new_game("pis_yedili", 4, "CLASSIC", await_client_seed=True))
    commitment = begun.seed_commitment
    referee = engine.Viewer(referee=engine.Referee())
    answer = stub.Apply(engine.ApplyRequest(
        state=begun.state, moves=[engine.Move(text="deal")], client_seed=client_seed,
        include=engine.Include(viewers=[referee], legal_moves=True)))
    view = answer.views[0].view.pis_yedili
    dealer, seats = view.dealer, 4
    hands = [list(hand.cards) for hand in view.hands]
    stock = list(view.stock)
    ended = stub.Apply(engine.ApplyRequest(state=answer.state, abandon=True))
    assert ended.status.match_over and ended.status.abandoned
    seed = stub.Score(engine.ScoreRequest(state=ended.state)).seed

    assert hashlib.sha256(b"taash/v1/commitment" + seed).digest() == commitment
    assert dealer == below(stream(seed, client_seed, 1, 0, 0), seats)
    order = shuffled(range(1, 53), stream(seed, client_seed, 3, 1, 0))
    dealt = [[] for _ in range(seats)]
    for i in range(28):
        dealt[(dealer + 1 + i) % seats].append(order[i])
    assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in dealt]
    assert stock == order[28:]

    asked = engine.DeriveShufflesRequest(seed=seed, client_seed=client_seed, seats=seats, options=begun.options)
    asked.shuffles.add(deal=1, index=0)
    derived = stub.DeriveShuffles(asked)
    assert derived.seed_commitment == commitment and derived.dealer == dealer
    assert list(derived.orders[0].cards) == order

    claim = engine.VerifyDealsRequest(
        seed_commitment=commitment, seed=seed, client_seed=client_seed, seats=seats, options=begun.options)
    claim.shuffles.add(deal=1, index=0, cards=order)
    claim.draw.dealer = dealer
    assert stub.VerifyDeals(claim).valid
    claim.shuffles.add(deal=1, index=0, cards=order[1:] + order[:1])
    verdict = stub.VerifyDeals(claim)
    assert not verdict.valid and list(verdict.shuffles_valid) == [True, False]


def test_a_given_seed_returns_the_same_bytes(stub):
    seed = random.Random(8).randbytes(32)
    for game, seats in [("jhyap", 3), ("seep", 4), ("pis_yedili", 5)]:
        first, second = (stub.NewGame(new_game(game, seats, "CLASSIC", seed=seed)) for _ in range(2))
        assert first.state == second.state
        assert first.status.state_digest == second.status.state_digest
