package match_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	match "example.com/match"
	cardsv1 "example.com/match/gen/taash/cards/v1"
	commonv1 "example.com/match/gen/taash/common/v1"
	enginev1 "example.com/match/gen/taash/engine/v1"
	jhyapv1 "example.com/match/gen/taash/jhyap/v1"
)

// bigNumbers are numbers that neither a double nor a signed 64-bit integer can represent.
var bigNumbers = map[uint64]string{1<<53 + 1: "9007199254740993", 1 << 63: "9223372036854775808", math.MaxUint64: "18446744073709551615"}

// reread serializes a message and reads it back into another.
func reread[M proto.Message](t *testing.T, from proto.Message, to M) M {
	t.Helper()
	wire, err := proto.Marshal(from)
	if err == nil {
		err = proto.Unmarshal(wire, to)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func Test64BitNumbersAreStringsInJSON(t *testing.T) {
	for number, text := range bigNumbers {
		request := &enginev1.PlayRequest{Table: number}
		if read := reread(t, request, &enginev1.PlayRequest{}); read.GetTable() != number {
			t.Errorf("%d became %d", number, read.GetTable())
		}
		written, err := protojson.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		var fields struct{ Table any }
		if err := json.Unmarshal(written, &fields); err != nil || fields.Table != text {
			t.Errorf("%d is %v in JSON", number, fields.Table)
		}
		read := &enginev1.PlayRequest{}
		if err := protojson.Unmarshal(written, read); err != nil || read.GetTable() != number {
			t.Errorf("%s became %d, %v", written, read.GetTable(), err)
		}
	}
}

func TestEnumsHaveTheirNames(t *testing.T) {
	if name := enginev1.Game_GAME_PIS_YEDILI.String(); name != "GAME_PIS_YEDILI" {
		t.Errorf("the game is %s", name)
	}
	queen := cardsv1.Card(4*(12-1) + 4)
	if queen.String() != "CARD_QUEEN_OF_SPADES" {
		t.Errorf("the card is %s", queen)
	}
	written, err := protojson.Marshal(&enginev1.ShuffleOrder{Cards: []cardsv1.Card{queen}})
	var order struct{ Cards []string }
	if err != nil || json.Unmarshal(written, &order) != nil || order.Cards[0] != "CARD_QUEEN_OF_SPADES" {
		t.Errorf("in JSON the card is %s, %v", written, err)
	}
}

func TestAnEnumValueOfANewerServerIsKept(t *testing.T) {
	// Status with phase 99, and a hand with card 200 between two that are known.
	wire := protowire.AppendVarint(protowire.AppendTag(nil, 3, protowire.VarintType), 99)
	status := &enginev1.Status{}
	if err := proto.Unmarshal(wire, status); err != nil {
		t.Fatal(err)
	}
	if status.GetPhase() != 99 || status.GetPhase().String() != "99" {
		t.Errorf("the phase is %v", status.GetPhase())
	}
	if again, err := proto.Marshal(status); err != nil || !bytes.Equal(again, wire) {
		t.Errorf("%x became %x, %v", wire, again, err)
	}
	hand := &commonv1.Hand{}
	if err := proto.Unmarshal([]byte{3<<3 | 2, 4, 1, 0xc8, 0x01, 2}, hand); err != nil {
		t.Fatal(err)
	}
	if cards := hand.GetCards(); len(cards) != 3 || cards[1] != 200 {
		t.Errorf("the cards are %v", cards)
	}
}

func TestAnEventOfANewerServerIsUnknown(t *testing.T) {
	// Field 14 of Event, an empty message: an event of a fourth game.
	wire := []byte{14<<3 | 2, 0}
	event := &enginev1.Event{}
	if err := proto.Unmarshal(wire, event); err != nil {
		t.Fatal(err)
	}
	if event.GetEvent() != nil {
		t.Errorf("the event is %v", event)
	}
	if again, err := proto.Marshal(event); err != nil || !bytes.Equal(again, wire) {
		t.Errorf("%x became %x, %v", wire, again, err)
	}
}

func TestAnUnknownEnumValueIsRefusedByTheServer(t *testing.T) {
	request, preset := games()["jhyap"], jhyapv1.Preset(99)
	request.GetJhyap().Preset = &preset
	_, err := connect(t).NewGame(t.Context(), request)
	said, err := match.Refused(err)
	if err != nil {
		t.Fatal(err)
	}
	if len(said.Fields) != 1 || said.Fields[0].GetField() != "jhyap.preset" {
		t.Errorf("refused for %v", said.Fields)
	}
}

func TestBytesComeBackAsTheyWere(t *testing.T) {
	client := connect(t)
	first, second := begin(t, client, games()["seep"]), begin(t, client, games()["seep"])
	if !bytes.Equal(first.GetState(), second.GetState()) || len(first.GetStatus().GetStateDigest()) != 16 {
		t.Errorf("the same request gave %x and %x", first.GetState(), second.GetState())
	}
	written, err := protojson.Marshal(&enginev1.ScoreRequest{State: first.GetState()})
	var score struct{ State string }
	if err != nil || json.Unmarshal(written, &score) != nil || score.State != base64.StdEncoding.EncodeToString(first.GetState()) {
		t.Errorf("in JSON the state is %s, %v", written, err)
	}
}

func TestAOneofHasOneValueTheLast(t *testing.T) {
	none := &enginev1.Move{}
	if read := reread(t, none, &enginev1.Move{}); read.GetMove() != nil || read.GetText() != "" {
		t.Errorf("nothing became %v", read)
	}
	// On the wire, both can be present: the last one counts.
	text, _ := proto.Marshal(&enginev1.Move{Move: &enginev1.Move_Text{Text: "deal"}})
	typed, _ := proto.Marshal(discard(cardsv1.Card_CARD_JOKER))
	both := &enginev1.Move{}
	if err := proto.Unmarshal(append(text, typed...), both); err != nil {
		t.Fatal(err)
	}
	if both.GetJhyap().GetDiscard().GetCards()[0] != cardsv1.Card_CARD_JOKER || both.GetText() != "" {
		t.Errorf("text and move became %v", both)
	}
	// Seat 0 is a value, and differs from no viewer at all.
	zero := reread(t, match.Seat(0), &enginev1.Viewer{})
	if seat, set := zero.GetViewer().(*enginev1.Viewer_Seat); !set || seat.Seat != 0 {
		t.Errorf("seat 0 became %v", zero)
	}
}

func TestAnEmptyMoveIsRefused(t *testing.T) {
	client := connect(t)
	begun := begin(t, client, games()["seep"])
	_, err := client.Apply(t.Context(), &enginev1.ApplyRequest{State: begun.GetState(), Moves: []*enginev1.Move{{}}})
	said, err := match.Refused(err)
	if err != nil {
		t.Fatal(err)
	}
	if said.Code != codes.InvalidArgument || len(said.Fields) != 1 || said.Fields[0].GetField() != "moves[0]" {
		t.Errorf("refused with %v for %v", said.Code, said.Fields)
	}
}
