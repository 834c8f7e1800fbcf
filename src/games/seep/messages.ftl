# Sentences of Seep. Parameters: cards and suits as canonical text, seats from 0.
