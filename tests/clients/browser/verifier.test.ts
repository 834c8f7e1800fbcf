// The verifier outside a browser: the checks that run inside the page, run by Node.

import { test } from "node:test";
import * as fairness from "./page/checks/fairness.js";
import { server } from "./support.js";

for (const [name, check] of Object.entries(fairness)) {
  test(name.replaceAll("_", " "), () => check(server()));
}
