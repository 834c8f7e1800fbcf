// Checks the shuffles of a match without Taash: the scheme that engine.proto describes, in one file without dependencies.
// It needs the Web Crypto API, which browsers have on pages of https and localhost, and Node from version 20 on.

/** What a random stream is for. */
export const Purpose = { Dealer: 1, Starter: 2, Shuffle: 3 } as const;

const text = new TextEncoder();

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function bigEndian(...numbers: number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((number, i) => bytes.setUint32(4 * i, number));
  return new Uint8Array(bytes.buffer);
}

/** The commitment to a seed, which NewGame returns before the match. */
export const commitment = (seed: Uint8Array) => sha256(text.encode("taash/v1/commitment"), seed);

const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/** The words of ChaCha20 (RFC 8439) with a nonce of zeros, from block 0 on. */
function* keyStream(key: Uint8Array): Generator<number> {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  for (let block = 0; ; block++) {
    const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...words, block, 0, 0, 0);
    const work = start.slice();
    const mix = (x: number, y: number, z: number, turn: number) => {
      work[x]! += work[y]!;
      const mixed = work[z]! ^ work[x]!;
      work[z] = (mixed << turn) | (mixed >>> (32 - turn));
    };
    for (let round = 0; round < 10; round++) {
      for (const [a, b, c, d] of QUARTERS) {
        mix(a, b, d, 16);
        mix(c, d, b, 12);
        mix(a, b, d, 8);
        mix(c, d, b, 7);
      }
    }
    for (let i = 0; i < 16; i++) yield (work[i]! + start[i]!) >>> 0;
  }
}

/** The random stream for a purpose; `deal` counts from 1 and `index` from 0, and both are 0 for the draw of a seat. */
async function stream(seed: Uint8Array, clientSeed: Uint8Array, purpose: number, deal: number, index: number) {
  const lengthAndPurpose = [Uint8Array.of(clientSeed.length), clientSeed, Uint8Array.of(purpose)];
  return keyStream(await sha256(text.encode("taash/v1/draw"), seed, ...lengthAndPurpose, bigEndian(deal, index)));
}

/** A number from 0 to n - 1, each equally likely. */
function below(words: Generator<number>, n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = words.next().value as number;
    if (word < limit) return word % n;
  }
}

/** The seat drawn as the first dealer or as the starter of the first deal, with that many seats. */
export async function drawnSeat(seed: Uint8Array, clientSeed: Uint8Array, purpose: 1 | 2, seats: number) {
  return below(await stream(seed, clientSeed, purpose, 0, 0), seats);
}

/**
 * The order of a shuffle, the top card first, as numbers of taash.cards.v1.Card. `cards` are the cards that were shuffled: the
 * whole deck for a deal or a redeal, the buried cards or the discards for a reshuffle.
 */
export async function shuffled(
  seed: Uint8Array,
  clientSeed: Uint8Array,
  deal: number,
  index: number,
  cards: readonly number[],
): Promise<number[]> {
  const order = [...cards].sort((a, b) => a - b);
  const words = await stream(seed, clientSeed, Purpose.Shuffle, deal, index);
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(words, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
