package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"testing"

	"github.com/heroiclabs/nakama-common/runtime"
)

// A stand-in for Nakama in the tests: it loads the module by its entry point, calls the callbacks in Nakama's order,
// and records what is broadcast, and to whom. Methods that are not implemented here must not be called.

type initializer struct {
	runtime.Initializer
	matches map[string]func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error)
	matched func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule, []runtime.MatchmakerEntry) (string, error)
}

func (i *initializer) RegisterMatch(name string, create func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error)) error {
	i.matches[name] = create
	return nil
}

func (i *initializer) RegisterMatchmakerMatched(matched func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule, []runtime.MatchmakerEntry) (string, error)) error {
	i.matched = matched
	return nil
}

type logger struct {
	runtime.Logger
	t *testing.T
}

func (l logger) Error(format string, v ...any) { l.t.Logf(format, v...) }

type presence struct {
	runtime.Presence
	user, session string
}

func (p presence) GetUserId() string    { return p.user }
func (p presence) GetSessionId() string { return p.session }

type matchData struct {
	presence
	op   int64
	data []byte
}

func (m matchData) GetOpCode() int64      { return m.op }
func (m matchData) GetData() []byte       { return m.data }
func (m matchData) GetReliable() bool     { return true }
func (m matchData) GetReceiveTime() int64 { return 0 }

// nakama is one running match, and the part of the module that a matchmaker needs.
type nakama struct {
	runtime.NakamaModule
	runtime.MatchDispatcher
	t       *testing.T
	init    *initializer
	handler runtime.Match
	state   any
	label   string
	ticks   int64
	sent    map[string][]broadcasted // by session
}

type broadcasted struct {
	op   int64
	data []byte
}

func load(t *testing.T, url string) *nakama {
	n := &nakama{t: t, sent: map[string][]broadcasted{}}
	n.init = &initializer{matches: map[string]func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error){}}
	env := map[string]string{"TAASH_GATEWAY": url, "TAASH_OPTIONS": `{"limit": 52, "maxTurns": 30}`}
	ctx := context.WithValue(t.Context(), runtime.RUNTIME_CTX_ENV, env)
	if err := InitModule(ctx, logger{t: t}, nil, n, n.init); err != nil {
		t.Fatal(err)
	}
	return n
}

func (n *nakama) MatchCreate(ctx context.Context, module string, params map[string]any) (string, error) {
	var err error
	if n.handler, err = n.init.matches[module](ctx, logger{t: n.t}, nil, n); err != nil {
		return "", err
	}
	var rate int
	n.state, rate, n.label = n.handler.MatchInit(ctx, logger{t: n.t}, nil, n, params)
	if n.state == nil || rate < 1 {
		n.t.Fatal("Nakama would not begin this match")
	}
	return "match", nil
}

func (n *nakama) BroadcastMessage(op int64, data []byte, to []runtime.Presence, _ runtime.Presence, _ bool) error {
	if len(to) != 1 {
		n.t.Errorf("a message for %d players", len(to))
	}
	for _, receiver := range to {
		n.sent[receiver.GetSessionId()] = append(n.sent[receiver.GetSessionId()], broadcasted{op, data})
	}
	return nil
}

func (n *nakama) join(p presence) (string, bool) {
	state, allowed, why := n.handler.MatchJoinAttempt(n.t.Context(), logger{t: n.t}, nil, n, n, n.ticks, n.state, p, nil)
	n.state = state
	if allowed {
		n.state = n.handler.MatchJoin(n.t.Context(), logger{t: n.t}, nil, n, n, n.ticks, n.state, []runtime.Presence{p})
	}
	return why, allowed
}

func (n *nakama) leave(p presence) {
	n.state = n.handler.MatchLeave(n.t.Context(), logger{t: n.t}, nil, n, n, n.ticks, n.state, []runtime.Presence{p})
}

// loop runs one tick with these messages. Nakama ends the match when the state is nil.
func (n *nakama) loop(messages ...runtime.MatchData) {
	n.ticks++
	n.state = n.handler.MatchLoop(n.t.Context(), logger{t: n.t}, nil, n, n, n.ticks, n.state, messages)
}

// received returns what a session received since the last call.
func (n *nakama) received(p presence) []broadcasted {
	messages := n.sent[p.session]
	delete(n.sent, p.session)
	return messages
}

func message(p presence, text string, revision uint32) runtime.MatchData {
	data, _ := json.Marshal(play{text, revision})
	return matchData{p, opPlay, data}
}
