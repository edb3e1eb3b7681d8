// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Unkey } from "@unkey/api";
import { NotFoundErrorResponse } from "@unkey/api/models/errors";
import { Overrides, Ratelimit } from "@unkey/ratelimit";
import { DAY, fresh, keys, known, patient, url } from "./world.mjs";

const api = new Unkey({ rootKey: keys.everything, serverURL: url });
const overrides = new Overrides({ rootKey: keys.everything, baseUrl: url });

/** An existing namespace without overrides. */
async function namespace() {
  const name = fresh("overrides");
  await limit(name, "somebody");
  return name;
}

async function limit(name, identifier) {
  return (await api.ratelimit.limit({ namespace: name, identifier, limit: 100, duration: DAY })).data;
}

async function notFound(promise) {
  return assert.rejects(promise, (error) => {
    assert.ok(error instanceof NotFoundErrorResponse, String(error));
    assert.match(error.error.type, /ratelimit_override_not_found$/);
    return true;
  });
}

describe("@unkey/ratelimit Overrides", () => {
  test("ratelimit: an override is set, found, listed and deleted", async () => {
    const name = await namespace();
    const setting = { namespace: name, identifier: "vip", limit: 3, duration: DAY };

    const { data } = await overrides.setOverride(setting);
    const found = await overrides.getOverride({ namespace: name, identifier: "vip" });
    const listed = await overrides.listOverrides({ namespace: name });
    const deleted = await overrides.deleteOverride({ namespace: name, identifier: "vip" });

    assert.match(data.overrideId, /^rlor_/);
    const row = { overrideId: data.overrideId, identifier: "vip", limit: 3, duration: DAY };
    assert.deepEqual(found.data, row);
    assert.deepEqual(listed.data, [row]);
    assert.equal(listed.pagination.hasMore, false);
    assert.match(deleted.meta.requestId, /^req_/);
    assert.deepEqual((await overrides.listOverrides({ namespace: name })).data, []);
  });

  test("ratelimit: an override of 3 gives 2, 1, 0 and a refusal that names it", async () => {
    const name = await namespace();
    const { data } = await overrides.setOverride({ namespace: name, identifier: "vip", limit: 3, duration: DAY });
    const limiter = new Ratelimit({
      rootKey: keys.everything,
      baseUrl: url,
      namespace: name,
      limit: 100,
      duration: "1h",
      ...patient,
    });

    const results = [];
    for (let i = 0; i < 4; i++) {
      results.push(await limiter.limit("vip"));
    }

    assert.deepEqual(results.map((each) => each.remaining), [2, 1, 0, 0]);
    assert.deepEqual(results.map((each) => each.success), [true, true, true, false]);
    assert.ok(results.every((each) => each.limit === 3 && each.overrideId === data.overrideId));
  });

  test("ratelimit: the field is called namespace; another is refused before anything is sent", async () => {
    await assert.rejects(overrides.setOverride({ namespaceName: known.name, identifier: "x", limit: 1, duration: DAY }));
  });
});

describe("@unkey/api overrides", () => {
  test("api: setting twice keeps the id and takes the newer values", async () => {
    const name = await namespace();
    const first = await api.ratelimit.setOverride({ namespace: name, identifier: "a", limit: 1, duration: 1_000 });
    const second = await api.ratelimit.setOverride({ namespace: name, identifier: "a", limit: 9, duration: DAY });

    assert.equal(second.data.overrideId, first.data.overrideId);
    const { data } = await api.ratelimit.getOverride({ namespace: name, identifier: "a" });
    assert.deepEqual([data.limit, data.duration], [9, DAY]);
  });

  test("api: a pattern applies to what it matches, and an exact override goes before it", async () => {
    const name = await namespace();
    const pattern = await api.ratelimit.setOverride({ namespace: name, identifier: "vip_*", limit: 50, duration: DAY });
    const exact = await api.ratelimit.setOverride({ namespace: name, identifier: "vip_1", limit: 60, duration: DAY });

    assert.equal((await limit(name, "vip_2")).overrideId, pattern.data.overrideId);
    assert.equal((await limit(name, "vip_1")).overrideId, exact.data.overrideId);
    assert.equal((await limit(name, "other")).overrideId, undefined);
    const found = await api.ratelimit.getOverride({ namespace: name, identifier: "vip_7" });
    assert.equal(found.data.identifier, "vip_*");
  });

  test("api: patterns match any characters of Unicode", async () => {
    const name = await namespace();
    const { data } = await api.ratelimit.setOverride({ namespace: name, identifier: "käufer_*_😀", limit: 5, duration: DAY });

    assert.equal((await limit(name, "käufer_ß_😀")).overrideId, data.overrideId);
    assert.equal((await limit(name, "kaufer_ß_😀")).overrideId, undefined);
  });

  test("api: an override of 0 refuses everything, and is no error", async () => {
    const name = await namespace();
    await api.ratelimit.setOverride({ namespace: name, identifier: "blocked", limit: 0, duration: DAY });

    const refused = await limit(name, "blocked");

    assert.deepEqual([refused.success, refused.limit, refused.remaining], [false, 0, 0]);
  });

  test("api: after deletion the limit of the request holds again, and setting anew revives it", async () => {
    const name = await namespace();
    const setting = { namespace: name, identifier: "a", limit: 5, duration: DAY };
    await api.ratelimit.setOverride(setting);
    assert.equal((await limit(name, "a")).limit, 5);

    await api.ratelimit.deleteOverride({ namespace: name, identifier: "a" });
    assert.equal((await limit(name, "a")).limit, 100);
    await notFound(api.ratelimit.getOverride({ namespace: name, identifier: "a" }));
    await notFound(api.ratelimit.deleteOverride({ namespace: name, identifier: "a" }));

    await api.ratelimit.setOverride(setting);
    assert.equal((await limit(name, "a")).limit, 5);
  });

  test("api: deleting compares the exact text, not as a pattern", async () => {
    const name = await namespace();
    await api.ratelimit.setOverride({ namespace: name, identifier: "vip_*", limit: 5, duration: DAY });

    await notFound(api.ratelimit.deleteOverride({ namespace: name, identifier: "vip_1" }));
    await api.ratelimit.deleteOverride({ namespace: name, identifier: "vip_*" });
  });

  test("api: an override applies in a batch too", async () => {
    const name = await namespace();
    const { data } = await api.ratelimit.setOverride({ namespace: name, identifier: "a", limit: 5, duration: DAY });

    const batch = await api.ratelimit.multiLimit([{ namespace: name, identifier: "a", limit: 1, duration: DAY }]);

    assert.equal(batch.data.limits[0].overrideId, data.overrideId);
    assert.equal(batch.data.limits[0].limit, 5);
  });

  test("api: overrides can be set by the namespace's id", async () => {
    const identifier = fresh("by-id");
    await api.ratelimit.setOverride({ namespace: known.id, identifier, limit: 5, duration: DAY });

    assert.equal((await limit(known.name, identifier)).limit, 5);
  });

  test("api: an empty list has one page with nothing on it", async () => {
    const pages = [];
    for await (const page of await api.ratelimit.listOverrides({ namespace: await namespace() })) {
      pages.push(page.result.data);
    }

    assert.deepEqual(pages, [[]]);
  });

  test("api: the iterator finds every override of 23 once, over pages of 10, 10 and 3, in order", async () => {
    const name = await namespace();
    const identifiers = Array.from({ length: 23 }, (_, i) => `user_${i}`);
    for (const identifier of identifiers) {
      await api.ratelimit.setOverride({ namespace: name, identifier, limit: 1, duration: 1_000 });
    }

    const pages = [];
    for await (const page of await api.ratelimit.listOverrides({ namespace: name })) {
      pages.push(page.result);
    }

    assert.deepEqual(pages.map((each) => each.data.length), [10, 10, 3]);
    assert.deepEqual(pages.map((each) => each.pagination.hasMore), [true, true, false]);
    const all = pages.flatMap((each) => each.data);
    assert.deepEqual(new Set(all.map((each) => each.identifier)), new Set(identifiers));
    const ids = all.map((each) => each.overrideId);
    assert.equal(new Set(ids).size, 23);
    assert.deepEqual(ids, [...ids].sort());
  });

  test("api: a page that is exactly full is the last one", async () => {
    const name = await namespace();
    for (let i = 0; i < 4; i++) {
      await api.ratelimit.setOverride({ namespace: name, identifier: `u${i}`, limit: 1, duration: 1_000 });
    }

    const sizes = [];
    for await (const page of await api.ratelimit.listOverrides({ namespace: name, limit: 2 })) {
      sizes.push(page.result.data.length);
    }

    assert.deepEqual(sizes, [2, 2]);
  });
});
