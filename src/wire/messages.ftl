# Sentences about requests, states and limits. Parameters: cards and suits as canonical text, seats from 0.
