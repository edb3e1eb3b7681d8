// SPDX-License-Identifier: Apache-2.0
//
// Tests the clients when the server does not respond. They run concurrently, because each waits for its timeout.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Unkey } from "@unkey/api";
import { Ratelimit } from "@unkey/ratelimit";
import { DAY, downUrl, fresh, keys, patient, silentUrl, url } from "./world.mjs";

function limiter(baseUrl, more = {}) {
  return new Ratelimit({ rootKey: keys.everything, baseUrl, namespace: fresh("failures"), limit: 10, duration: DAY, ...more });
}

const check = { namespace: "failures", identifier: "a", limit: 10, duration: DAY };

describe("failures", { concurrency: true }, () => {
  for (const [what, baseUrl] of [
    ["is down", downUrl],
    ["was stopped and does not answer", silentUrl],
  ]) {
    test(`ratelimit: a server that ${what} is refused by the usual fallback, not thrown`, async () => {
      const before = Date.now();

      const result = await limiter(baseUrl).limit("a");

      assert.equal(result.success, false);
      assert.equal(result.limit, 0);
      assert.ok(result.reset >= before);
    });

    test(`ratelimit: a server that ${what} lets an own fallback decide, by identifier`, async () => {
      const fallback = (identifier) => ({ success: true, limit: 7, remaining: identifier.length, reset: 0 });

      const result = await limiter(baseUrl, { timeout: { ms: "500ms", fallback } }).limit("abc");

      assert.deepEqual(result, { success: true, limit: 7, remaining: 3, reset: 0 });
    });
  }

  test("ratelimit: with the time-out off, a server that is down reaches onError once", async () => {
    const reported = [];
    const answer = { success: true, limit: 1, remaining: 1, reset: 1 };
    const onError = (error, identifier) => {
      reported.push([error instanceof Error, identifier]);
      return answer;
    };

    const result = await limiter(downUrl, { timeout: false, onError }).limit("a");

    assert.deepEqual(result, answer);
    assert.deepEqual(reported, [[true, "a"]]);
  });

  test("ratelimit: with the timeout off and no error handler, the error is thrown", async () => {
    await assert.rejects(limiter(downUrl, { timeout: false }).limit("a"));
  });

  test("api: a server that is down is a connection error, if it may not be tried again", async () => {
    const api = new Unkey({ rootKey: keys.everything, serverURL: downUrl, retryConfig: { strategy: "none" } });

    await assert.rejects(api.ratelimit.limit(check), (error) => error.name === "ConnectionError");
  });

  test("api: a server that does not answer is a time-out", async () => {
    const api = new Unkey({ rootKey: keys.everything, serverURL: silentUrl, retryConfig: { strategy: "none" }, timeoutMs: 500 });

    await assert.rejects(api.ratelimit.limit(check), (error) => error.name === "RequestTimeoutError");
  });

  test("api: a server that answers in time is not disturbed by a time-out", async () => {
    const api = new Unkey({ rootKey: keys.everything, serverURL: url, timeoutMs: 60_000 });

    assert.equal((await api.ratelimit.limit({ ...check, namespace: fresh("failures") })).data.remaining, 9);
  });

  test("ratelimit: the server outlives callers that leave without waiting for the answer", async () => {
    const hasty = limiter(url, { timeout: { ms: 1, fallback: { success: true, limit: 0, remaining: 0, reset: 0 } } });
    await Promise.all(Array.from({ length: 50 }, (_, i) => hasty.limit(`u${i}`)));

    assert.equal((await limiter(url, patient).limit("a")).remaining, 9);
  });
});
