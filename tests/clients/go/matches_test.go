package match_test

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"google.golang.org/protobuf/proto"

	match "example.com/match"
	cardsv1 "example.com/match/gen/taash/cards/v1"
	commonv1 "example.com/match/gen/taash/common/v1"
	enginev1 "example.com/match/gen/taash/engine/v1"
)

func TestTheCatalogueListsTheGames(t *testing.T) {
	catalogue, err := connect(t).ListGames(t.Context(), &enginev1.ListGamesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	wanted := games()
	for _, game := range catalogue.GetGames() {
		request, known := wanted[game.GetName()]
		if !known {
			t.Errorf("an unknown game: %s", game.GetName())
			continue
		}
		delete(wanted, game.GetName())
		if request.GetSeats() < game.GetMinSeats() || request.GetSeats() > game.GetMaxSeats() {
			t.Errorf("%s has %d to %d seats", game.GetName(), game.GetMinSeats(), game.GetMaxSeats())
		}
		if name := game.GetPresets()[0].GetName(); name != "CLASSIC" {
			t.Errorf("the first preset of %s is %s", game.GetName(), name)
		}
	}
	if len(wanted) != 0 {
		t.Errorf("not listed: %v", wanted)
	}
}

func TestAMatchOfEachGameIsPlayedWithOneCallPerTurn(t *testing.T) {
	for name, request := range games() {
		t.Run(name, func(t *testing.T) {
			client := connect(t)
			begun := begin(t, client, request)
			state, status, legal, views := begun.GetState(), begun.GetStatus(), begun.GetLegalMoves(), begun.GetViews()
			for !status.GetMatchOver() {
				checkViews(t, status, views)
				sent := match.Text(match.Choose(status, legal.GetMoves()))
				if status.GetRevision()%2 == 1 {
					sent = match.Typed(match.Choose(status, legal.GetMoves()))
				}
				answer, err := client.Apply(t.Context(), &enginev1.ApplyRequest{
					State:            state,
					Moves:            []*enginev1.Move{sent},
					Seat:             legal.Seat,
					ExpectedRevision: proto.Uint32(status.GetRevision()),
					Include:          request.GetInclude(),
				})
				if err != nil {
					t.Fatal(err)
				}
				state, status, legal, views = answer.GetState(), answer.GetStatus(), answer.GetLegalMoves(), answer.GetViews()
			}
			score, err := client.Score(t.Context(), &enginev1.ScoreRequest{State: state})
			if err != nil {
				t.Fatal(err)
			}
			if !score.GetFinal() || len(score.GetSeats()) != int(request.GetSeats()) || len(score.GetWinners()) == 0 {
				t.Errorf("the match is over, but the score is %v", score)
			}
			for _, winner := range score.GetWinners() {
				if place := score.GetSeats()[winner].GetPlace(); place != 1 {
					t.Errorf("seat %d won in place %d", winner, place)
				}
			}
			if !bytes.Equal(score.GetSeed(), request.GetSeed()) {
				t.Errorf("the seed revealed is %x", score.GetSeed())
			}
			commitment := sha256.Sum256(append([]byte("taash/v1/commitment"), score.GetSeed()...))
			if !bytes.Equal(commitment[:], begun.GetSeedCommitment()) || !bytes.Equal(commitment[:], score.GetSeedCommitment()) {
				t.Errorf("the seed is not the one committed to: %x", begun.GetSeedCommitment())
			}
		})
	}
}

// hand is what the hands of all games have in common.
type hand interface {
	GetSeat() uint32
	GetCount() uint32
	GetCards() []cardsv1.Card
	GetShown() bool
}

// checkViews checks that each seat sees its own hand, and no other, during a deal.
func checkViews(t *testing.T, status *enginev1.Status, updates []*enginev1.ViewerUpdate) {
	t.Helper()
	if len(updates) != int(status.GetSeats())+1 {
		t.Fatalf("%d views for %d seats and a spectator", len(updates), status.GetSeats())
	}
	if status.GetPhase() == commonv1.Phase_PHASE_DEAL {
		return // The hands are open until the next deal.
	}
	for _, update := range updates {
		viewer, seated := update.GetViewer().GetViewer().(*enginev1.Viewer_Seat)
		own := 0
		for _, hand := range hands(t, update.GetView()) {
			if seated && hand.GetSeat() == viewer.Seat {
				own++
				if !hand.GetShown() || len(hand.GetCards()) != int(hand.GetCount()) {
					t.Errorf("seat %d does not see its own hand: %v", viewer.Seat, hand)
				}
			} else if hand.GetShown() || len(hand.GetCards()) != 0 {
				t.Errorf("%v sees the hand of seat %d", update.GetViewer(), hand.GetSeat())
			}
		}
		if seated && own != 1 {
			t.Errorf("seat %d has %d hands", viewer.Seat, own)
		}
	}
}

func hands(t *testing.T, view *enginev1.View) []hand {
	t.Helper()
	var all []hand
	switch view := view.GetView().(type) {
	case *enginev1.View_Jhyap:
		for _, hand := range view.Jhyap.GetHands() {
			all = append(all, hand)
		}
	case *enginev1.View_Seep:
		for _, hand := range view.Seep.GetHands() {
			all = append(all, hand)
		}
	case *enginev1.View_PisYedili:
		for _, hand := range view.PisYedili.GetHands() {
			all = append(all, hand)
		}
	default:
		t.Fatalf("no view of a game: %v", view)
	}
	return all
}
