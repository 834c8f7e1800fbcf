// The page: a match that one person clicks through, watching, or holding a seat against random players.

import { create } from "@bufbuild/protobuf";
import { Phase } from "../gen/taash/common/v1/common_pb.js";
import { type GameInfo, type LegalMove, NewGameRequestSchema } from "../gen/taash/engine/v1/engine_pb.js";
import { button, h } from "./cards.js";
import { tell } from "./events.js";
import { type Answer, everything } from "./match.js";
import { scoreOf } from "./score.js";
import { table } from "./table.js";
import { connect, refused, type Taash } from "./taash.js";

/** Parameters of the page's address: `taash`, the server's address; `pause`, in milliseconds, before another seat plays on. */
const asked = new URLSearchParams(location.search);
const pause = Number(asked.get("pause") ?? 350);

function find<T extends HTMLElement>(selector: string): T {
  return document.querySelector<T>(selector)!;
}

const setup = find<HTMLFormElement>("#setup");
const field = (name: string) => setup.elements.namedItem(name) as HTMLSelectElement & HTMLInputElement;
const eyes = find<HTMLSelectElement>("#eyes");
const run = find<HTMLInputElement>("#run");
const next = find<HTMLButtonElement>("#next");
const say = find<HTMLFormElement>("#say");

let taash: Taash;
let games: GameInfo[] = [];
/** The match on the table: the answer to the last call. */
let answer: Answer | undefined;
/** The seat that the person holds; undefined while watching. */
let you: number | undefined;
/** Whether a call is in flight: the next one waits for its response. */
let busy = false;
let timer = 0;

function choices(select: HTMLSelectElement, values: [value: string, text: string][]): void {
  const before = select.value;
  select.replaceChildren(...values.map(([value, text]) => new Option(text, value)));
  if (values.some(([value]) => value === before)) select.value = before;
}

function seatNames(seats: number): [string, string][] {
  return Array.from({ length: seats }, (_, seat) => [String(seat), `seat ${seat}`]);
}

/** Makes a call. A refusal is shown and changes nothing. */
async function calling(work: () => Promise<void>): Promise<void> {
  if (busy) return;
  hold(true);
  try {
    await work();
    find("#refusal").hidden = true;
  } catch (error) {
    run.checked = false;
    showError(error);
  } finally {
    hold(false);
  }
}

function hold(now: boolean): void {
  busy = now;
  find("main").ariaBusy = String(now);
}

function showError(error: unknown): void {
  const said = refused(error);
  const box = find("#refusal");
  box.hidden = false;
  if (!said) {
    box.replaceChildren(
      h("strong", "No answer from Taash"),
      h("p", String(error)),
      h("p", "Is it running, and does TAASH_CORS_ORIGINS allow this page's origin?"),
    );
    return;
  }
  const rule = said.rule && ` · rule ${said.rule}`;
  box.replaceChildren(
    h("strong", `${said.reason}${rule}`),
    h("p", said.refusal.message),
    ...said.refusal.faults.map((fault) => h("p", `${fault.field}: ${fault.description}`)),
    ...(said.refusal.candidates.length ? [h("p", `Perhaps: ${said.refusal.candidates.join(" · ")}`)] : []),
    h("p", said.code),
  );
}

async function listGames(): Promise<void> {
  await calling(async () => {
    taash = connect(field("server").value);
    ({ games } = await taash.listGames({}));
    choices(
      field("game"),
      games.map((game) => [game.name, game.name.replace("_", " ")]),
    );
    describeGame();
  });
}

/** Offers the seats, presets and options of the chosen game. */
function describeGame(): void {
  const game = games.find((game) => game.name === field("game").value);
  if (!game) return;
  const seats = Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, more) => String(game.minSeats + more));
  choices(
    field("seats"),
    seats.map((count) => [count, count]),
  );
  // Every game can be played by four without further options.
  field("seats").value = "4";
  choices(
    field("preset"),
    game.presets.map(({ name }) => [name, name.toLowerCase()]),
  );
  describeSeats();
}

function describeSeats(): void {
  choices(field("you"), [["", "watch"], ...seatNames(Number(field("seats").value))]);
}

async function newMatch(): Promise<void> {
  await calling(async () => {
    const game = games.find((game) => game.name === field("game").value)!;
    const seats = Number(field("seats").value);
    // All options of a preset, from the catalogue.
    const options = game.presets.find((preset) => preset.name === field("preset").value)!.options!.options;
    const begun = await taash.newGame(create(NewGameRequestSchema, { seats, options, include: everything(seats) }));
    you = field("you").value ? Number(field("you").value) : undefined;
    choices(eyes, [["", "a spectator"], ["turn", "whoever is to move"], ...seatNames(seats)]);
    eyes.value = String(you ?? "");
    eyes.disabled = you !== undefined;
    run.checked = you !== undefined;
    find("#score").hidden = true;
    find("#log").replaceChildren();
    await arrive(begun);
  });
  schedule();
}

/** The seat whose view is shown; undefined for the spectator. */
function viewer(): number | undefined {
  if (eyes.value === "turn") return answer?.status?.seatToMove;
  return eyes.value ? Number(eyes.value) : undefined;
}

async function arrive(latest: Answer): Promise<void> {
  answer = latest;
  const index = viewer() ?? latest.status!.seats;
  find("#log").prepend(...latest.views[index]!.events.map((event) => h("li", tell(event))).reverse());
  draw();
  if (latest.status!.matchOver) find("#score").replaceChildren(...(await scoreOf(taash, latest)));
  find("#score").hidden = !latest.status!.matchOver;
}

function draw(): void {
  if (!answer) return;
  const { status, views, legalMoves } = answer;
  const looking = viewer();
  find("#felt").replaceChildren(table(views[looking ?? status!.seats]!.view!, looking));
  const phase = (Phase[status!.phase] ?? `phase ${status!.phase}`).toLowerCase().replace("_", " ");
  const turn = status!.seatToMove;
  const moves = legalMoves?.moves ?? [];
  const who = turn === undefined ? "" : ` · seat ${turn} has ${moves.length} legal moves`;
  find("#phase").textContent = `Deal ${status!.dealNumber} · move ${status!.revision} · ${phase}${who}`;
  // The legal moves reveal the hand of the seat to move, so only that seat sees them.
  const mine = looking !== undefined && looking === turn;
  find("#moves").replaceChildren(...(mine ? moves.map((move) => button(move.text, () => void make(move))) : []));
  next.disabled = status!.matchOver || (you !== undefined && turn === you);
}

/** Makes a legal move of the seat to move. */
async function make(move: LegalMove): Promise<void> {
  await apply(move.text, answer!.legalMoves!.seat);
}

async function apply(text: string, seat: number | undefined): Promise<void> {
  await calling(async () => {
    const { state, status } = answer!;
    const moves = [{ move: { case: "text" as const, value: text } }];
    const include = everything(status!.seats);
    await arrive(await taash.apply({ state, moves, seat, expectedRevision: status!.revision, include }));
  });
  schedule();
}

async function random(): Promise<void> {
  const moves = answer?.legalMoves?.moves ?? [];
  if (moves.length) await make(moves[Math.floor(Math.random() * moves.length)]!);
}

/** Lets the other seats play while it is their turn. */
function schedule(): void {
  clearTimeout(timer);
  if (!run.checked || !answer || answer.status!.matchOver) return;
  if (you !== undefined && answer.status!.seatToMove === you) return;
  timer = window.setTimeout(() => void random(), pause);
}

field("server").value = asked.get("taash") ?? "http://127.0.0.1:50051";
field("server").addEventListener("change", () => void listGames());
field("game").addEventListener("change", describeGame);
field("seats").addEventListener("change", describeSeats);
setup.addEventListener("submit", (event) => {
  event.preventDefault();
  void newMatch();
});
eyes.addEventListener("change", draw);
run.addEventListener("change", schedule);
next.addEventListener("click", () => void random());
say.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = say.elements.namedItem("text") as HTMLInputElement;
  // The move is sent for the viewer's seat: Taash refuses it if it is another seat's turn.
  if (answer) void apply(text.value, viewer());
});
void listGames();
