// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Unkey } from "@unkey/api";
import { NoopRatelimit, Ratelimit } from "@unkey/ratelimit";
import { DAY, fresh, keys, known, patient, recorder, url } from "./world.mjs";

const api = new Unkey({ rootKey: keys.everything, serverURL: url });

function limiter(more = {}) {
  return new Ratelimit({
    rootKey: keys.everything,
    baseUrl: url,
    namespace: fresh("checks"),
    limit: 100,
    duration: DAY,
    ...patient,
    ...more,
  });
}

function check(more = {}) {
  return { namespace: fresh("checks"), identifier: "a", limit: 100, duration: DAY, ...more };
}

describe("@unkey/ratelimit limit", () => {
  test("ratelimit: the first call of a namespace makes it and leaves 99 of 100", async () => {
    const before = Date.now();

    const result = await limiter().limit("a");

    assert.deepEqual({ ...result, reset: 0 }, { success: true, limit: 100, remaining: 99, reset: 0 });
    assert.equal(result.reset % DAY, 0);
    assert.ok(result.reset > before);
  });

  test("ratelimit: the second call of a limit of one is refused, not an error", async () => {
    const one = limiter({ limit: 1 });

    assert.equal((await one.limit("a")).success, true);
    const refused = await one.limit("a");

    assert.equal(refused.success, false);
    assert.equal(refused.remaining, 0);
    assert.ok(refused.reset > Date.now());
    assert.equal((await one.limit("b")).success, true);
  });

  test("ratelimit: a cost of 5 leaves 95, a cost of 0 changes nothing", async () => {
    const hundred = limiter();

    assert.equal((await hundred.limit("a", { cost: 5 })).remaining, 95);
    assert.equal((await hundred.limit("a", { cost: 0 })).remaining, 95);
    assert.equal((await hundred.limit("a")).remaining, 94);
  });

  test("ratelimit: a limit given with the call is used instead of the usual one", async () => {
    const result = await limiter().limit("a", { limit: { limit: 7, duration: "1h" } });

    assert.equal(result.limit, 7);
    assert.equal(result.remaining, 6);
  });

  test("ratelimit: durations may be texts", async () => {
    for (const duration of ["1d", "24 h", "60m", "3600s", 3_600_000]) {
      assert.equal((await limiter({ duration }).limit("a")).success, true, String(duration));
    }
  });

  test("ratelimit: a duration that is no text of a duration throws before anything is sent", async () => {
    await assert.rejects(limiter({ duration: "soon" }).limit("a"));
  });

  test("ratelimit: a namespace can be called by its id, and is the same", async () => {
    const identifier = fresh("by-id");
    const byName = limiter({ namespace: known.name });
    const byId = limiter({ namespace: known.id });

    assert.equal((await byName.limit(identifier)).remaining, 99);
    assert.equal((await byId.limit(identifier)).remaining, 98);
  });

  test("ratelimit: a refusal is remembered, and nothing is sent until the window ends", async () => {
    const proxy = await recorder();
    try {
      const one = limiter({ baseUrl: proxy.url, limit: 1, duration: "3s" });
      let refused = await one.limit("a");
      while (refused.success) {
        refused = await one.limit("a");
      }
      const sent = proxy.requests.length;

      const answers = await Promise.all(Array.from({ length: 20 }, () => one.limit("a")));
      const until = Date.now();
      if (until < refused.reset) {
        assert.equal(proxy.requests.length, sent);
        assert.ok(answers.every((each) => !each.success && each.reset === refused.reset));
      }
      await new Promise((over) => setTimeout(over, Math.max(0, refused.reset - Date.now()) + 50));
      await one.limit("a");

      assert.equal(proxy.requests.length, sent + 1);
    } finally {
      proxy.close();
    }
  });

  test("ratelimit: a cache that remembers nothing makes every call go out", async () => {
    const proxy = await recorder();
    try {
      const forgetful = new Map();
      forgetful.set = () => forgetful;
      const one = limiter({ baseUrl: proxy.url, limit: 1, cache: forgetful });
      for (let i = 0; i < 4; i++) {
        await one.limit("a");
      }

      assert.equal(proxy.requests.length, 4);
    } finally {
      proxy.close();
    }
  });

  test("ratelimit: of 200 calls at once exactly as many pass as the limit says", async () => {
    const hundred = limiter();

    const results = await Promise.all(Array.from({ length: 200 }, () => hundred.limit("a")));

    assert.equal(results.filter((each) => each.success).length, 100);
  });

  test("ratelimit: the no-op limiter sends no request", async () => {
    assert.equal((await new NoopRatelimit().limit("a")).success, true);
  });
});

describe("@unkey/api limit", () => {
  test("api: an answer has meta and data, and no override unless there is one", async () => {
    const { meta, data } = await api.ratelimit.limit(check());

    assert.match(meta.requestId, /^req_[0-9A-Za-z]+$/);
    assert.equal(data.remaining, 99);
    assert.equal("overrideId" in data && data.overrideId !== undefined, false);
  });

  test("api: spending down to nothing gives 2, 1, 0 and a refusal, which counts nothing", async () => {
    const three = check({ limit: 3 });
    const remaining = [];
    for (let i = 0; i < 3; i++) {
      remaining.push((await api.ratelimit.limit(three)).data.remaining);
    }
    const refused = (await api.ratelimit.limit(three)).data;
    const raised = (await api.ratelimit.limit({ ...three, limit: 4 })).data;

    assert.deepEqual(remaining, [2, 1, 0]);
    assert.equal(refused.success, false);
    assert.equal(raised.success, true);
    assert.equal(raised.remaining, 0);
  });

  test("api: a cost above the limit is refused and leaves all of it", async () => {
    const ten = check({ limit: 10 });

    assert.equal((await api.ratelimit.limit({ ...ten, cost: 11 })).data.success, false);
    assert.equal((await api.ratelimit.limit({ ...ten, cost: 10 })).data.success, true);
  });

  test("api: exactly at the limit a cost of 0 still passes", async () => {
    const one = check({ limit: 1 });
    await api.ratelimit.limit(one);

    const { data } = await api.ratelimit.limit({ ...one, cost: 0 });

    assert.equal(data.success, true);
    assert.equal(data.remaining, 0);
  });

  test("api: another limit shares the count, another duration does not", async () => {
    const ten = check({ limit: 10 });
    await api.ratelimit.limit({ ...ten, cost: 4 });

    assert.equal((await api.ratelimit.limit({ ...ten, limit: 20 })).data.remaining, 15);
    assert.equal((await api.ratelimit.limit({ ...ten, duration: 2 * DAY })).data.remaining, 9);
  });

  test("api: of 200 calls at once exactly as many pass as the limit says", async () => {
    const hundred = check();

    const results = await Promise.all(Array.from({ length: 200 }, () => api.ratelimit.limit(hundred)));

    const passed = results.filter((each) => each.data.success);
    assert.equal(passed.length, 100);
    assert.deepEqual(
      passed.map((each) => each.data.remaining).sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i),
    );
    assert.equal(new Set(results.map((each) => each.meta.requestId)).size, 200);
  });

  test("api: 50 first calls at once make one namespace", async () => {
    const hundred = check();

    const results = await Promise.all(Array.from({ length: 50 }, () => api.ratelimit.limit(hundred)));

    assert.equal(Math.min(...results.map((each) => each.data.remaining)), 50);
  });

  test("api: the same namespace and identifier of another workspace are counted apart", async () => {
    const other = new Unkey({ rootKey: keys.otherWorkspace, serverURL: url });
    const hundred = check();
    await api.ratelimit.limit({ ...hundred, cost: 60 });

    assert.equal((await other.ratelimit.limit({ ...hundred, cost: 60 })).data.remaining, 40);
  });

  test("api: a key for one namespace works there", async () => {
    const restricted = new Unkey({ rootKey: keys.oneNamespace, serverURL: url });

    const { data } = await restricted.ratelimit.limit(
      check({ namespace: known.name, identifier: fresh("restricted") }),
    );

    assert.equal(data.remaining, 99);
  });
});

describe("@unkey/api multiLimit", () => {
  test("api: all checks of a batch pass and are answered in order, as they were named", async () => {
    const first = check({ namespace: known.id, identifier: fresh("batch"), cost: 3 });
    const second = check({ limit: 5 });

    const { data } = await api.ratelimit.multiLimit([first, second]);

    assert.equal(data.passed, true);
    assert.deepEqual(
      data.limits.map(({ namespace, identifier, limit, remaining, passed }) => ({
        namespace,
        identifier,
        limit,
        remaining,
        passed,
      })),
      [
        { namespace: known.id, identifier: first.identifier, limit: 100, remaining: 97, passed: true },
        { namespace: second.namespace, identifier: "a", limit: 5, remaining: 4, passed: true },
      ],
    );
    assert.ok(data.limits.every((each) => each.reset > Date.now()));
  });

  test("api: a batch that does not fit returns every row and moves no counter", async () => {
    const roomy = check();
    const full = check({ limit: 1 });
    await api.ratelimit.limit(full);

    const { data } = await api.ratelimit.multiLimit([roomy, full]);

    assert.equal(data.passed, false);
    assert.deepEqual(
      data.limits.map((each) => [each.passed, each.remaining]),
      [
        [true, 100],
        [false, 0],
      ],
    );
    assert.equal((await api.ratelimit.limit({ ...roomy, cost: 0 })).data.remaining, 100);
  });

  test("api: two checks of one batch that meet in one count add up", async () => {
    const ten = check({ limit: 10 });

    const both = await api.ratelimit.multiLimit([
      { ...ten, cost: 6 },
      { ...ten, cost: 5 },
    ]);

    assert.equal(both.data.passed, false);
    assert.equal((await api.ratelimit.limit({ ...ten, cost: 0 })).data.remaining, 10);
  });

  test("api: a batch may have 100 checks", async () => {
    const namespace = fresh("hundred");
    const checks = Array.from({ length: 100 }, (_, i) => check({ namespace, identifier: `i${i}` }));

    const { data } = await api.ratelimit.multiLimit(checks);

    assert.equal(data.passed, true);
    assert.deepEqual(
      data.limits.map((each) => each.identifier),
      checks.map((each) => each.identifier),
    );
  });
});
