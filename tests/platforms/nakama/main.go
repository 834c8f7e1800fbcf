// A module for Nakama that lets Taash decide every move: `go build -buildmode=plugin -trimpath`.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/heroiclabs/nakama-common/runtime"
)

// InitModule is called by Nakama when it loads the module. Of the variables (`runtime.env` in Nakama's configuration),
// TAASH_GATEWAY is the URL of the JSON gateway (http://envoy:8080), and TAASH_OPTIONS the options of the game as JSON.
func InitModule(ctx context.Context, _ runtime.Logger, _ *sql.DB, _ runtime.NakamaModule, init runtime.Initializer) error {
	env, _ := ctx.Value(runtime.RUNTIME_CTX_ENV).(map[string]string)
	if env["TAASH_GATEWAY"] == "" {
		return fmt.Errorf("TAASH_GATEWAY is not set")
	}
	rules := match{taash: gateway{env["TAASH_GATEWAY"]}, game: "jhyap", options: json.RawMessage(env["TAASH_OPTIONS"])}
	if !json.Valid(rules.options) {
		return fmt.Errorf("TAASH_OPTIONS is not valid JSON")
	}
	err := init.RegisterMatch(rules.game, func(context.Context, runtime.Logger, *sql.DB, runtime.NakamaModule) (runtime.Match, error) {
		return &rules, nil
	})
	if err != nil {
		return err
	}
	// A table for the players that the matchmaker matched. The server sets the parameters: a player who could choose
	// the seed would know all cards.
	return init.RegisterMatchmakerMatched(func(ctx context.Context, _ runtime.Logger, _ *sql.DB, nk runtime.NakamaModule, entries []runtime.MatchmakerEntry) (string, error) {
		return nk.MatchCreate(ctx, rules.game, map[string]any{"seats": len(entries)})
	})
}

// Nakama loads a plugin and never calls this.
func main() {}
