"""JSON through Envoy: every call, compared with what the same call gives over gRPC."""

import base64
import json
import urllib.error
import urllib.request

import grpc
import pytest
from client import connect, engine, refused
from fleet import until
from google.protobuf import json_format
from taash.cards.v1 import cards_pb2 as cards

ALL_CARDS = [name for name in cards.Card.keys() if "_OF_" in name] * 2
SEED = base64.b64encode(bytes(range(32))).decode()


class Rest:
    """Posts JSON, and knows what gRPC answers to the same."""

    def __init__(self, gateway):
        self.gateway, self.stub = gateway, connect(gateway.address)

    def post(self, method, request, headers=None):
        """The HTTP status and the answer."""
        body = request if isinstance(request, bytes) else json.dumps(request).encode()
        url = f"http://{self.gateway.address}/taash.engine.v1.EngineService/{method}"
        asked = urllib.request.Request(url, body, headers or {"content-type": "application/json"}, method="POST")
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                assert answer.headers["content-type"] == "application/json"
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            assert error.headers["content-type"] == "application/json"
            return error.code, json.load(error)

    def call(self, method, request):
        """The answer, which is the same as over gRPC."""
        status, answer = self.post(method, request)
        assert status == 200, answer
        descriptor = engine.DESCRIPTOR.services_by_name["EngineService"].methods_by_name[method]
        message = json_format.ParseDict(request, getattr(engine, descriptor.input_type.name)())
        expected = getattr(self.stub, method)(message)
        assert json_format.ParseDict(answer, type(expected)()) == expected
        return answer

    def refuse(self, method, request):
        """The refusal, which is the same as over gRPC."""
        status, answer = self.post(method, request)
        message = json_format.ParseDict(request, getattr(engine, method + "Request")())
        expected = refused(getattr(self.stub, method), message)
        assert answer["code"] == expected.code.value[0]
        assert answer["message"]
        info, *_, refusal = answer["details"]
        assert (info["@type"], info["domain"]) == ("type.googleapis.com/google.rpc.ErrorInfo", "taash")
        assert info["reason"] == expected.reason
        assert refusal.pop("@type") == "type.googleapis.com/taash.engine.v1.Refusal"
        assert json_format.ParseDict(refusal, engine.Refusal()) == expected.refusal
        return status, info, refusal


@pytest.fixture(scope="module")
def rest(gateway):
    return Rest(gateway)


@pytest.fixture(scope="module")
def match(rest):
    options = {"seats": 2, "seed": SEED, "dealer": 0, "starter": 0, "jhyap": {}}
    return rest.call(
        "NewGame", options | {"include": {"legalMoves": True, "viewers": [{"seat": 0}, {"spectator": {}}]}}
    )


def test_the_catalogue(rest):
    assert [game["game"] for game in rest.call("ListGames", {})["games"]] == [
        "GAME_JHYAP",
        "GAME_SEEP",
        "GAME_PIS_YEDILI",
    ]


def test_a_match_begins(match):
    assert len(base64.b64decode(match["state"], validate=True)) <= 768
    assert match["status"]["phase"] == "PHASE_TURN"
    # What is zero is there, so that a caller without stubs finds it.
    assert (match["status"]["matchOver"], match["status"]["revision"], match["status"]["seatToMove"]) == (False, 0, 0)
    assert len(match["views"]) == 2


def test_legal_moves(rest, match):
    listed = rest.call("LegalMoves", {"state": match["state"]})
    assert listed["legalMoves"] == match["legalMoves"]
    assert rest.call("LegalMoves", {"state": match["state"], "countOnly": True})["legalMoves"]["moves"] == []


def test_a_text_move_and_the_typed_move_that_it_means(rest, match):
    legal = match["legalMoves"]["moves"][0]
    text = rest.call(
        "Apply", {"state": match["state"], "moves": [{"text": legal["text"]}], "seat": 0, "expectedRevision": 0}
    )
    typed = rest.call("Apply", {"state": match["state"], "moves": [{"jhyap": legal["jhyap"]}]})
    assert text == typed
    assert text["status"]["revision"] == 1


def test_what_is_absent_stays_absent(rest, match):
    over = rest.call("Apply", {"state": match["state"], "abandon": True})
    assert over["status"]["matchOver"] is True
    assert "seatToMove" not in over["status"]
    assert "legalMoves" not in over


def test_the_score(rest, match):
    score = rest.call("Score", {"state": match["state"]})
    assert [seat["total"] for seat in score["seats"]] == [0, 0]
    assert "seed" not in score


def test_a_view(rest, match):
    include = {"viewers": [{"seat": 0}, {"spectator": {}}]}
    seen = rest.call("View", {"state": match["state"], "include": include})
    assert [update["view"] for update in seen["views"]] == [update["view"] for update in match["views"]]


def test_a_replay(rest, match):
    legal = match["legalMoves"]["moves"][0]["text"]
    played = rest.call(
        "Replay", {"state": match["state"], "steps": [{"move": {"text": legal}}, {"move": {"text": "nonsense"}}]}
    )
    assert len(played["steps"]) == 2
    assert (played["failedStep"], played["refusal"]["reason"]) == (1, "REASON_MOVE_UNPARSABLE")


def test_verified_deals(rest, match):
    claim = {"seedCommitment": match["seedCommitment"], "seed": SEED, "seats": 2, "options": match["options"]}
    answer = rest.call("VerifyDeals", claim)
    assert (answer["valid"], answer["shufflesValid"]) == (True, [])


def test_a_refusal_names_reason_rule_and_move(rest, match):
    status, info, refusal = rest.refuse("Apply", {"state": match["state"], "moves": [{"text": "call"}]})
    assert status == 400
    assert (info["reason"], info["metadata"]["rule_id"]) == ("RULE_BROKEN", "J30")
    assert (refusal["reason"], refusal["ruleId"], refusal["moveIndex"]) == ("REASON_RULE_BROKEN", "J30", 0)


def test_refusals_of_each_kind_have_their_http_status(rest, match):
    state = match["state"]
    first = {"text": match["legalMoves"]["moves"][0]["text"]}
    assert rest.refuse("NewGame", {"seats": 9, "jhyap": {}})[0] == 400
    assert rest.refuse("Apply", {"state": state, "moves": [first], "expectedRevision": 7})[0] == 409
    assert rest.refuse("Apply", {"state": state, "moves": [first], "seat": 1})[:2][0] == 400
    assert rest.refuse("Apply", {"state": state, "moves": [first] * 65})[0] == 429


def test_a_request_too_long_for_taash_is_refused_by_taash(rest):
    status, info, refusal = rest.refuse("Score", {"state": "A" * 100_000})
    assert (status, info["reason"], refusal["limit"]) == (429, "LIMIT_EXCEEDED", 65536)


def test_envoy_holds_no_more_of_a_request_than_it_may(rest):
    status, answer = rest.post("Replay", {"state": "A" * 5_000_000})
    assert (status, answer["code"]) == (413, 8)


def test_a_long_answer_comes_whole_however_little_envoy_holds(fleet, start_envoy):
    def hold_little(configuration):
        for part in ("listeners", "clusters"):
            configuration["static_resources"][part][0]["per_connection_buffer_limit_bytes"] = 4096

    fleet.start()
    rest = Rest(start_envoy(fleet, change=hold_little))
    # Seven aces in the hand that begins: a discard for every way to choose two or more of them, in every order of ends.
    aces = [name for name in ALL_CARDS if "_ACE_" in name]
    others = [name for name in ALL_CARDS if name not in aces]
    order = [name for pair in zip(aces, others) for name in pair] + others[len(aces) :]
    options = {"decks": 2, "handSize": 7, "jokers": 0, "setPickup": "SET_PICKUP_ENDS"}
    request = {"seats": 2, "seed": SEED, "dealer": 1, "starter": 0, "jhyap": options, "include": {"legalMoves": True}}
    answer = rest.call("NewGame", request | {"shuffleOrders": [{"cards": order}]})
    assert answer["legalMoves"]["count"] > 300 and len(json.dumps(answer)) > 65536


def test_numbers_of_64_bits_are_texts(rest, match):
    close = {"table": str(2**64 - 1), "close": {}}
    status, answers = rest.post("Play", [close])
    assert (status, answers) == (200, [{"table": str(2**64 - 1), "closed": {}}])


@pytest.mark.parametrize(
    "method, body, status, code",
    [("NewGame", b'{"seats":', 400, 3), ("NewGame", b'{"seats": "many"}', 400, 3), ("Nonsense", b"{}", 404, 5)],
)
def test_what_is_no_call_is_refused_in_the_same_form(rest, method, body, status, code):
    answer = rest.post(method, body)
    assert (answer[0], answer[1]["code"], answer[1]["details"]) == (status, code, [])
    assert answer[1]["message"]


def test_a_field_that_does_not_exist_is_passed_over(rest, match):
    status, answer = rest.post("Score", {"state": match["state"], "stat": "a slip of the pen"})
    assert (status, answer) == (200, rest.call("Score", {"state": match["state"]}))


def test_without_a_replica_the_answer_is_unavailable_and_the_log_says_so_without_secrets(fleet, start_envoy, match):
    lost = fleet.start()
    envoy = start_envoy(fleet)
    lost.kill()
    rest = Rest(envoy)
    move = match["legalMoves"]["moves"][0]["text"]
    status, answer = rest.post("Apply", {"state": match["state"], "moves": [{"text": move}]})
    assert (status, answer["code"], answer["details"]) == (503, 14, [])
    message = engine.ApplyRequest(state=base64.b64decode(match["state"]), moves=[engine.Move(text=move)])
    with pytest.raises(grpc.RpcError) as error:
        rest.stub.Apply(message)
    assert error.value.code() == grpc.StatusCode.UNAVAILABLE
    lines = until("both are logged", lambda: logged(envoy, 2))
    assert [line["path"] for line in lines] == ["/taash.engine.v1.EngineService/Apply"] * 2
    for secret in (match["state"][:20], move, message.state.decode("latin-1")[20:30]):
        assert secret not in envoy.log()


def logged(envoy, count):
    """The lines of the access log, if there are that many."""
    lines = [json.loads(line) for line in envoy.log().splitlines() if line.startswith("{")]
    return lines if len(lines) >= count else None


def test_only_faults_are_logged(fleet, start_envoy):
    replica = fleet.start()
    envoy = start_envoy(fleet)
    rest = Rest(envoy)
    rest.call("ListGames", {})
    rest.refuse("NewGame", {"seats": 9, "jhyap": {}})
    rest.post("Nonsense", {})
    replica.kill()
    assert rest.post("Score", {})[0] == 503
    (line,) = until("the fault is logged", lambda: logged(envoy, 1))
    assert line["path"].endswith("/Score")
