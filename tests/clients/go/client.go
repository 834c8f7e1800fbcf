// Package match has what a Go client of Taash needs besides the generated code: a connection, what to include in every
// call, and refusals.
package match

import (
	"encoding/binary"
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	enginev1 "example.com/match/gen/taash/engine/v1"
)

// Connect returns a client of the server at host:port. It connects with the first call.
func Connect(address string) (enginev1.EngineServiceClient, error) {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	return enginev1.NewEngineServiceClient(connection), nil
}

// Seat is the viewer in that seat.
func Seat(seat uint32) *enginev1.Viewer {
	return &enginev1.Viewer{Viewer: &enginev1.Viewer_Seat{Seat: seat}}
}

// Spectator is the viewer without a seat.
func Spectator() *enginev1.Viewer {
	return &enginev1.Viewer{Viewer: &enginev1.Viewer_Spectator{Spectator: &enginev1.Spectator{}}}
}

// Include asks for the legal moves, and a view for every seat and the spectator: one call per turn is enough.
func Include(seats uint32) *enginev1.Include {
	include := &enginev1.Include{LegalMoves: true}
	for seat := range seats {
		include.Viewers = append(include.Viewers, Seat(seat))
	}
	include.Viewers = append(include.Viewers, Spectator())
	return include
}

// Choose is the choice rule: every client that follows it plays the same match.
func Choose(status *enginev1.Status, moves []*enginev1.LegalMove) *enginev1.LegalMove {
	return moves[binary.BigEndian.Uint64(status.GetStateDigest())%uint64(len(moves))]
}

// Text returns a legal move as a text move of a request.
func Text(move *enginev1.LegalMove) *enginev1.Move {
	return &enginev1.Move{Move: &enginev1.Move_Text{Text: move.GetText()}}
}

// Typed returns a legal move as a typed move of a request.
func Typed(move *enginev1.LegalMove) *enginev1.Move {
	switch move := move.GetMove().(type) {
	case *enginev1.LegalMove_Jhyap:
		return &enginev1.Move{Move: &enginev1.Move_Jhyap{Jhyap: move.Jhyap}}
	case *enginev1.LegalMove_Seep:
		return &enginev1.Move{Move: &enginev1.Move_Seep{Seep: move.Seep}}
	case *enginev1.LegalMove_PisYedili:
		return &enginev1.Move{Move: &enginev1.Move_PisYedili{PisYedili: move.PisYedili}}
	default:
		return &enginev1.Move{} // A game of a newer server, which Taash refuses with the field's name.
	}
}

// Refusal describes why a call was refused.
type Refusal struct {
	Code    codes.Code
	Info    *errdetails.ErrorInfo
	Fields  []*errdetails.BadRequest_FieldViolation
	Refusal *enginev1.Refusal
}

// Refused reads the refusal from the error of a call.
func Refused(err error) (*Refusal, error) {
	said := status.Convert(err)
	refusal := &Refusal{Code: said.Code()}
	for _, detail := range said.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			refusal.Info = detail
		case *errdetails.BadRequest:
			refusal.Fields = detail.GetFieldViolations()
		case *enginev1.Refusal:
			refusal.Refusal = detail
		}
	}
	if refusal.Info == nil || refusal.Refusal == nil {
		return nil, fmt.Errorf("not a refusal of Taash: %w", err)
	}
	return refusal, nil
}
