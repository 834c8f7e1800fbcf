package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// gateway calls Taash as JSON over HTTP, through Envoy. With gRPC, a plugin would have to be built with exactly the same
// package versions as Nakama.
type gateway struct{ url string }

// answer has the fields of the responses of NewGame and Apply that are needed here.
type answer struct {
	State  string `json:"state"` // base64; for the server only
	Status struct {
		Revision   uint32 `json:"revision"`
		SeatToMove *int   `json:"seatToMove"`
		MatchOver  bool   `json:"matchOver"`
	} `json:"status"`
	LegalMoves struct {
		Moves []struct {
			Text string `json:"text"`
		} `json:"moves"`
	} `json:"legalMoves"`
	Views []struct { // by seat, as requested
		View   json.RawMessage `json:"view"`
		Events json.RawMessage `json:"events"`
	} `json:"views"`
}

// refusal is why Taash refuses a call. It may be shown to the player whose move it was.
type refusal struct {
	Reason  string `json:"reason"`
	RuleID  string `json:"ruleId"`
	Message string `json:"message"`
}

func (r *refusal) Error() string { return r.Reason + " " + r.RuleID + ": " + r.Message }

// call makes one call. All calls are safe to retry: a refused or lost call changes nothing.
func (g gateway) call(ctx context.Context, method string, request, response any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	url := g.url + "/taash.engine.v1.EngineService/" + method
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	post.Header.Set("content-type", "application/json")
	reply, err := http.DefaultClient.Do(post)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode == http.StatusOK {
		return json.NewDecoder(reply.Body).Decode(response)
	}
	var status struct {
		Message string            `json:"message"`
		Details []json.RawMessage `json:"details"`
	}
	if err := json.NewDecoder(reply.Body).Decode(&status); err != nil || len(status.Details) == 0 {
		return fmt.Errorf("%s: %s %s", method, reply.Status, status.Message)
	}
	refused := new(refusal) // the last of the details
	if err := json.Unmarshal(status.Details[len(status.Details)-1], refused); err != nil {
		return err
	}
	return refused
}

// include asks for the legal moves of the seat to move, and for a view with its own events for each seat.
func include(seats int) map[string]any {
	viewers := make([]map[string]int, seats)
	for seat := range viewers {
		viewers[seat] = map[string]int{"seat": seat}
	}
	return map[string]any{"legalMoves": true, "viewers": viewers}
}
