// Calls as promises, and refusals.

import { promisify } from "node:util";
import { credentials, type ServiceError, status as Code } from "@grpc/grpc-js";
import { BadRequest, ErrorInfo } from "./gen/google/rpc/error_details.js";
import { Status as RpcStatus } from "./gen/google/rpc/status.js";
import {
  type ApplyRequest,
  type ApplyResponse,
  EngineServiceClient,
  type LegalMovesRequest,
  type LegalMovesResponse,
  type ListGamesRequest,
  type ListGamesResponse,
  type ListMessagesRequest,
  type ListMessagesResponse,
  type NewGameRequest,
  type NewGameResponse,
  Reason,
  Refusal,
  type ScoreRequest,
  type ScoreResponse,
  type ViewRequest,
  type ViewResponse,
} from "./gen/taash/engine/v1/engine.js";

export type Taash = ReturnType<typeof connect>;

/** The calls of the server at `host:port`. */
export function connect(address: string) {
  const stub = new EngineServiceClient(address, credentials.createInsecure());
  return {
    listGames: promisify<ListGamesRequest, ListGamesResponse>(stub.listGames.bind(stub)),
    listMessages: promisify<ListMessagesRequest, ListMessagesResponse>(stub.listMessages.bind(stub)),
    newGame: promisify<NewGameRequest, NewGameResponse>(stub.newGame.bind(stub)),
    legalMoves: promisify<LegalMovesRequest, LegalMovesResponse>(stub.legalMoves.bind(stub)),
    apply: promisify<ApplyRequest, ApplyResponse>(stub.apply.bind(stub)),
    view: promisify<ViewRequest, ViewResponse>(stub.view.bind(stub)),
    score: promisify<ScoreRequest, ScoreResponse>(stub.score.bind(stub)),
    play: stub.play.bind(stub),
    close: stub.close.bind(stub),
  };
}

/** The server under test. */
export function connectToServer(): Taash {
  const address = process.env.TAASH_ADDRESS;
  if (!address) throw new Error("TAASH_ADDRESS names no server");
  return connect(address);
}

/** Why a call was refused. */
export interface Refused {
  code: string;
  reason: string;
  /** The id of the rule, as `J14`; empty where no rule forbids it. */
  rule: string;
  /** The paths of the fields at fault. */
  fields: string[];
  refusal: Refusal;
}

/** Decodes the status details of an error; undefined if it is not a refusal from Taash. */
export function refused(error: ServiceError): Refused | undefined {
  const bytes = error.metadata.get("grpc-status-details-bin")[0];
  if (!(bytes instanceof Buffer)) return undefined;
  // Each detail is a message with its type, packed: ErrorInfo first, Refusal last, and BadRequest between them if fields are at fault.
  const details = new Map(RpcStatus.decode(bytes).details.map((any) => [any.typeUrl.split("/").at(-1), any.value]));
  const [info, refusal] = [details.get("google.rpc.ErrorInfo"), details.get("taash.engine.v1.Refusal")];
  if (!info || !refusal) return undefined;
  const { domain, reason } = ErrorInfo.decode(info);
  if (domain !== "taash") return undefined;
  const fields = BadRequest.decode(details.get("google.rpc.BadRequest") ?? Buffer.alloc(0)).fieldViolations;
  const typed = Refusal.decode(refusal);
  return {
    code: Code[error.code],
    reason,
    rule: typed.ruleId,
    fields: fields.map((violation) => violation.field),
    refusal: typed,
  };
}

/** The name of a reason as in ErrorInfo, which also names the reasons of newer servers. */
export function reasonName(reason: Reason): string {
  return Reason[reason]?.replace(/^REASON_/, "") ?? `REASON ${reason}`;
}
