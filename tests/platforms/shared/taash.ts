// The connection to Taash that the examples share. The stubs come from the protos at run time; engine.proto defines the
// fields that these interfaces leave out.

import { credentials, loadPackageDefinition } from "@grpc/grpc-js";
import type { ServiceError } from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import { join } from "node:path";
import protobuf from "protobufjs";

/** What one viewer may know: everything that a player receives. */
export interface ViewerUpdate {
  viewer: { seat: number };
  view: object;
  events: object[];
}

/** The response of NewGame and Apply. `state` and `status` are for the server only. */
export interface Answer {
  state: Buffer;
  status: {
    revision: number;
    seats: number;
    seatToMove?: number;
    matchOver: boolean;
  };
  legalMoves: { moves: { text: string }[] };
  views: ViewerUpdate[];
}

/** Why Taash refuses a call. It may be shown to the player whose move it was. */
export interface Refusal {
  reason: string;
  ruleId: string;
  message: string;
}

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const root = new protobuf.Root();
root.resolvePath = (_, file) => join(import.meta.dirname, "../../../proto", file);
root.loadSync("taash/engine/v1/engine.proto");
root.resolveAll();
// google.rpc.Status, as gRPC packs it into the trailer `grpc-status-details-bin`.
protobuf.parse(
  `syntax = "proto3"; package google.rpc;
   message Any { string type_url = 1; bytes value = 2; }
   message Status { int32 code = 1; string message = 2; repeated Any details = 3; }`,
  root,
);

function refused(error: ServiceError): Error {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (packed === undefined) return error;
  const status = root.lookupType("google.rpc.Status").decode(packed as Buffer);
  const last = status.toJSON().details.at(-1);
  const type = root.lookupType("taash.engine.v1.Refusal");
  const refusal = type.decode(Buffer.from(last.value, "base64"));
  return new Refused(type.toObject(refusal, { enums: String, defaults: true }) as Refusal);
}

/** A stub for the server at `host:port` whose calls return promises; a refused call rejects with Refused. */
export function connect(address: string) {
  const definition = fromJSON(root.toJSON(), { enums: String, defaults: true });
  const { taash } = loadPackageDefinition(definition) as any;
  const stub = new taash.engine.v1.EngineService(address, credentials.createInsecure());
  const call = (method: string) => (request: object) =>
    new Promise<any>((resolve, reject) =>
      stub[method](request, { deadline: Date.now() + 5000 }, (error: ServiceError | null, answer: object) =>
        error ? reject(refused(error)) : resolve(answer),
      ),
    );
  return {
    newGame: call("NewGame") as (request: object) => Promise<Answer>,
    apply: call("Apply") as (request: object) => Promise<Answer>,
    view: call("View") as (request: object) => Promise<{ views: ViewerUpdate[] }>,
    score: call("Score") as (request: object) => Promise<{ winners: number[] }>,
    close: () => stub.close() as void,
  };
}

export type Taash = ReturnType<typeof connect>;

/** Legal moves for the seat to move, and a view with its own events for each seat: one call per turn is enough. */
export const include = (seats: number) => ({
  legalMoves: true,
  viewers: Array.from({ length: seats }, (_, seat) => ({ seat })),
});
