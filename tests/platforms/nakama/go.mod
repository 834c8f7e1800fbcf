module example.com/nakama

go 1.26.5

require github.com/heroiclabs/nakama-common v1.47.0

require google.golang.org/protobuf v1.36.11 // indirect
