// A whole match by a client that knows no rules: npx tsx first_match.ts HOST:PORT

// [first match]
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import * as taash from "./gen/taash/engine/v1/engine.js";

const stub = new taash.EngineServiceClient(process.argv[2]!, credentials.createInsecure());
const newGame = promisify<taash.NewGameRequest, taash.NewGameResponse>(stub.newGame.bind(stub));
const apply = promisify<taash.ApplyRequest, taash.ApplyResponse>(stub.apply.bind(stub));
const score = promisify<taash.ScoreRequest, taash.ScoreResponse>(stub.score.bind(stub));

const viewers = [0, 1, 2, 3].map((seat) => ({ viewer: { $case: "seat" as const, value: seat } }));
const include = { legalMoves: true, viewers };
const options = { $case: "seep" as const, value: {} }; // an empty options message: the preset CLASSIC
let answer: taash.ApplyResponse = await newGame(taash.NewGameRequest.fromPartial({ seats: 4, options, include }));
while (!answer.status!.matchOver) {
  // Send answer.views to the players, keep answer.state, and ask answer.legalMoves.seat for a move.
  const { moves, seat } = answer.legalMoves!;
  const { text } = moves[Math.floor(Math.random() * moves.length)]!;
  const request = {
    state: answer.state,
    moves: [{ move: { $case: "text" as const, value: text } }],
    seat: seat!,
    expectedRevision: answer.status!.revision,
    include,
  };
  answer = await apply(taash.ApplyRequest.fromPartial(request));
}
const { winners, seats } = await score({ state: answer.state, text: false });
console.log(`winners: ${winners} totals: ${seats.map((seat) => seat.total)}`);
stub.close();
// [/first match]
