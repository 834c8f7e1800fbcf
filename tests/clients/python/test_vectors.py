"""The conformance vectors through the public contract: every legal move, refusals with their rule, results."""

import json

import pytest

from client import engine, refused

CARDS = {"X": engine.ShuffleOrder.DESCRIPTOR.fields_by_name["cards"].enum_type.values_by_name["CARD_JOKER"].number}
for rank, letter in enumerate("A23456789TJQK"):
    for suit, sign in enumerate("CDHS"):
        CARDS[letter + sign] = 4 * rank + suit + 1

# Steps are many, and an Apply may make several moves: refusals and listings are checked where the vectors have them.
FILES = ["jhyap", "pis_yedili", "seep"]


def order(text):
    return engine.ShuffleOrder(cards=[CARDS[card] for card in text.split()])


def set_options(options, preset, values):
    options.SetInParent()
    for name, value in {"preset": preset, **values}.items():
        field = options.DESCRIPTOR.fields_by_name[name]
        if field.enum_type:
            prefix = field.enum_type.values[0].name.removesuffix("UNSPECIFIED")
            value = field.enum_type.values_by_name[prefix + str(value)].number
        setattr(options, name, value)


class Replay:
    """Plays one vector and compares all that it tells."""

    def __init__(self, stub, vector):
        self.stub, self.vector = stub, vector
        self.orders = [order(text) for text in vector["deck_orders"]]
        request = engine.NewGameRequest(seats=vector["seats"], dealer=vector["dealer"], shuffle_orders=[self.orders.pop(0)])
        if "starter" in vector:
            request.starter = vector["starter"]
        set_options(getattr(request, vector["game"]), vector["preset"], vector["options"])
        self.answer = stub.NewGame(request)
        assert self.answer.shuffle_orders_used == 1

    def run(self):
        refusals, results = {}, {}
        for refusal in self.vector["refused"]:
            refusals.setdefault(refusal["step"], []).append(refusal)
        for result in self.vector["results"]:
            results[result["after_step"]] = result
        for index, step in enumerate(self.vector["steps"]):
            for refusal in refusals.get(index, []):
                self.refuses(refusal)
            self.step(step)
            if index + 1 in results:
                self.scores(results[index + 1])
        for refusal in refusals.get(len(self.vector["steps"]), []):
            self.refuses(refusal)
        assert self.answer.status.match_over == self.vector["match_over"]

    def step(self, step):
        if step["legal"] is not None:
            listed = self.stub.LegalMoves(engine.LegalMovesRequest(state=self.answer.state))
            assert sorted(move.text for move in listed.legal_moves.moves) == step["legal"]
        request = engine.ApplyRequest(state=self.answer.state, moves=[engine.Move(text=step["move"])], seat=step["seat"])
        if step["move"] == "deal":
            request.shuffle_orders.append(self.orders.pop(0))
        self.answer = self.stub.Apply(request)

    def refuses(self, refusal):
        request = engine.ApplyRequest(state=self.answer.state, moves=[engine.Move(text=refusal["move"])])
        if refusal["move"] == "deal" and self.orders:
            request.shuffle_orders.append(self.orders[0])
        said = refused(self.stub.Apply, request)
        assert said.rule in [refusal["rule"], *refusal["also"]], (refusal, said.reason, said.rule)

    def scores(self, result):
        score = self.stub.Score(engine.ScoreRequest(state=self.answer.state))
        assert list(score.winners) == result["winners"]
        if self.vector["game"] == "seep":
            teams = score.score.seep.teams
            assert [score.seats[0].last_deal, score.seats[1].last_deal] == result["scores"]
            assert [team.baazis for team in teams] == result["baazis"]
            assert score.score.seep.difference == result["difference"]
        else:
            assert [seat.last_deal for seat in score.seats] == result["scores"]
            assert [seat.total for seat in score.seats] == result["totals"]
            if result["placing"]:
                assert [seat.place for seat in score.seats] == result["placing"]
        if result["next_dealer"] is not None:
            assert self.answer.status.seat_to_move == result["next_dealer"]


@pytest.mark.parametrize("game", FILES)
def test_the_vectors_hold(stub, vectors, game):
    lines = (vectors / f"{game}.jsonl").read_text().splitlines()
    assert lines
    for line in lines:
        vector = json.loads(line)
        try:
            Replay(stub, vector).run()
        except AssertionError as error:
            raise AssertionError(vector["id"]) from error
