# Sentences of Jhyap. Parameters: cards and suits as canonical text, seats from 0.

## Constraints between options

jhyap-constraint-deals-end = call_limit, jokers and max_turns are not all 0, because no deal could end (J30)
jhyap-fault-no-deal-ends = is 0 while jokers and max_turns are 0, so that no deal could end (J30)
jhyap-constraint-limit-halves = limit is a multiple of 4 if halving is AT_LIMIT_AND_HALF (J45)
jhyap-fault-limit-does-not-halve = is { $value }, not a multiple of 4, while halving is AT_LIMIT_AND_HALF (J45)
