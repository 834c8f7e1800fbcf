# Sentences of Pis Yedili. Parameters: cards and suits as canonical text, seats from 0.

## Refusals

pis-yedili-joker = Pis Yedili is played without jokers
pis-yedili-deal-due = a deal is due
pis-yedili-deal-not-over = the deal is not over
pis-yedili-card-not-in-hand = { $card } is not in the hand
pis-yedili-opening-not-a-club = the opening card is a club, and { $card } is not
pis-yedili-opener-holds-club = the opener holds a club that opens and must play one
pis-yedili-opener-passes = an opener cannot pass: draw until a club comes, then play it
pis-yedili-opening-jack-names = { $card } is an opening card and names no suit
pis-yedili-opening-card-not-plain = { $card } has an effect, and opening_card is PLAIN: open with a plain club
pis-yedili-first-discard-not-a-club = the first discard of each player is a club, and { $card } is not
pis-yedili-draw-not-stuck = a card can be played, and draw_only_if_stuck is on
pis-yedili-card-does-not-match = { $card } matches neither the rank nor the suit of { $top }
pis-yedili-jack-names-no-suit = { $card } is a jack and must name a suit
pis-yedili-card-names-a-suit = { $card } is not a jack and cannot name a suit
pis-yedili-suit-unchanged = the suit to match is { $suit } already, and jack_must_change_suit is on
pis-yedili-card-not-of-named-suit = the suit to follow is { $suit }, and { $card } is of another suit
pis-yedili-jack-on-jack = { $card } cannot be played on { $top }: a jack never goes on a jack
pis-yedili-pass-without-draw = no card has been drawn in this turn
pis-yedili-draw-limit-reached = { $limit ->
    [one] one card has been drawn in this turn, the limit
   *[other] { $limit } cards have been drawn in this turn, the limit
}
pis-yedili-pass-on-sevens = { $owed ->
    [one] one card is owed for sevens: play a 7 or draw
   *[other] { $owed } cards are owed for sevens: play a 7 or draw
}
pis-yedili-only-seven-answers = { $owed ->
    [one] one card is owed for sevens, and { $card } is not a 7
   *[other] { $owed } cards are owed for sevens, and { $card } is not a 7
}
pis-yedili-extra-card-does-not-match = the extra card is of the rank or the suit of { $top }, and { $card } is neither
pis-yedili-draw-after-ace = no card can be drawn after an ace: play an extra card or pass
pis-yedili-extra-jack-of-other-suit = { $card } is a jack of another suit than { $top }
pis-yedili-last-jack-names = { $card } is the last card and names no suit
pis-yedili-penalty-with-seven = { $owed ->
    [one] one card is owed and the stock has none, and a 7 can be played
   *[other] { $owed } cards are owed and the stock has fewer, and a 7 can be played
}
pis-yedili-empty-stock-with-card = the stock is empty, and a card can be played
pis-yedili-empty-stock-after-draw = the stock is empty, and the player can pass
pis-yedili-declaration-off = the last card is not declared in this match: declare_last is off
pis-yedili-declaration-not-one-left = only a play that leaves one card is declared, and this play leaves { $left }
pis-yedili-declaration-without-stock = nothing is declared while the stock is empty
pis-yedili-cannot-go-out = the last card was not declared in the turn before, so { $card } cannot end the deal now

## Faults of options and setups

pis-yedili-fault-starter = given, but the seat after the dealer opens (P6)
pis-yedili-constraint-hands-fit = the cards of the decks are enough for a hand of hand_size cards for each seat, for the opener's extra card if opener_extra is on, and for the first discard (P3, P55)
pis-yedili-fault-hands-do-not-fit = is { $value }: { $seats } such hands and the first discard need { $needed } cards, and decks = { $decks } gives { $cards } (P3)
pis-yedili-fault-hands-and-extra-do-not-fit = is { $value }: { $seats } such hands, the card of opener_extra and the first discard need { $needed } cards, and decks = { $decks } gives { $cards } (P3, P55)
pis-yedili-fault-no-such-seat = the table has no such seat
pis-yedili-fault-dealer-missing = missing after a deal (P5)
pis-yedili-fault-reversed = set, but no 10 can have reversed play (P30, P31)
pis-yedili-fault-shuffles = not 0 before the first deal, 1 after it, or more with reshuffles (P40)
pis-yedili-fault-over-before-first-deal = over before the first deal (P47)
pis-yedili-fault-over-too-early = over before the last deal has ended (P47)
pis-yedili-fault-not-over = not over after the last deal (P47)
pis-yedili-fault-no-deal = in a deal, but the deal number is 0
pis-yedili-fault-no-opener-left = no opener is left (P6, P11)
pis-yedili-fault-not-next-opener = not the next opener (P6, P11)
pis-yedili-fault-sevens = 0, more than the sevens in the discards, or there is no 7 on top (P22)
pis-yedili-fault-no-extra-card = an extra card, but the top card is not an ace that allows one (P32)
pis-yedili-fault-nothing-to-declare = set, but there was nothing to declare (P49)
pis-yedili-fault-barred = barred from going out, but no last card can have been left undeclared (P52)
pis-yedili-fault-hand-size-in-opening = not the number of cards dealt and drawn (P3, P7)
pis-yedili-fault-top-before-opening = a top card before the first opening card (P4)
pis-yedili-fault-top-not-an-opening-card = not a club that opens after an opening card (P6)
pis-yedili-fault-opening-jack-not-clubs = not clubs on an opening jack (P9)
pis-yedili-fault-top-missing = missing after the opening (P6)
pis-yedili-fault-hand-empty = empty, but the deal goes on (P38)
pis-yedili-fault-drawn = more cards than can have been drawn (P19)
pis-yedili-fault-cards = not every card of the decks is in exactly one place (P2)
pis-yedili-fault-discards-without-top = discards without a top card
pis-yedili-fault-named-missing = missing on a jack (P9, P15)
pis-yedili-fault-named-without-jack = set, but no jack on top names a suit (P15, P38)
pis-yedili-fault-result-missing = missing after a finished deal
pis-yedili-fault-result-too-early = present before the first deal has ended
pis-yedili-fault-too-many-deals = more deals than the match has (P47)
pis-yedili-fault-too-many-points = more points than the decks hold (P45)
pis-yedili-fault-last-card-joker = a joker (P2)
pis-yedili-fault-points-without-cards = points without cards (P45)
pis-yedili-fault-no-points = no points for the cards left (P45)
pis-yedili-fault-points-of-hand = not the points of the hand (P45)
pis-yedili-fault-last-card-not-on-top = not the top card
pis-yedili-fault-stock-not-out = ran out, but a card can be drawn (P40)
pis-yedili-fault-total = not a sum of the scores of the finished deals (P47)

## Events

pis-yedili-event-dealt = deal { $deal }: seat { $dealer } deals { $count } cards to each seat, the stock has { $stock }; seat { $opener } opens
pis-yedili-event-dealt-shown = deal { $deal }: seat { $dealer } deals, seat { $seat } gets { $cards }, the stock has { $stock } cards; seat { $opener } opens
pis-yedili-event-played = { $left ->
    [0] seat { $seat } plays { $card }, the last card
    [one] seat { $seat } plays { $card } and has one card left
   *[other] seat { $seat } plays { $card } and has { $left } cards left
}
pis-yedili-event-played-declared = seat { $seat } plays { $card } and declares the last card
pis-yedili-event-played-jack = { $left ->
    [one] seat { $seat } plays { $card } and has one card left; the suit to follow is { $suit }
   *[other] seat { $seat } plays { $card } and has { $left } cards left; the suit to follow is { $suit }
}
pis-yedili-event-played-jack-declared = seat { $seat } plays { $card } and declares the last card; the suit to follow is { $suit }
pis-yedili-event-drew = seat { $seat } draws { $cards }; the stock has { $stock }
pis-yedili-event-drew-hidden = { $count ->
    [one] seat { $seat } draws a card; the stock has { $stock }
   *[other] seat { $seat } draws { $count } cards; the stock has { $stock }
}
pis-yedili-event-drew-opening = seat { $seat } has no club to open with and draws { $cards }; the stock has { $stock }
pis-yedili-event-drew-opening-hidden = { $count ->
    [one] seat { $seat } has no club to open with and draws a card; the stock has { $stock }
   *[other] seat { $seat } has no club to open with and draws { $count } cards; the stock has { $stock }
}
pis-yedili-event-drew-penalty = seat { $seat } draws { $cards } for sevens; the stock has { $stock }
pis-yedili-event-drew-penalty-hidden = { $count ->
    [one] seat { $seat } draws a card for sevens; the stock has { $stock }
   *[other] seat { $seat } draws { $count } cards for sevens; the stock has { $stock }
}
pis-yedili-event-drew-undeclared = seat { $seat } did not declare the last card and draws { $cards }; the stock has { $stock }
pis-yedili-event-drew-undeclared-hidden = { $count ->
    [one] seat { $seat } did not declare the last card and draws a card; the stock has { $stock }
   *[other] seat { $seat } did not declare the last card and draws { $count } cards; the stock has { $stock }
}
pis-yedili-event-drew-ace = seat { $seat } draws { $cards } for the ace; the stock has { $stock }
pis-yedili-event-drew-ace-hidden = { $count ->
    [one] seat { $seat } draws a card for the ace; the stock has { $stock }
   *[other] seat { $seat } draws { $count } cards for the ace; the stock has { $stock }
}
pis-yedili-event-passed = seat { $seat } passes
pis-yedili-event-reshuffled = the discards are shuffled into a stock of { $stock }
pis-yedili-event-skipped = seat { $seat } is skipped
pis-yedili-event-clockwise = play goes clockwise again
pis-yedili-event-counter-clockwise = play goes counter-clockwise
pis-yedili-event-sevens-pending = { $owed ->
    [one] seat { $seat } plays a 7 or draws a card ({ $sevens } pending)
   *[other] seat { $seat } plays a 7 or draws { $owed } cards ({ $sevens } pending)
}
pis-yedili-event-extra-card = seat { $seat } may play one more card
pis-yedili-event-new-turn = seat { $seat } has a new turn
pis-yedili-event-barred = seat { $seat } did not declare the last card and cannot go out in the next turn
pis-yedili-event-stock-ran-out = { $missing ->
    [one] the stock has one card too few for seat { $seat }
   *[other] the stock has { $missing } cards too few for seat { $seat }
}
pis-yedili-event-went-out = deal { $deal } ends: seat { $seat } goes out with { $card }
pis-yedili-event-went-out-multiplied = deal { $deal } ends: seat { $seat } goes out with { $card }, and the other hands count { $multiplier } times
pis-yedili-event-stock-out = deal { $deal } ends without a stock; lowest hand: seat { $seats }
pis-yedili-event-match-ended = the match is over; won by seat { $seats }

## Score lines

pis-yedili-score-hand = seat { $seat }: { $points } for the cards in hand
pis-yedili-score-last-seven = seat { $seat }: { $points } more, because the last card was a 7
pis-yedili-score-last-jack = seat { $seat }: { $points } more, because the last card was a jack
pis-yedili-score-went-out = seat { $seat }: { $points } for going out
pis-yedili-score-lowest-hand = seat { $seat }: { $points } for the lowest hand
pis-yedili-score-lowest-hand-shared = seat { $seat }: { $points } for a lowest hand that is shared

## Texts of moves

pis-yedili-move-unparsable = “{ $text }” is not understood; a move is `play 7C`, `play JH naming S`, `play 7C, last` (with declare_last), `draw`, `pass` or `deal`
