# Sentences of Pis Yedili. Parameters: cards and suits as canonical text, seats from 0.

## Constraints between options

pis-yedili-constraint-hands-fit =
    the cards of the decks are enough for a hand of hand_size cards for each seat, and for the first discard (P3)
pis-yedili-fault-hands-do-not-fit =
    is { $value }: { $seats } such hands and the first discard need { $needed } cards, and decks = { $decks } gives
    { $cards } (P3)
