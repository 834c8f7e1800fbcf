# Sentences of Pis Yedili. Parameters: cards and suits as canonical text, seats from 0.
