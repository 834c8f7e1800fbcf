# Sentences that hold for all games. Parameters: cards and suits as canonical text, seats from 0. The description of a fault
# follows the name of its field.

game-match-over = the match is over
game-not-the-turn = the move is made for seat { $seat }, and it is the turn of seat { $turn }
game-order-not-of-the-cards = the order given is not a permutation of the cards to be shuffled
game-fault-seats-out-of-range = is { $value }; the game has { $min } to { $max } seats ({ $rule })
game-fault-seats-not-as-many = is { $value }; the game has { $required } seats ({ $rule })
game-fault-option-out-of-range = is { $value }, not { $min }..={ $max } ({ $rule })
game-fault-option-neither-zero-nor-in-range = is { $value }, not 0 or { $min }..={ $max } ({ $rule })
game-fault-option-not-one-of = is { $value }, not one of { $allowed } ({ $rule })
