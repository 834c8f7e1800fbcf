// [first match]
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import * as taash from "./gen/taash/engine/v1/engine.js";

const stub = new taash.EngineServiceClient(process.argv[2]!, credentials.createInsecure());
const newGame = promisify<taash.NewGameRequest, taash.NewGameResponse>(stub.newGame.bind(stub));
const apply = promisify<taash.ApplyRequest, taash.ApplyResponse>(stub.apply.bind(stub));
const score = promisify<taash.ScoreRequest, taash.ScoreResponse>(stub.score.bind(stub));

const everybody = [0, 1, 2, 3].map((seat) => ({ viewer: { $case: "seat" as const, value: seat } }));
const include = { legalMoves: true, viewers: everybody };
// An empty options message: the preset CLASSIC.
let answer: taash.ApplyResponse | taash.NewGameResponse = await newGame(
  taash.NewGameRequest.fromPartial({ seats: 4, options: { $case: "seep", value: {} }, include }),
);
while (!answer.status!.matchOver) {
  // Send answer.views to the players, keep answer.state, and ask answer.legalMoves.seat for a move.
  const { moves, seat } = answer.legalMoves!;
  const move = moves[Math.floor(Math.random() * moves.length)]!;
  answer = await apply(
    taash.ApplyRequest.fromPartial({
      state: answer.state,
      moves: [{ move: { $case: "text", value: move.text } }],
      seat: seat!,
      expectedRevision: answer.status!.revision,
      include,
    }),
  );
}
const { winners, seats } = await score({ state: answer.state });
console.log(
  "winners:",
  winners,
  "totals:",
  seats.map((seat) => seat.total),
);
stub.close();
// [/first match]
