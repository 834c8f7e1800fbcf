# Sentences of Seep. Parameters: cards and suits as canonical text, seats from 0, teams 0 (even seats) and 1 (odd seats).

## Refusals

seep-value-out-of-range = the value is not from 9 to 13
seep-kind-missing = required: the kind of move
seep-joker = Seep is played without jokers
seep-card-twice = { $card } is listed twice
seep-deal-due = the next deal is due
seep-bid-due = a bid is due
seep-card-due = a card is due
seep-card-not-in-hand = { $card } is not in your hand
seep-bid-not-in-hand = no card of value { $bid } is in your hand
seep-opening-not-of-bid = the opening neither builds a house of { $bid }, nor captures or throws with a card of that value
seep-cards-in-house = { $cards } cannot be taken as loose cards: a house of { $house } holds them
seep-cards-not-loose = { $cards } named as loose, but not on the floor
seep-no-house-to-capture = there is no house of { $value } for { $card } to capture
seep-nothing-to-capture = nothing on the floor has the value { $value }, so { $card } captures nothing
seep-nothing-named = name what { $card } captures: loose cards, the house, or both
seep-no-groups-to-capture = { $cards } do not split into groups of { $value }, the value of the card played
seep-capture-leaves-house = the capture with { $card } leaves the house of { $house }
seep-capture-leaves-group = the capture with { $card } leaves loose cards on the floor that sum to { $value }
seep-house-stands = there is a house of { $house } already
seep-single-card = { $card } alone does not make a house of { $house }
seep-no-groups-for-house = { $cards } do not split into groups of { $house }, the value of the house
seep-group-left-out = loose cards that sum to { $house } have to join the house
seep-key-not-kept-to-build = after { $card } is played, no card of value { $house } stays in your hand to build the house with
seep-key-not-kept-to-break = after { $card } is played, no card of value { $house }, the new value of the house, stays in your hand
seep-key-not-kept-for-own = after { $card } is played, no card of value { $house } stays in your hand for your own house
seep-key-not-kept-for-opponents = after { $card } is played, no card of value { $house } stays in your hand for the opponents' house
seep-last-key = { $card } is your last card of value { $house } and can only capture your house
seep-no-house = there is no house of { $house }
seep-no-groups-for-raised-house = { $cards } do not split into groups of { $house }, the new value of the house
seep-own-house = you own the house of { $house } and cannot break it
seep-cemented-house = the house of { $house } is cemented and cannot be broken
seep-raised-above-13 = { $card } would raise the house of { $house } above 13
seep-card-can-capture = { $card } can capture, so it cannot be thrown
seep-card-goes-into-a-house = { $card } cannot be thrown: it can build a house, be added to one, or break one

## Constraints

seep-constraint-two-players = seats is 2 if two_players is on, and 4 if it is off (S1, S62)
seep-fault-seats-with-two-players = is { $value }, not 2, although two_players is on (S62)
seep-fault-seats-with-partners = is { $value }, not 4, although two_players is off (S1)

## Faults

seep-fault-no-starter = not an option in Seep: the seat after the dealer begins (S9)
seep-fault-no-such-seat = not one of the { $seats } seats, which are numbered from 0
seep-fault-dealer-missing = missing, although a deal has begun
seep-fault-lead-reached = a lead that wins a baazi, { $lead } or more (S57)
seep-fault-baazis-above-needed = more than the { $baazis } that win the match (S58)
seep-fault-no-winner = not { $baazis } for exactly one team, although the match is over (S58)
seep-fault-won-but-not-over = { $baazis }, enough to win a match that is not over (S58)
seep-fault-baazis-above-deals = more than the { $deals } finished deals
seep-fault-deal-number-zero = 0, although a deal has begun
seep-fault-last-deal-missing = missing, although a deal is finished
seep-fault-last-deal-unexpected = present, although no deal is finished
seep-fault-difference-without-deal = not 0, although no deal is finished
seep-fault-difference-not-of-last-deal = not the difference after the last deal (S56, S57)
seep-fault-baazi-not-counted = 0 for the team that won one in the last deal
seep-fault-winner-not-of-last-deal = enough for a team that did not win the last deal (S58)
seep-fault-over-without-baazi = over, although the last deal decided no baazi (S58)
seep-fault-difference-before-first-deal = not 0 before the first deal
seep-fault-baazis-not-of-only-deal = not those that the only finished deal decided
seep-fault-tallies-impossible = not a division of the 52 cards
seep-fault-tallies-not-of-piles = not the tallies of the piles
seep-fault-too-many-sweeps = more sweeps than there can be (S52)
seep-fault-sweeps-of-one-team = more than one sweep by the opening or by the last play, or both by one team (S53)
seep-fault-sweep-of-wrong-team = a sweep by the opening or the last play for the wrong team (S53)
seep-fault-sweeps-not-of-last-deal = not the sweeps of the last deal
seep-fault-last-sweep-without-capture = a sweep by the last play, which captured nothing (S52)
seep-fault-sweeps-above-plays = more sweeps than the cards played allow, or one by the last play (S52)
seep-fault-sweep-values-impossible = values of sweeps that do not agree with the sweeps or the pile (S63)
seep-fault-card-elsewhere = a card that is also somewhere else
seep-fault-joker-in-stock = a joker
seep-fault-card-missing = a card of the deck is missing
seep-fault-cards-between-deals = not empty between deals (S19, S51, S54)
seep-fault-capture-too-early = a capture before the first play
seep-fault-captor-not-of-piles = missing although there are captured cards, or present without any (S54)
seep-fault-captor-without-pile = a seat of a team that has captured nothing (S54)
seep-fault-last-capture-impossible = not a capture by the seat that played last (S25, S30)
seep-fault-stock-size = not { $count } cards, as the deal requires (S9, S17)
seep-fault-floor-size = not four cards before the opening (S9)
seep-fault-floor-to-deal-again = the ten of diamonds or the nine of spades, with which the cards are dealt again (S63)
seep-fault-house-too-early = a house where none can stand (S26, S51)
seep-fault-bidder-hand = not four cards for the bidder alone (S9)
seep-fault-hand-cannot-bid = no card above 8 for the bid (S11)
seep-fault-bid-impossible = a bid of { $bid }, of which the bidder holds no card (S10)
seep-fault-cards-in-hands = not as many cards in all as there are plays left (S19)
seep-fault-cards-without-a-seat = cards of a seat that does not take part (S62)
seep-fault-hand-size = not as many cards as the seat has turns left (S17, S19)
seep-fault-floor-empty = empty, with no house, although the last play did not sweep (S52)
seep-fault-too-many-loose = more than three loose cards beyond the number of their values (S21)
seep-fault-loose-card-of-house = a loose card of value { $house }, of which there is a house (S21, S29)
seep-fault-owner-not-a-seat = an owner that is not one of the { $seats } seats
seep-fault-owner-without-house = owners without a house
seep-fault-house-impossible = not two cards or more that split into groups of { $house } (S23, S27)
seep-fault-house-without-owner = no owner (S48)
seep-fault-owner-without-key = an owner without a card of value { $house } (S49)
seep-fault-owners-of-ordinary-house = several owners of an ordinary house (S48)

## Events

seep-event-dealt = Deal { $deal }: seat { $dealer } deals, and seat { $bidder } bids.
seep-event-dealt-after-cut = Deal { $deal }: { $cut } cards are cut, seat { $dealer } deals, and seat { $bidder } bids.
seep-event-thrown-in = Seat { $seat } cannot bid and shows { $cards }. All cards are dealt again.
seep-event-floor-thrown-in = The floor holds the ten of diamonds or the nine of spades. All cards are dealt again.
seep-event-bid-made = Seat { $seat } bids { $bid }.
seep-event-floor-turned = The floor is turned up: { $cards }.
seep-event-rest-dealt = The rest is dealt.
seep-event-first-half-dealt = Both hands are filled up, and { $stock } cards are left for the second half.
seep-event-captured = Seat { $seat } plays { $card } and captures { $cards }.
seep-event-captured-house = Seat { $seat } plays { $card } and captures the house of { $house }.
seep-event-captured-both = Seat { $seat } plays { $card } and captures { $cards } and the house of { $house }.
seep-event-swept-opening = Seat { $seat } sweeps the floor with the opening for { $points } points.
seep-event-swept = Seat { $seat } sweeps the floor for { $points } points.
seep-event-swept-last = Seat { $seat } sweeps the floor with the last card, which is worth no points.
seep-event-built = Seat { $seat } plays { $card } and builds a house of { $house }: { $cards }.
seep-event-built-cemented = Seat { $seat } plays { $card } and builds a cemented house of { $house }: { $cards }.
seep-event-added = Seat { $seat } adds { $card } to the house of { $house }, which now holds { $cards }.
seep-event-broken = Seat { $seat } plays { $card } and raises the house of { $from } to { $house }: { $cards }.
seep-event-broken-merged = Seat { $seat } plays { $card } and merges the house of { $from } into the house of { $house }: { $cards }.
seep-event-thrown = Seat { $seat } throws { $card }.
seep-event-last-cards = The last loose cards, { $cards }, go to team { $team }.
seep-event-last-cards-to-nobody = The last loose cards, { $cards }, go to nobody.
seep-event-deal-ended = Deal { $deal } ends: { $even } points for team 0, { $odd } points for team 1.
seep-event-match-ended = The match ends. Winners: { $winners }.

## Score lines

seep-score-spades = Team { $team }: { $points } for spades
seep-score-aces = Team { $team }: { $points } for aces
seep-score-ten-of-diamonds = Team { $team }: { $points } for the ten of diamonds
seep-score-nine-of-spades = Team { $team }: { $points } for the nine of spades
seep-score-two-of-spades = Team { $team }: { $points } for the two of spades
seep-score-most-cards = Team { $team }: { $points } for the most cards
seep-score-all-points = Team { $team }: { $points } more for all 30 points
seep-score-opening-sweep = Team { $team }: { $points } for a sweep with the opening
seep-score-sweep = Team { $team }: { $points } for a sweep
seep-score-last-sweep = Team { $team }: { $points } for a sweep with the last card
seep-score-deal-total = Team { $team }: { $points } in this deal
seep-score-difference = Team { $team }: { $points } to the running difference
seep-score-reset = Team { $team }: { $points } to set the running difference back to 0
seep-score-baazi = Team { $team }: { $points } baazi won

## Texts of moves

seep-move-unparsable = “{ $text }” is not understood; a move is `bid 11`, `throw 9C`, `capture JS: 2D 9D JH`, `capture TH: 4C 6D, house`, `build 13 with 7C: 5C 6D 8S`, `add 2H to 11: 9D`, `break 9 with 2C: JD` or `deal`
