// Draws the table as one viewer sees it, from that viewer's View only.

import { Card } from "../gen/taash/cards/v1/cards_pb.js";
import { Direction } from "../gen/taash/common/v1/common_pb.js";
import type { View } from "../gen/taash/engine/v1/engine_pb.js";
import * as jhyap from "../gen/taash/jhyap/v1/jhyap_pb.js";
import * as pisYedili from "../gen/taash/pis_yedili/v1/pis_yedili_pb.js";
import * as seep from "../gen/taash/seep/v1/seep_pb.js";
import { backs, cardText, face, faces, h, suitText } from "./cards.js";

/** What the three games' views have in common. */
type Any = jhyap.View | seep.View | pisYedili.View;

/** Draws a view; `own` is the seat of the viewer, if the viewer is a seat. */
export function table(view: View, own: number | undefined): HTMLElement {
  const { value } = view.view;
  if (!value) return h("p.unknown", "This page does not know the game yet.");
  const others = value.hands.filter((hand) => hand.seat !== own);
  const mine = value.hands.find((hand) => hand.seat === own);
  return h(
    "div.table",
    h("div.seats", ...others.map((hand) => seat(value, hand, false))),
    h("div.middle", ...middle(view)),
    ...(mine ? [seat(value, mine, true)] : []),
  );
}

function seat(view: Any, hand: Any["hands"][number], own: boolean): HTMLElement {
  const badges = [
    ...(view.dealer === hand.seat ? [h("span.badge", "dealer")] : []),
    ...(view.turn === hand.seat ? [h("span.badge.turn", "to move")] : []),
    ...(view.winners.includes(hand.seat) ? [h("span.badge.won", "won")] : []),
    h("span.total", total(view, hand.seat)),
  ];
  const name = h("h3", own ? `Seat ${hand.seat}, whose view this is` : `Seat ${hand.seat}`, ...badges);
  const element = h("section.seat", name, hand.shown ? faces(hand.cards) : backs(hand.count));
  element.classList.toggle("own", own);
  element.classList.toggle("moving", view.turn === hand.seat);
  element.dataset.seat = String(hand.seat);
  return element;
}

/** The standing of a seat after the last finished deal. */
function total(view: Any, seat: number): string {
  if (view.$typeName === "taash.seep.v1.View") {
    const team = view.standing.find((standing) => standing.team === seat % 2);
    return `team ${seat % 2} · ${team?.baazis ?? 0} baazi · ${signed(team?.difference ?? 0)}`;
  }
  const standing = view.standing.find((standing) => standing.seat === seat);
  const out = standing && "eliminated" in standing && standing.eliminated;
  return out ? `out at ${standing.total}` : `${standing?.total ?? 0} points`;
}

/** What is in the middle of the table. */
function middle({ view }: View): HTMLElement[] {
  switch (view.case) {
    case "jhyap":
      return jhyapMiddle(view.value);
    case "seep":
      return seepMiddle(view.value);
    case "pisYedili":
      return pisYediliMiddle(view.value);
    default:
      return [];
  }
}

function pile(name: string, ...content: (Node | string)[]): HTMLElement {
  return h("figure.pile", ...content, h("figcaption", name));
}

function jhyapMiddle(view: jhyap.View): HTMLElement[] {
  const previous = faces(view.previous);
  // Two cards of one kind are one card to take; the first is marked.
  for (const card of view.openCards) previous.children[view.previous.indexOf(card)]?.classList.add("open");
  return [
    pile("stock", backs(view.stockCount)),
    pile(view.openCards.length ? "previous discard, framed: to be taken" : "discard", previous),
    pile("buried", backs(view.buriedCount)),
    ...(view.slapCard ? [pile("drawn, may be slapped", face(view.slapCard))] : []),
    ...(view.caller === undefined ? [] : [h("p.note", `seat ${view.caller} called`)]),
  ];
}

function seepMiddle(view: seep.View): HTMLElement[] {
  const floor = view.floor;
  const houses = view.houses.map((house) =>
    pile(
      `house of ${house.value}${house.cemented ? ", cemented" : ""} · seat ${house.owners.join(", ")}`,
      faces(house.cards),
    ),
  );
  const piles = view.piles.map(({ team, count }) => {
    const sweeps = view.sweeps.find((sweeps) => sweeps.team === team);
    const made = (sweeps?.ordinary ?? 0) + Number(sweeps?.opening ?? false) + Number(sweeps?.last ?? false);
    return pile(`captured by team ${team}${made ? ` · sweeps: ${made}` : ""}`, backs(count));
  });
  const last = view.lastCapture;
  return [
    pile(floor?.shown ? "floor" : "floor, face down", floor?.shown ? faces(floor.cards) : backs(floor?.count ?? 0)),
    ...houses,
    ...piles,
    ...(view.stockCount ? [pile("still to be dealt", backs(view.stockCount))] : []),
    ...(view.bid ? [h("p.note", `bid: ${view.bid}`)] : []),
    ...(last
      ? [h("p.note", `seat ${last.seat} took ${last.cards.map(cardText).join(" ")} with ${cardText(last.card)}`)]
      : []),
  ];
}

function pisYediliMiddle(view: pisYedili.View): HTMLElement[] {
  const way = view.direction === Direction.COUNTER_CLOCKWISE ? "↺ to the seat before" : "↻ to the next seat";
  return [
    pile("stock", backs(view.stockCount)),
    pile("to be matched", view.top === Card.UNSPECIFIED ? h("div.back.empty") : face(view.top)),
    pile("under it", backs(view.underCount)),
    ...(view.named ? [h("p.note", `named: ${suitText(view.named)}`)] : []),
    ...(view.sevens ? [h("p.note", `${view.sevens} sevens pending: ${view.owed} cards owed`)] : []),
    h("p.note", way),
  ];
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
