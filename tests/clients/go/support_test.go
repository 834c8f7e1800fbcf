package match_test

import (
	"os"
	"testing"

	match "example.com/match"
	enginev1 "example.com/match/gen/taash/engine/v1"
	jhyapv1 "example.com/match/gen/taash/jhyap/v1"
	pisyediliv1 "example.com/match/gen/taash/pis_yedili/v1"
	seepv1 "example.com/match/gen/taash/seep/v1"
)

// connect returns a client of the server under test.
func connect(t *testing.T) enginev1.EngineServiceClient {
	t.Helper()
	client, err := match.Connect(os.Getenv("TAASH_ADDRESS"))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// seed is a seed that has every kind of byte in it.
func seed() []byte {
	bytes := make([]byte, 32)
	for i := range bytes {
		bytes[i] = byte(i * 85)
	}
	return bytes
}

// games are short matches, one of each game.
func games() map[string]*enginev1.NewGameRequest {
	preset, limit := jhyapv1.Preset_PRESET_ISRAELI, uint32(60)
	jhyap := &jhyapv1.Options{Preset: &preset, Limit: &limit}
	return map[string]*enginev1.NewGameRequest{
		"jhyap":      {Seats: 3, Seed: seed(), Options: &enginev1.NewGameRequest_Jhyap{Jhyap: jhyap}},
		"seep":       {Seats: 4, Seed: seed(), Options: &enginev1.NewGameRequest_Seep{Seep: &seepv1.Options{}}},
		"pis_yedili": {Seats: 5, Seed: seed(), Options: &enginev1.NewGameRequest_PisYedili{PisYedili: &pisyediliv1.Options{}}},
	}
}

// begin starts a match.
func begin(t *testing.T, client enginev1.EngineServiceClient, request *enginev1.NewGameRequest) *enginev1.NewGameResponse {
	t.Helper()
	request.Include = match.Include(request.GetSeats())
	begun, err := client.NewGame(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return begun
}
