// Events as log lines, for any game: a line has the name and the fields of the event.

import { type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { CardSchema, SuitSchema } from "../gen/taash/cards/v1/cards_pb.js";
import { file_taash_common_v1_common } from "../gen/taash/common/v1/common_pb.js";
import type { Event } from "../gen/taash/engine/v1/engine_pb.js";
import { file_taash_jhyap_v1_jhyap } from "../gen/taash/jhyap/v1/jhyap_pb.js";
import { file_taash_pis_yedili_v1_pis_yedili } from "../gen/taash/pis_yedili/v1/pis_yedili_pb.js";
import { file_taash_seep_v1_seep } from "../gen/taash/seep/v1/seep_pb.js";
import { cardText, suitText } from "./cards.js";

/** Events that the table shows better than a log line. */
const DRAWN = ["shown", "stockCount"];

const { IMPLICIT } = FeatureSet_FieldPresence;

const MESSAGES = new Map<string, DescMessage>(
  [
    file_taash_common_v1_common,
    file_taash_jhyap_v1_jhyap,
    file_taash_seep_v1_seep,
    file_taash_pis_yedili_v1_pis_yedili,
  ].flatMap((file) => file.messages.map((message) => [message.typeName, message] as const)),
);

/** An event in a line: `seat 2 discarded: 4♣ 5♣ 6♣`. */
export function tell(event: Event): string {
  const kind = event.event.value?.kind;
  if (!kind?.value) return "something that this page does not know yet";
  const message = kind.value as Message & { seat?: number };
  const who = message.seat === undefined ? "" : `seat ${message.seat} `;
  const rest = fields(message, ["seat"]);
  return `${who}${words(kind.case)}${rest && ": "}${rest}`;
}

/** The fields of a message, except those left out, in words. Unset fields are omitted, except numbers, which can be 0. */
export function fields(message: Message, leftOut: string[] = []): string {
  const seen = reflect(MESSAGES.get(message.$typeName)!, message);
  const counts = (field: DescField) => field.presence === IMPLICIT && typeof seen.get(field) === "number";
  const told = seen.fields.filter(
    (field) =>
      ![...leftOut, ...DRAWN].includes(field.localName) &&
      (seen.isSet(field) || (field.fieldKind === "scalar" && counts(field))),
  );
  return told.map((field) => tellField(seen, field)).join(", ");
}

function tellField(message: ReflectMessage, field: DescField): string {
  const name = words(field.localName);
  switch (field.fieldKind) {
    case "enum":
      return `${cardOrName(field.enum.typeName, message.get(field), field)}`;
    case "scalar":
      return message.get(field) === true ? name : `${name} ${message.get(field)}`;
    case "message":
      return `${name} (${fields(message.get(field).message)})`;
    case "list": {
      const items = [...message.get(field)];
      if (field.listKind === "enum") return items.map((item) => cardOrName(field.enum.typeName, item, field)).join(" ");
      if (field.listKind === "message") {
        return `${name}: ${items.map((item) => fields((item as ReflectMessage).message)).join("; ")}`;
      }
      return `${name} ${items.join(" ")}`;
    }
    case "map":
      return name;
  }
}

function cardOrName(type: string, value: unknown, field: DescField): string {
  const number = Number(value);
  if (type === CardSchema.typeName) return cardText(number);
  if (type === SuitSchema.typeName) return suitText(number);
  const name = field.enum?.value[number]?.localName;
  return name?.toLowerCase().replaceAll("_", " ") ?? `${words(field.localName)} ${number}`;
}

function words(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
