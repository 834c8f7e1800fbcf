# Sentences that hold for all games. Parameters: cards and suits as canonical text, seats from 0.

game-match-over = the match is over
game-text = { $text }
