# Sentences about requests, states and limits. Parameters: cards and suits as canonical text, seats from 0.

## Refusals

call-fields-invalid = the request has invalid fields
call-body-invalid = the request body is not a valid message for this method
call-state-foreign = the bytes are not a state
call-state-too-long = the state has { $bytes } bytes, more than { $most }
call-state-cut-off = the state is cut off
call-state-checksum = the state has been altered or cut off: the checksum is wrong
call-state-tag = the state has been altered or cut off: the authentication tag is wrong
call-state-layout = the state does not have the layout of its format
call-state-sealed = the state is sealed, but this server has no keys
call-state-unsealed = the state is not sealed, but this server accepts only sealed states
call-state-unsealed-origin = the state goes back to one that was not sealed, but this server accepts only sealed states
call-state-key-unknown = the state is sealed with key { $key }, which this server does not have
call-state-format-unknown = the state has format { $format }, which this server does not know
call-state-game-unknown = the state is of game { $game }, which this server does not know
call-state-rules-unknown = the state has rules version { $version }, which this server does not support
# $game: the name of a game, as in requests.
call-rules-unsupported = this server plays { $game } by rules version { $newest }, not { $version }
call-state-invalid = the state is not a valid position
call-stale-revision = the state has revision { $revision }, not { $expected }
call-stale-digest = the state does not have the expected digest
# $game: the name of the game of the state, as in requests.
call-game-mismatch = the move is of another game; the state is of { $game }
call-move-ambiguous = several legal moves fit the text
# $name: the name of a limit of the server.
call-limit-exceeded = the request exceeds the limit { $name }: { $limit }
call-overloaded = the server has too many calls in flight; try again
call-responses-unread = too many responses wait for callers to read them; read them and try again
call-tables-taken = the streams of this server hold as many tables as it allows
call-draining = the server ends this stream; open another
call-no-randomness = the operating system cannot provide randomness; try again
call-server-failed = the server failed at this call

## Faults of fields: they follow the path of the field

call-fault-missing = is missing
# $choices: names of fields, separated by commas.
call-fault-missing-choice = is missing; give one of: { $choices }
# $other: the name of a field.
call-fault-excluded = cannot be given together with { $other }
call-fault-out-of-range = { $value } is out of range { $min }..={ $max }
call-fault-no-cut = is for games with a cut, and { $game } has none
call-fault-length = has { $bytes } bytes, not { $length }
call-fault-length-range = has { $bytes } bytes; allowed: { $min } to { $max }
call-fault-unknown-value = has the unknown value { $value }
call-fault-no-moves = is empty; give at least one move
call-fault-after-reveal = follows a move that revealed hidden cards or shuffled; with `seat`, send it in a call of its own
call-fault-client-seed-awaited = is missing, and the match awaits it
call-fault-client-seed-unexpected = is given, but the match does not await it
call-fault-state-awaits = is set, but the first deal has started or a client seed is known
call-fault-no-cards = is empty; give at least one card
call-fault-not-of-the-deck = are not cards of this deck, or not all of them in a shuffle of the whole deck
call-fault-no-starter = is given, but this game draws no starter
call-fault-not-in-replay = is not available in a Replay
call-fault-seed-for-pages = is missing; later pages of a match that starts with new_game need its seed
call-fault-preset-unknown = is { $value }, not 0..={ $max }
call-fault-card-missing = is missing; give a card, 1..=53
call-fault-card-unknown = is { $value }, which is not a card, 1..=53
call-fault-cards-too-many = has { $count } cards, more than { $max }
call-fault-suit-unknown = is { $value }, which is not a suit, 1..=4
