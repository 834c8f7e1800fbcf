// Cards and other small parts of the page.

import { Card, Suit } from "../gen/taash/cards/v1/cards_pb.js";

const RANKS = "A23456789TJQK";
const SUITS = ["♣", "♦", "♥", "♠"];

/** Makes an element with classes, as `h("div.card.red", …children)`. */
export function h(tag: string, ...children: (Node | string)[]): HTMLElement {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name!);
  element.className = classes.join(" ");
  element.append(...children);
  return element;
}

export function button(text: string, click: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.addEventListener("click", click);
  return element;
}

/** A card in short form; `?` for one that this page does not know. */
export function cardText(card: Card): string {
  if (card === Card.JOKER) return "★";
  const rank = RANKS[Math.floor((card - 1) / 4)];
  return rank ? `${rank === "T" ? "10" : rank}${SUITS[(card - 1) % 4]}` : "?";
}

export function suitText(suit: Suit): string {
  return SUITS[suit - 1] ?? "?";
}

/** A card, face up. */
export function face(card: Card): HTMLElement {
  const text = cardText(card);
  const colour = card === Card.JOKER ? "joker" : /[♦♥]/.test(text) ? "red" : "black";
  const element = h(`div.card.${colour}`, h("span", text.slice(0, -1) || text), h("b", text.slice(-1)));
  element.title = Card[card] ? Card[card].toLowerCase().replaceAll("_", " ") : `card ${card}`;
  element.dataset.card = text;
  return element;
}

export function faces(cards: Card[]): HTMLElement {
  return h("div.cards", ...cards.map(face));
}

/** Cards that lie face down: a fan of a few, and how many there are. */
export function backs(count: number): HTMLElement {
  const shown = Array.from({ length: Math.min(count, 12) }, () => h("div.back"));
  return h("div.cards.fan", ...shown, h("span.count", String(count)));
}
