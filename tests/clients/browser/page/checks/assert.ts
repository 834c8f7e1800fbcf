// The few assertions that the checks need; they throw what went wrong.

import { type Refused, refused } from "../taash.js";

export function ok(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`not so: ${what}`);
}

/** Compares by what the values look like in JSON, numbers of 64 bits as themselves. */
export function equal(found: unknown, expected: unknown, what = ""): void {
  const [left, right] = [found, expected].map((value) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)),
  );
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

/** Waits for a promise that has to fail, and gives the error. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => error,
  );
}

/** Waits for a call that has to be refused, and says how. */
export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await failure(call);
  const said = refused(error);
  ok(said, `a refusal: ${error}`);
  return said;
}
