# Sentences of Jhyap. Parameters: cards and suits as canonical text, seats from 0.

## Refusals, told to the player who asked for the move

jhyap-empty-discard = a discard needs at least one card
jhyap-discard-too-long = a discard cannot have more than { $most } cards
jhyap-deal-due = a deal is due
jhyap-turn-due = a turn is due: discard or call
jhyap-slap-due = a slap is due: slap the drawn card or keep it
jhyap-not-in-hand = not in your hand: { $cards }
jhyap-run-past-king = the ace is low: a run cannot continue from the king to the ace
jhyap-no-combination = a combination is one card, a set of one rank, or a run in one suit
jhyap-run-repeats-rank = a run cannot have two cards of one rank
jhyap-run-out-of-order = the cards of a run must be in ascending or descending order
jhyap-jokers-not-wild = a joker cannot stand for another card in this match
jhyap-joker-out-of-place = the place of a joker in a run says which card it stands for, from the ace to the king
jhyap-joker-in-set = a joker cannot stand for another card in a set
jhyap-takes-own-discard = you discard { $card } in this turn, so you cannot take it
jhyap-not-in-previous-discard = { $card } is not in the previous discard
jhyap-inside-run = you can take only the first or the last card of a run, not { $card }
jhyap-inside-set = in this match you can take only the first or the last card of a set, not { $card }
jhyap-hand-above-call-limit = your hand is worth { $value }, and only a hand worth { $limit } or less may call
jhyap-kind-missing = required: the kind of move
jhyap-take-missing = required: the stock or a card

## Constraints between options

jhyap-constraint-large-table = seats is at most 5 unless large_table is on (J1, J50)
jhyap-fault-large-table-off = is { $value }, not 2..=5, while large_table is off (J1)
jhyap-constraint-enough-cards = seats times hand_size is at most two less than the number of cards of all decks (J50)
jhyap-fault-too-few-cards = is { $value }: { $seats } seats need { $needed } cards, and there are { $cards } while decks is { $decks } (J50)
jhyap-constraint-deals-end = call_limit, jokers and max_turns are not all 0, because no deal could end (J30)
jhyap-fault-no-deal-ends = is 0 while jokers and max_turns are 0, so that no deal could end (J30)
jhyap-constraint-limit-halves = limit is a multiple of 4 if halving is AT_LIMIT_AND_HALF (J45)
jhyap-fault-limit-does-not-halve = is { $value }, not a multiple of 4, while halving is AT_LIMIT_AND_HALF (J45)

## Faults of setups

jhyap-fault-no-such-seat = no such seat: the match has { $seats }
jhyap-fault-seat-not-in-match = no such seat, or a seat that is out of the match
jhyap-fault-beyond-seats = has data, but the match has only { $seats } seats
jhyap-fault-before-first-deal = must be empty before the first deal
jhyap-fault-cards = a card of the deck is missing, or there too often
jhyap-fault-nothing-to-draw = the stock is empty, and no card is buried
jhyap-fault-hand-size = does not have { $fewest } to { $most } cards
jhyap-fault-dealer = no dealer, or a seat that takes no part in the deal
jhyap-fault-starter = must be absent after the first deal
jhyap-fault-shuffles = is 0 although cards have been dealt
jhyap-fault-no-previous = no previous discard
jhyap-fault-previous = not a legal combination in canonical order
jhyap-fault-previous-too-long = more cards than a hand holds, without a slap
jhyap-fault-stage = does not fit the number of players left: { $players }
jhyap-fault-slap-off = a slap although slap_down is off
jhyap-fault-slap-not-in-hand = the card is not in the hand
jhyap-fault-slap-rank = the card does not have the rank of the previous discard
jhyap-fault-turns = does not fit max_turns and the way the deal ended
jhyap-fault-last-deal = missing after a finished deal, or present before one
jhyap-fault-total = cannot follow from the last finished deal and the limit
jhyap-fault-hand-value = not the value of the hand, or more than { $most }
jhyap-fault-out-gap = an elimination number is missing
jhyap-fault-out-too-early = a seat is eliminated before a finished deal
jhyap-fault-last-hand = missing for a seat that took part, or present for one that did not
jhyap-fault-last-players = fewer than two players took part
jhyap-fault-last-caller = no caller without max_turns, or a seat that could not call

## Events

jhyap-event-dealt = deal { $deal }: seat { $dealer } deals, seat { $starter } begins, { $card } is turned up
jhyap-event-discarded = seat { $seat } discards { $cards }
jhyap-event-reshuffled = { $count ->
    [one] one buried card becomes the new stock
   *[other] { $count } buried cards are shuffled into a new stock
}
jhyap-event-drew = seat { $seat } draws { $card }
jhyap-event-drew-hidden = seat { $seat } draws a card from the stock
jhyap-event-took = seat { $seat } takes { $card } from the previous discard
jhyap-event-slap-offered = seat { $seat } may slap the drawn card
jhyap-event-slapped = seat { $seat } slaps { $card }
jhyap-event-kept = seat { $seat } keeps the drawn card
jhyap-event-called = seat { $seat } calls
jhyap-event-deal-ended = deal { $deal } ends
jhyap-event-deal-ended-out = deal { $deal } ends; out of the match: seat { $eliminated }
jhyap-event-match-ended = the match ends; winner: seat { $winners }

## Score lines

jhyap-score-hand = seat { $seat }: { $points } for the hand
jhyap-score-safe-call = seat { $seat }: { $points } for a call that nobody beat
jhyap-score-penalty = seat { $seat }: { $points } for a beaten call
jhyap-score-undercut = seat { $seat }: { $points } for the lowest hand that beat the call
jhyap-score-halving = seat { $seat }: { $points } for halving the total
## Texts of moves

jhyap-move-unparsable = “{ $text }” is not understood; a move is `discard 4S 5S 6S, take stock`, `discard 6H 6S, take 9C`, `call`, `slap`, `keep` or `deal`
