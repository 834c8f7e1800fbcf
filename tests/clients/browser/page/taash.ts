// Calls to Taash from a page, and refusals.

import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { BadRequestSchema, ErrorInfoSchema } from "../gen/google/rpc/error_details_pb.js";
import { EngineService, Reason, type Refusal, RefusalSchema } from "../gen/taash/engine/v1/engine_pb.js";

export type Taash = Client<typeof EngineService>;

/** The calls of the server at `http://host:port`, by gRPC-Web. */
export function connect(baseUrl: string): Taash {
  return createClient(EngineService, createGrpcWebTransport({ baseUrl }));
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
export function refused(thrown: unknown): Refused | undefined {
  const error = ConnectError.from(thrown);
  const [info] = error.findDetails(ErrorInfoSchema);
  const [refusal] = error.findDetails(RefusalSchema);
  if (info?.domain !== "taash" || !refusal) return undefined;
  const fields = error.findDetails(BadRequestSchema).flatMap((request) => request.fieldViolations);
  return {
    code: codeName(error.code),
    reason: info.reason,
    rule: refusal.ruleId,
    fields: fields.map((violation) => violation.field),
    refusal,
  };
}

/** The name of a code as gRPC writes it: `FAILED_PRECONDITION`. */
export function codeName(code: Code): string {
  return Code[code].replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** The name of a reason as in ErrorInfo, which also names the reasons of newer servers. */
export function reasonName(reason: Reason): string {
  return Reason[reason] ?? `REASON ${reason}`;
}
