// The end of a match: who won, what the last deal came to line by line, and whether the seed is the one promised.

import type { Message } from "@bufbuild/protobuf";
import { h } from "./cards.js";
import { fields } from "./events.js";
import { type Answer, committed, hex } from "./match.js";
import { signed } from "./table.js";
import type { Taash } from "./taash.js";

/** Asks for the score of a match that is over, and writes it out. */
export async function scoreOf(taash: Taash, answer: Answer): Promise<HTMLElement[]> {
  const { score, winners, seats, seed, seedCommitment } = await taash.score({ state: answer.state });
  const value = score?.score.value;
  const lines = value?.$typeName === "taash.seep.v1.Score" ? (value.lastDeal?.lines ?? []) : (value?.lines ?? []);
  const rows = lines.map((line) => {
    const whose = "team" in line ? `team ${line.team}` : `seat ${line.seat}`;
    const what = fields(line as Message, ["ruleId", "points", "seat", "team"]);
    return h("tr", h("td", whose), h("td", what), h("td", line.ruleId), h("td.points", signed(line.points)));
  });
  const places = seats.map((seat) => `seat ${seat.seat}: ${seat.total} (place ${seat.place})`).join(" · ");
  const promised = seed && (await committed(seed, seedCommitment));
  return [
    h("h2", winners.length ? `Won by seat ${winners.join(" and ")}` : "Nobody won"),
    h("p", places),
    h("h2", "The last deal"),
    h("table", ...rows),
    h("p", promised ? "The seed is the one committed to at the start:" : "The seed is not the one committed to!"),
    h("code", seed ? hex(seed) : ""),
  ];
}
