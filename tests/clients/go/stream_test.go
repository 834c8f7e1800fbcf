package match_test

import (
	"errors"
	"io"
	"maps"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	match "example.com/match"
	enginev1 "example.com/match/gen/taash/engine/v1"
)

// Three tables, whose numbers no double can represent, play a match to its end on one stream; only the first move of each
// carries a state.
func TestManyTablesPlayOnOneStream(t *testing.T) {
	stream, err := connect(t).Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	send := func(request *enginev1.PlayRequest) {
		t.Helper()
		if err := stream.Send(request); err != nil {
			t.Fatal(err)
		}
	}
	answers := func() *enginev1.PlayResponse {
		t.Helper()
		answer, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	client, moves := connect(t), map[uint64]int{}
	for i, table := range slices.Sorted(maps.Keys(bigNumbers)) {
		begun := begin(t, client, games()[[]string{"jhyap", "pis_yedili", "seep"}[i]])
		send(&enginev1.PlayRequest{Table: table, Request: &enginev1.PlayRequest_Apply{Apply: &enginev1.ApplyRequest{
			State:   begun.GetState(),
			Moves:   []*enginev1.Move{match.Typed(match.Choose(begun.GetStatus(), begun.GetLegalMoves().GetMoves()))},
			Include: &enginev1.Include{LegalMoves: true},
		}}})
		moves[table] = 0
	}
	for open := len(moves); open > 0; {
		answer := answers()
		after := answer.GetApply()
		if _, ours := moves[answer.GetTable()]; !ours || after == nil {
			t.Fatalf("table %d: %v", answer.GetTable(), answer)
		}
		moves[answer.GetTable()]++
		if moves[answer.GetTable()] != int(after.GetStatus().GetRevision()) {
			t.Fatalf("table %d has revision %d", answer.GetTable(), after.GetStatus().GetRevision())
		}
		if after.GetStatus().GetMatchOver() {
			open--
			continue
		}
		send(&enginev1.PlayRequest{Table: answer.GetTable(), Request: &enginev1.PlayRequest_Apply{Apply: &enginev1.ApplyRequest{
			Moves:            []*enginev1.Move{match.Typed(match.Choose(after.GetStatus(), after.GetLegalMoves().GetMoves()))},
			ExpectedRevision: proto.Uint32(after.GetStatus().GetRevision()),
			Include:          &enginev1.Include{LegalMoves: true},
		}}})
	}

	// A refusal is a response; the stream continues.
	table := uint64(1<<53 + 1)
	deal := &enginev1.ApplyRequest{Moves: []*enginev1.Move{{Move: &enginev1.Move_Text{Text: "deal"}}}}
	send(&enginev1.PlayRequest{Table: table, Request: &enginev1.PlayRequest_Apply{Apply: deal}})
	if refusal := answers().GetRefusal(); refusal.GetReason() != enginev1.Reason_REASON_MATCH_OVER || refusal.GetRuleId() != "G5" {
		t.Errorf("refused with %v", refusal)
	}
	send(&enginev1.PlayRequest{Table: table, Request: &enginev1.PlayRequest_Close{Close: &enginev1.CloseTable{}}})
	if answer := answers(); answer.GetTable() != table || answer.GetClosed() == nil {
		t.Errorf("closing gave %v", answer)
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("the stream ended with %v", err)
	}
}
