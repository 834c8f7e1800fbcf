// Plays the matches of a file by the choice rule of ../../run.py and prints the transcript: play FILE
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	match "example.com/match"
	enginev1 "example.com/match/gen/taash/engine/v1"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: play FILE")
	}
	client, err := match.Connect(os.Getenv("TAASH_ADDRESS"))
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	for number, line := range bytes.Split(bytes.TrimSpace(file), []byte("\n")) {
		request := &enginev1.NewGameRequest{}
		if err := protojson.Unmarshal(line, request); err != nil {
			log.Fatalf("match %d: %v", number+1, err)
		}
		message := request.ProtoReflect()
		game := message.WhichOneof(message.Descriptor().Oneofs().ByName("options")).Name()
		fmt.Fprintf(out, "match %d %s %d\n", number+1, game, request.GetSeats())
		if err := play(client, request, out); err != nil {
			log.Fatalf("match %d: %v", number+1, err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// play plays one match to its end and prints every move.
func play(client enginev1.EngineServiceClient, request *enginev1.NewGameRequest, out io.Writer) error {
	ctx := context.Background()
	request.Include = match.Include(request.GetSeats())
	begun, err := client.NewGame(ctx, request)
	if err != nil {
		return err
	}
	state, status, legal := begun.GetState(), begun.GetStatus(), begun.GetLegalMoves()
	for !status.GetMatchOver() {
		move := match.Choose(status, legal.GetMoves())
		sent := match.Text(move)
		if status.GetRevision()%2 == 1 {
			sent = match.Typed(move)
		}
		answer, err := client.Apply(ctx, &enginev1.ApplyRequest{
			State:            state,
			Moves:            []*enginev1.Move{sent},
			Seat:             legal.Seat,
			ExpectedRevision: proto.Uint32(status.GetRevision()),
			Include:          request.GetInclude(),
		})
		if err != nil {
			return err
		}
		digest := answer.GetStatus().GetStateDigest()
		fmt.Fprintf(out, "%d %d %s %x\n", status.GetRevision(), legal.GetSeat(), move.GetText(), digest)
		state, status, legal = answer.GetState(), answer.GetStatus(), answer.GetLegalMoves()
	}
	score, err := client.Score(ctx, &enginev1.ScoreRequest{State: state})
	if err != nil {
		return err
	}
	var winners, totals []string
	for _, seat := range score.GetWinners() {
		winners = append(winners, fmt.Sprint(seat))
	}
	for _, seat := range score.GetSeats() {
		totals = append(totals, fmt.Sprint(seat.GetTotal()))
	}
	_, err = fmt.Fprintf(out, "over %d winners %s totals %s state %x\n",
		status.GetRevision(), strings.Join(winners, ","), strings.Join(totals, ","), sha256.Sum256(state))
	return err
}
