// What a page and Taash send over the wire, partly framed by hand.

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { EngineService, ScoreRequestSchema, ScoreResponseSchema } from "../../gen/taash/engine/v1/engine_pb.js";
import { connect } from "../taash.js";
import { equal, failure, ok } from "./assert.js";

/** Posts a message of the method Score, framed as gRPC does. */
async function score(url: string, type: string, state: Uint8Array): Promise<Response> {
  const message = toBinary(ScoreRequestSchema, create(ScoreRequestSchema, { state }));
  const framed = new Uint8Array(5 + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, 5);
  return fetch(`${url}/${EngineService.typeName}/Score`, {
    method: "POST",
    headers: { "content-type": type, accept: type, "x-grpc-web": "1" },
    body: type.includes("text") ? base64Encode(framed) : framed,
  });
}

/** Bidirectional streams are for servers: a browser's fetch does not support them, and Connect reports it. */
export async function a_page_cannot_stream(url: string): Promise<void> {
  async function* requests() {
    yield { table: 1n };
  }
  const answers = connect(url).play(requests())[Symbol.asyncIterator]();
  const { message } = ConnectError.from(await failure(answers.next()));
  ok(message.includes("does not support streaming request bodies"), message);
}

/** A refusal arrives in headers only, so a page of another origin can read it only because they are exposed. */
export async function the_headers_of_a_refusal_are_exposed(url: string): Promise<void> {
  const type = "application/grpc-web+proto";
  const { status, headers } = await score(url, type, new Uint8Array());
  equal([status, headers.get("content-type"), headers.get("grpc-status")], [200, type, "3"]);
  ok(headers.get("grpc-message")?.includes("state"), "the message");
  ok(headers.get("grpc-status-details-bin"), "the details");
}

/** Connect does not support the base64 form of gRPC-Web, so this is framed by hand. */
export async function the_text_form_of_grpc_web_works_too(url: string): Promise<void> {
  const begun = await connect(url).newGame({ seats: 2, options: { case: "jhyap", value: {} } });
  const type = "application/grpc-web-text+proto";
  const response = await score(url, type, begun.state);
  equal(response.headers.get("content-type"), type);
  // Each piece can have its own padding, always to a multiple of four characters.
  const quartets = (await response.text()).match(/.{4}/g)!;
  const bytes = Uint8Array.from(quartets.flatMap((quartet) => [...base64Decode(quartet)]));
  const length = new DataView(bytes.buffer).getUint32(1);
  const { final, seats } = fromBinary(ScoreResponseSchema, bytes.subarray(5, 5 + length));
  equal([final, seats.length], [false, 2]);
  const trailers = new TextDecoder().decode(bytes.subarray(5 + length + 5));
  equal([bytes[5 + length], trailers.trim()], [0x80, "grpc-status:0"]);
}

/** Connect's JSON encoding is not supported by Taash, which refuses it at once. */
export async function json_in_frames_is_not_spoken(url: string): Promise<void> {
  const client = createClient(EngineService, createGrpcWebTransport({ baseUrl: url, useBinaryFormat: false }));
  const { message } = ConnectError.from(await failure(client.listGames({})));
  ok(message.includes("HTTP 400"), message);
}

/** A deadline is sent as a header, which the preflight has to allow. */
export async function a_page_may_give_a_deadline(url: string): Promise<void> {
  const { games } = await connect(url).listGames({}, { timeoutMs: 3_600_000 });
  equal(games.length, 3);
}
