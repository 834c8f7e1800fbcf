package match_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	match "example.com/match"
	cardsv1 "example.com/match/gen/taash/cards/v1"
	enginev1 "example.com/match/gen/taash/engine/v1"
	jhyapv1 "example.com/match/gen/taash/jhyap/v1"
)

// discard is the move of Jhyap that lays one card and takes from the stock.
func discard(card cardsv1.Card) *enginev1.Move {
	return &enginev1.Move{Move: &enginev1.Move_Jhyap{Jhyap: &jhyapv1.Move{Kind: &jhyapv1.Move_Discard{Discard: &jhyapv1.Discard{
		Cards: []cardsv1.Card{card},
		Take:  &jhyapv1.Discard_Stock{Stock: &jhyapv1.Stock{}},
	}}}}}
}

// notHeld is a card that the seat to move does not have.
func notHeld(t *testing.T, begun *enginev1.NewGameResponse) cardsv1.Card {
	t.Helper()
	seat := begun.GetLegalMoves().GetSeat()
	held := hands(t, begun.GetViews()[seat].GetView())[seat].GetCards()
	card := cardsv1.Card_CARD_ACE_OF_CLUBS
	for slices.Contains(held, card) {
		card++
	}
	return card
}

func TestRefusalsHaveCodeReasonAndRule(t *testing.T) {
	client := connect(t)
	begun := begin(t, client, games()["jhyap"])
	state, seat := begun.GetState(), begun.GetLegalMoves().GetSeat()
	legal := match.Text(begun.GetLegalMoves().GetMoves()[0])
	call := &enginev1.Move{Move: &enginev1.Move_Jhyap{Jhyap: &jhyapv1.Move{Kind: &jhyapv1.Move_Call{Call: &jhyapv1.Call{}}}}}
	wrong := notHeld(t, begun)

	for name, refused := range map[string]struct {
		request *enginev1.ApplyRequest
		code    codes.Code
		reason  enginev1.Reason
		rule    string
		move    bool
	}{
		"wrong seat": {
			&enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{legal}, Seat: proto.Uint32((seat + 1) % 3)},
			codes.FailedPrecondition, enginev1.Reason_REASON_NOT_YOUR_TURN, "G3", true,
		},
		"card not in the hand": {
			&enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{discard(wrong)}},
			codes.FailedPrecondition, enginev1.Reason_REASON_CARD_NOT_IN_HAND, "G4", true,
		},
		"broken rule": {
			&enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{call}},
			codes.FailedPrecondition, enginev1.Reason_REASON_RULE_BROKEN, "J30", true,
		},
		"unreadable state": {
			&enginev1.ApplyRequest{State: state[:len(state)-1], Moves: []*enginev1.Move{legal}},
			codes.InvalidArgument, enginev1.Reason_REASON_STATE_UNREADABLE, "", false,
		},
		"stale revision": {
			&enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{legal}, ExpectedRevision: proto.Uint32(7)},
			codes.Aborted, enginev1.Reason_REASON_STALE_STATE, "", false,
		},
		"undone state": {
			&enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{legal}, ExpectedDigest: make([]byte, 16)},
			codes.Aborted, enginev1.Reason_REASON_STALE_STATE, "", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.Apply(t.Context(), refused.request)
			said, err := match.Refused(err)
			if err != nil {
				t.Fatal(err)
			}
			if said.Code != refused.code || said.Refusal.GetReason() != refused.reason || said.Refusal.GetRuleId() != refused.rule {
				t.Errorf("refused with %v, %v", said.Code, said.Refusal)
			}
			if said.Info.GetDomain() != "taash" || "REASON_"+said.Info.GetReason() != refused.reason.String() {
				t.Errorf("ErrorInfo says %v", said.Info)
			}
			if said.Info.GetMetadata()["rule_id"] != refused.rule || (said.Refusal.MoveIndex != nil) != refused.move {
				t.Errorf("ErrorInfo says %v, the refusal %v", said.Info, said.Refusal)
			}
			if name == "card not in the hand" && !slices.Equal(said.Refusal.GetCards(), []cardsv1.Card{wrong}) {
				t.Errorf("the refusal names %v, not %v", said.Refusal.GetCards(), wrong)
			}
			if name == "unreadable state" && said.Info.GetMetadata()["detail"] != "checksum" {
				t.Errorf("ErrorInfo says %v", said.Info)
			}
		})
	}
}

func TestAllInvalidFieldsAreReportedAtOnce(t *testing.T) {
	request := games()["jhyap"]
	request.Seed = []byte("short")
	request.Dealer = proto.Uint32(77)
	request.GetJhyap().Limit = proto.Uint32(51)
	_, err := connect(t).NewGame(t.Context(), request)
	said, err := match.Refused(err)
	if err != nil {
		t.Fatal(err)
	}
	if said.Code != codes.InvalidArgument || said.Info.GetReason() != "FIELD_INVALID" {
		t.Errorf("refused with %v, %v", said.Code, said.Info)
	}
	var fields, faults []string
	for _, field := range said.Fields {
		fields = append(fields, field.GetField())
	}
	for _, fault := range said.Refusal.GetFaults() {
		faults = append(faults, fault.GetField())
	}
	slices.Sort(fields)
	slices.Sort(faults)
	if wanted := []string{"dealer", "jhyap.limit", "seed"}; !slices.Equal(fields, wanted) || !slices.Equal(faults, wanted) {
		t.Errorf("BadRequest names %v, the refusal %v", fields, faults)
	}
}

func TestARefusalIsTranslatedByItsMessage(t *testing.T) {
	client := connect(t)
	state := begin(t, client, games()["jhyap"]).GetState()
	call := &enginev1.Move{Move: &enginev1.Move_Text{Text: "call"}}
	_, err := client.Apply(t.Context(), &enginev1.ApplyRequest{State: state, Moves: []*enginev1.Move{call}})
	said, err := match.Refused(err)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := client.ListMessages(t.Context(), &enginev1.ListMessagesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range listed.GetMessages() {
		if message.GetId() != said.Refusal.GetMessageId() {
			continue
		}
		text := message.GetTemplate()
		for _, param := range said.Refusal.GetParams() {
			text = strings.ReplaceAll(text, "{ $"+param.GetName()+" }", strconv.Itoa(int(param.GetNumber())))
		}
		if text != said.Refusal.GetMessage() {
			t.Errorf("%q is not %q", text, said.Refusal.GetMessage())
		}
		return
	}
	t.Errorf("no message is named %q", said.Refusal.GetMessageId())
}
