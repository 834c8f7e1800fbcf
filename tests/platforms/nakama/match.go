package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"github.com/heroiclabs/nakama-common/runtime"
)

const (
	ticksPerSecond = 10
	// How many ticks a match without players is kept.
	patience = 60 * ticksPerSecond

	opPlay    = 1 // from a player: play
	opUpdate  = 2 // to a player: update
	opRefused = 3 // to a player: refusal
)

// play is what a player sends: a move as text, and the revision of the table that the player saw.
type play struct {
	Text     string `json:"text"`
	Revision uint32 `json:"revision"`
}

// update is what a player receives after each move and, without events, after a reconnect.
type update struct {
	Revision uint32          `json:"revision"`
	Seat     int             `json:"seat"`
	View     json.RawMessage `json:"view"`
	Events   json.RawMessage `json:"events,omitempty"`
	Moves    []string        `json:"moves"` // the legal ones, if it is this player's turn
}

// match has Nakama's callbacks; the state of one match is a table.
type match struct {
	taash   gateway
	game    string
	options json.RawMessage
}

// table stays in the memory of the server. Players see only the label of a match and what is broadcast to them.
type table struct {
	seats   []string                    // the user in each seat
	present map[string]runtime.Presence // by user
	now     *answer
	alone   int // ticks without players
}

func (m *match) MatchInit(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, params map[string]any) (any, int, string) {
	seats, _ := params["seats"].(int)
	return &table{seats: make([]string, seats), present: map[string]runtime.Presence{}}, ticksPerSecond, m.game
}

// A seat is assigned here, before the join, so that two users cannot get the same one. Users keep their seats and can reconnect.
func (m *match) MatchJoinAttempt(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, state any, presence runtime.Presence, _ map[string]string) (any, bool, string) {
	t := state.(*table)
	if slices.Contains(t.seats, presence.GetUserId()) {
		return t, true, ""
	}
	seat := slices.Index(t.seats, "")
	if seat < 0 {
		return t, false, "all seats are taken"
	}
	t.seats[seat] = presence.GetUserId()
	return t, true, ""
}

func (m *match) MatchJoin(_ context.Context, logger runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, dispatcher runtime.MatchDispatcher, _ int64, state any, presences []runtime.Presence) any {
	t := state.(*table)
	for _, presence := range presences {
		t.present[presence.GetUserId()] = presence
		if t.now != nil {
			t.send(logger, dispatcher, presence, nil)
		}
	}
	return t
}

func (m *match) MatchLeave(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, state any, presences []runtime.Presence) any {
	t := state.(*table)
	for _, presence := range presences {
		// A user who has already reconnected has another session.
		if here := t.present[presence.GetUserId()]; here != nil && here.GetSessionId() == presence.GetSessionId() {
			delete(t.present, presence.GetUserId())
		}
	}
	return t
}

// Nakama calls this for one tick at a time, so each play is applied to the result of the previous one.
func (m *match) MatchLoop(ctx context.Context, logger runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, dispatcher runtime.MatchDispatcher, _ int64, state any, messages []runtime.MatchData) any {
	t := state.(*table)
	if t.alone++; len(t.present) > 0 {
		t.alone = 0
	}
	if t.alone > patience {
		return nil
	}
	if t.now == nil && len(t.present) == len(t.seats) {
		request := map[string]any{"seats": len(t.seats), m.game: m.options, "include": include(len(t.seats))}
		if err := m.advance(ctx, logger, dispatcher, t, "NewGame", request); err != nil {
			logger.Error("could not start the match, retrying at the next tick: %v", err)
		}
	}
	for _, message := range messages {
		if message.GetOpCode() == opPlay && t.now != nil {
			m.play(ctx, logger, dispatcher, t, message)
		}
	}
	if t.now != nil && t.now.Status.MatchOver {
		return nil
	}
	return t
}

// play applies a player's move. The session, not the message, determines the seat.
func (m *match) play(ctx context.Context, logger runtime.Logger, dispatcher runtime.MatchDispatcher, t *table, message runtime.MatchData) {
	var wanted play
	refused := &refusal{Reason: "REASON_MOVE_UNPARSABLE", Message: "a play is a text and a revision"}
	err := json.Unmarshal(message.GetData(), &wanted)
	if err == nil {
		err = m.advance(ctx, logger, dispatcher, t, "Apply", map[string]any{
			"state":            t.now.State,
			"moves":            []any{map[string]string{"text": wanted.Text}},
			"seat":             slices.Index(t.seats, message.GetUserId()),
			"expectedRevision": wanted.Revision, // the second click of a double click is refused as stale
			"include":          include(len(t.seats)),
		})
		if err == nil {
			return
		}
		if !errors.As(err, &refused) {
			logger.Error("could not apply a move: %v", err)
			refused = &refusal{Reason: "REASON_UNAVAILABLE", Message: "try again"}
		}
	}
	broadcast(logger, dispatcher, opRefused, refused, message)
}

// advance makes a call that returns a new state, and sends each player their own view and events.
func (m *match) advance(ctx context.Context, logger runtime.Logger, dispatcher runtime.MatchDispatcher, t *table, method string, request any) error {
	next := new(answer)
	if err := m.taash.call(ctx, method, request, next); err != nil {
		return err
	}
	t.now = next
	for seat, user := range t.seats {
		if presence := t.present[user]; presence != nil {
			t.send(logger, dispatcher, presence, next.Views[seat].Events)
		}
	}
	return nil
}

// send sends one player the current table.
func (t *table) send(logger runtime.Logger, dispatcher runtime.MatchDispatcher, to runtime.Presence, events json.RawMessage) {
	seat := slices.Index(t.seats, to.GetUserId())
	told := update{Revision: t.now.Status.Revision, Seat: seat, View: t.now.Views[seat].View, Events: events, Moves: []string{}}
	if turn := t.now.Status.SeatToMove; turn != nil && *turn == seat {
		for _, move := range t.now.LegalMoves.Moves {
			told.Moves = append(told.Moves, move.Text)
		}
	}
	broadcast(logger, dispatcher, opUpdate, told, to)
}

// broadcast sends to one session; without receivers, Nakama would send to everybody.
func broadcast(logger runtime.Logger, dispatcher runtime.MatchDispatcher, op int64, what any, to runtime.Presence) {
	data, err := json.Marshal(what)
	if err == nil {
		err = dispatcher.BroadcastMessage(op, data, []runtime.Presence{to}, nil, true)
	}
	if err != nil {
		logger.Error("could not send: %v", err)
	}
}

// The match ends with its server. To resume it, write the state to Nakama's storage with a PermissionRead of 0,
// which only the server can read.
func (m *match) MatchTerminate(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, state any, _ int) any {
	return state
}

func (m *match) MatchSignal(_ context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, _ runtime.MatchDispatcher, _ int64, state any, _ string) (any, string) {
	return state, ""
}
