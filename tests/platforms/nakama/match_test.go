package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heroiclabs/nakama-common/runtime"
)

const seats = 3

var cardNames = regexp.MustCompile(`CARD_(\w+_OF_[A-Z]+|JOKER)`)

// players sit down, and the match begins.
func sitDown(t *testing.T, url string) (*nakama, []presence) {
	n := load(t, url)
	if _, err := n.init.matched(t.Context(), logger{t: t}, nil, n, make([]runtime.MatchmakerEntry, seats)); err != nil {
		t.Fatal(err)
	}
	players := make([]presence, seats)
	for seat := range players {
		players[seat] = presence{user: fmt.Sprint("user ", seat), session: fmt.Sprint("session ", seat)}
		if why, allowed := n.join(players[seat]); !allowed {
			t.Fatal(why)
		}
	}
	n.loop()
	return n, players
}

func now(n *nakama) *answer { return n.state.(*table).now }

// one decodes the only message that a player received.
func one[T any](t *testing.T, messages []broadcasted, op int64) T {
	t.Helper()
	var decoded T
	if len(messages) != 1 || messages[0].op != op {
		t.Fatalf("not one message of kind %d: %v", op, messages)
	}
	if err := json.Unmarshal(messages[0].data, &decoded); err != nil {
		t.Fatal(err)
	}
	return decoded
}

func same(a, b json.RawMessage) bool {
	var left, right any
	return json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil && reflect.DeepEqual(left, right)
}

// noLeak fails if a player received a state in any encoding, or a card that the player may not know.
func noLeak(t *testing.T, messages []broadcasted, states []string, allowed ...json.RawMessage) {
	t.Helper()
	known := cardNames.FindAllString(string(bytes.Join(asBytes(allowed), nil)), -1)
	for _, message := range messages {
		for _, card := range cardNames.FindAllString(string(message.data), -1) {
			if !slices.Contains(known, card) {
				t.Errorf("%s is none of this player's business", card)
			}
		}
		for _, state := range states {
			raw, _ := base64.StdEncoding.DecodeString(state)
			for _, spelling := range []string{state, base64.URLEncoding.EncodeToString(raw), hex.EncodeToString(raw), string(raw)} {
				if strings.Contains(string(message.data), spelling) {
					t.Error("the state was sent")
				}
			}
		}
	}
}

func asBytes(messages []json.RawMessage) [][]byte {
	out := make([][]byte, len(messages))
	for i, message := range messages {
		out[i] = message
	}
	return out
}

// call asks Taash directly, to compare the result with the handler's.
func call[T any](t *testing.T, method string, request map[string]any) T {
	t.Helper()
	var response T
	if err := taashGateway.call(t.Context(), method, request, &response); err != nil {
		t.Fatal(err)
	}
	return response
}

// mover is the seat to move, and a move for it.
func mover(n *nakama, random *rand.Rand) (int, string) {
	moves := now(n).LegalMoves.Moves
	for _, move := range moves {
		if move.Text == "call" { // ends deals early
			return *now(n).Status.SeatToMove, move.Text
		}
	}
	return *now(n).Status.SeatToMove, moves[random.IntN(len(moves))].Text
}

func TestAMatchIsPlayedToItsEndAndEachPlayerReceivesOnlyTheirOwnView(t *testing.T) {
	n, players := sitDown(t, taashGateway.url)
	random := rand.New(rand.NewPCG(1, 2))
	states := []string{now(n).State}
	if n.label != "jhyap" {
		t.Errorf("the label, which anybody can list, is %q", n.label)
	}
	for seat, player := range players {
		messages := n.received(player)
		told := one[update](t, messages, opUpdate)
		include := map[string]any{"viewers": []map[string]int{{"seat": seat}}}
		answer := call[struct {
			Views []struct{ View json.RawMessage }
		}](t, "View", map[string]any{"state": states[0], "include": include})
		seen := answer.Views[0]
		if told.Seat != seat || !same(told.View, seen.View) {
			t.Errorf("seat %d was sent %s", seat, told.View)
		}
		noLeak(t, messages, states, seen.View)
	}
	for n.state != nil {
		before := now(n)
		seat, text := mover(n, random)
		expected := call[answer](t, "Apply", map[string]any{"state": before.State, "moves": []any{map[string]string{"text": text}}, "include": include(seats)})
		states = append(states, expected.State)
		n.loop(message(players[seat], text, before.Status.Revision))
		for seat, player := range players {
			messages := n.received(player)
			told := one[update](t, messages, opUpdate)
			if !same(told.View, expected.Views[seat].View) || !same(told.Events, expected.Views[seat].Events) {
				t.Fatalf("seat %d was sent %s %s", seat, told.View, told.Events)
			}
			if turn := expected.Status.SeatToMove; (turn != nil && *turn == seat) != (len(told.Moves) > 0) {
				t.Fatalf("seat %d was sent the moves %v", seat, told.Moves)
			}
			noLeak(t, messages, states, expected.Views[seat].View, expected.Views[seat].Events)
		}
		if over := n.state == nil; over != expected.Status.MatchOver {
			t.Fatalf("the match of Nakama has ended: %v, that of Taash: %v", over, expected.Status.MatchOver)
		}
	}
	if len(states) < 10 {
		t.Errorf("a match of %d moves", len(states)-1)
	}
}

func TestAnIllegalMoveIsRefusedToItsPlayerOnlyAndChangesNothing(t *testing.T) {
	n, players := sitDown(t, taashGateway.url)
	before := *now(n)
	seat := *before.Status.SeatToMove
	other := (seat + 1) % seats
	var singles []string
	for _, move := range before.LegalMoves.Moves {
		if found := regexp.MustCompile(`^discard (\w\w), take stock$`).FindStringSubmatch(move.Text); found != nil {
			singles = append(singles, found[1])
		}
	}
	pair := slices.IndexFunc(singles, func(card string) bool { return card[0] != singles[0][0] })
	noSet := fmt.Sprintf("discard %s %s, take stock", singles[0], singles[pair])
	for _, attempt := range []struct {
		seat         int
		text         string
		revision     uint32
		reason, rule string
	}{
		{seat, noSet, 0, "REASON_RULE_BROKEN", "J14"},
		{other, before.LegalMoves.Moves[0].Text, 0, "REASON_NOT_YOUR_TURN", "G3"},
		{seat, before.LegalMoves.Moves[0].Text, 7, "REASON_STALE_STATE", ""},
	} {
		for _, player := range players {
			n.received(player)
		}
		n.loop(message(players[attempt.seat], attempt.text, attempt.revision))
		refused := one[refusal](t, n.received(players[attempt.seat]), opRefused)
		if refused.Reason != attempt.reason || refused.RuleID != attempt.rule {
			t.Errorf("%q is refused with %v", attempt.text, refused)
		}
		for seat, player := range players {
			if messages := n.received(player); len(messages) > 0 {
				t.Errorf("seat %d was told %v", seat, messages)
			}
		}
		if !reflect.DeepEqual(*now(n), before) {
			t.Errorf("%q has changed the match", attempt.text)
		}
	}
	n.loop(matchData{players[seat], opPlay, []byte("{")})
	if refused := one[refusal](t, n.received(players[seat]), opRefused); refused.Reason != "REASON_MOVE_UNPARSABLE" {
		t.Errorf("half a message is refused with %v", refused)
	}
}

func TestTheSecondClickOfADoubleClickIsRefusedAsStale(t *testing.T) {
	n, players := sitDown(t, taashGateway.url)
	seat, text := mover(n, rand.New(rand.NewPCG(1, 2)))
	n.received(players[seat])
	n.loop(message(players[seat], text, 0), message(players[seat], text, 0))
	messages := n.received(players[seat])
	if told := one[update](t, messages[:1], opUpdate); told.Revision != 1 {
		t.Errorf("revision %d", told.Revision)
	}
	if refused := one[refusal](t, messages[1:], opRefused); refused.Reason != "REASON_STALE_STATE" {
		t.Errorf("refused with %v", refused)
	}
}

func TestAPlayerWhoReconnectsReceivesTheCurrentViewAndNobodyElseTheSeat(t *testing.T) {
	n, players := sitDown(t, taashGateway.url)
	seat, text := mover(n, rand.New(rand.NewPCG(1, 2)))
	away := (seat + 1) % seats
	if why, allowed := n.join(presence{user: "stranger", session: "session 9"}); allowed || why == "" {
		t.Error("a stranger got in")
	}
	n.leave(players[away])
	if _, allowed := n.join(presence{user: "stranger", session: "session 9"}); allowed {
		t.Error("a stranger got the seat of a player who is away")
	}
	n.received(players[away])
	n.loop(message(players[seat], text, 0))
	if messages := n.received(players[away]); len(messages) > 0 {
		t.Errorf("sent to a session that has left: %v", messages)
	}
	back := presence{user: players[away].user, session: "session 10"}
	if why, allowed := n.join(back); !allowed {
		t.Fatal(why)
	}
	messages := n.received(back)
	told := one[update](t, messages, opUpdate)
	if told.Seat != away || told.Revision != 1 || told.Events != nil || !same(told.View, now(n).Views[away].View) {
		t.Errorf("sent on coming back: %+v", told)
	}
	noLeak(t, messages, []string{now(n).State}, now(n).Views[away].View)
	n.leave(players[away]) // the end of the old session, reported late
	_, text = mover(n, rand.New(rand.NewPCG(1, 2)))
	n.loop(message(back, text, 1))
	if told := one[update](t, n.received(back), opUpdate); told.Revision != 2 {
		t.Errorf("revision %d", told.Revision)
	}
}

func TestAMatchWaitsForTaash(t *testing.T) {
	n, players := sitDown(t, fmt.Sprintf("http://127.0.0.1:%d", freePort()))
	if now(n) != nil {
		t.Fatal("a match without Taash")
	}
	n.handler.(*match).taash = taashGateway
	n.loop()
	seat, text := mover(n, rand.New(rand.NewPCG(1, 2)))
	n.handler.(*match).taash = gateway{fmt.Sprintf("http://127.0.0.1:%d", freePort())}
	n.received(players[seat])
	before := now(n)
	n.loop(message(players[seat], text, 0))
	if refused := one[refusal](t, n.received(players[seat]), opRefused); refused.Reason != "REASON_UNAVAILABLE" {
		t.Errorf("refused with %v", refused)
	}
	if now(n) != before {
		t.Error("the match went on without Taash")
	}
}

func TestAMatchThatAllHaveLeftEnds(t *testing.T) {
	n, players := sitDown(t, taashGateway.url)
	for _, player := range players {
		n.leave(player)
	}
	for range patience {
		n.loop()
	}
	if n.state == nil {
		t.Fatal("ended too early")
	}
	n.loop()
	if n.state != nil {
		t.Fatal("kept for ever")
	}
}
