// The few assertions that the checks need; they throw an error that describes the failure.

import { type Refused, refused } from "../taash.js";

export function ok(value: unknown, what: string): asserts value {
  if (!value) throw new Error(`not so: ${what}`);
}

/** Compares values by their JSON form, 64-bit numbers as they are. */
export function equal(found: unknown, expected: unknown, what = ""): void {
  const [left, right] = [found, expected].map((value) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)),
  );
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

/** Waits for a promise that has to fail, and returns the error. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error: unknown) => error,
  );
}

/** Waits for a call that has to be refused, and returns the refusal. */
export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await failure(call);
  const said = refused(error);
  ok(said, `a refusal: ${error}`);
  return said;
}
