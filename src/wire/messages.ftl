# Sentences about requests, states and limits. Parameters: cards and suits as canonical text, seats from 0.

## Options and cards of requests

call-preset-unknown = is { $value }, not 0..={ $max }
call-card-missing = is missing: give a card, 1..=53
call-card-unknown = is { $value }, which is not a card, 1..=53
call-cards-too-many = has { $count } cards, more than { $max }
call-suit-unknown = is { $value }, which is not a suit, 1..=4
