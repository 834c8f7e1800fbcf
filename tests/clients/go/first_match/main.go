// A whole match by a client that knows no rules: first_match HOST:PORT
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	enginev1 "example.com/match/gen/taash/engine/v1"
	seepv1 "example.com/match/gen/taash/seep/v1"
)

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	if err := play(context.Background(), enginev1.NewEngineServiceClient(connection)); err != nil {
		log.Fatal(err)
	}
}

// [first match]
func play(ctx context.Context, client enginev1.EngineServiceClient) error {
	include := &enginev1.Include{LegalMoves: true}
	for seat := range uint32(4) {
		include.Viewers = append(include.Viewers, &enginev1.Viewer{Viewer: &enginev1.Viewer_Seat{Seat: seat}})
	}
	game := &enginev1.NewGameRequest_Seep{Seep: &seepv1.Options{}} // An empty options message: the preset CLASSIC.
	begun, err := client.NewGame(ctx, &enginev1.NewGameRequest{Seats: 4, Options: game, Include: include})
	if err != nil {
		return err
	}
	state, status, legal := begun.State, begun.Status, begun.LegalMoves
	for !status.MatchOver {
		// Send the views to the players, keep the state, and ask legal.Seat for a move.
		move := legal.Moves[rand.IntN(len(legal.Moves))]
		answer, err := client.Apply(ctx, &enginev1.ApplyRequest{
			State:            state,
			Moves:            []*enginev1.Move{{Move: &enginev1.Move_Text{Text: move.Text}}},
			Seat:             legal.Seat,
			ExpectedRevision: &status.Revision,
			Include:          include,
		})
		if err != nil {
			return err
		}
		state, status, legal = answer.State, answer.Status, answer.LegalMoves
	}
	score, err := client.Score(ctx, &enginev1.ScoreRequest{State: state})
	if err != nil {
		return err
	}
	fmt.Println("winners:", score.Winners, "standing:", score.Seats)
	return nil
}

// [/first match]
