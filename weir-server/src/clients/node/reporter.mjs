// SPDX-License-Identifier: Apache-2.0
//
// Prints the result of each test as a line of JSON, for the JUnit class that reports them as its own tests.

import { inspect } from "node:util";

export default async function* outcomes(events) {
  for await (const { type, data } of events) {
    if ((type === "test:pass" || type === "test:fail") && data.details?.type !== "suite") {
      const error = data.details?.error;
      yield `${JSON.stringify({
        name: data.name,
        passed: type === "test:pass",
        skipped: data.skip !== undefined || data.todo !== undefined,
        error: error === undefined ? "" : inspect(error.cause ?? error),
      })}\n`;
    } else if (type === "test:stderr") {
      process.stderr.write(data.message);
    }
  }
}
