// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Unkey } from "@unkey/api";
import {
  BadRequestErrorResponse,
  ForbiddenErrorResponse,
  GoneErrorResponse,
  NotFoundErrorResponse,
  TooManyRequestsErrorResponse,
  UnauthorizedErrorResponse,
} from "@unkey/api/models/errors";
import { Overrides, Ratelimit } from "@unkey/ratelimit";
import { DAY, foreign, fresh, gone, keys, known, patient, smallQuota, url } from "./world.mjs";

const TYPES = "https://unkey.com/docs/errors/";

function client(rootKey) {
  return new Unkey({ rootKey, serverURL: url }).ratelimit;
}

function check(more = {}) {
  return { namespace: known.name, identifier: fresh("errors"), limit: 100, duration: DAY, ...more };
}

/** Every operation of the newer client, with a request that is valid if the key is. */
const operations = {
  limit: (api) => api.limit(check()),
  multiLimit: (api) => api.multiLimit([check()]),
  setOverride: (api) => api.setOverride({ namespace: known.name, identifier: "e", limit: 1, duration: DAY }),
  getOverride: (api) => api.getOverride({ namespace: known.name, identifier: "e" }),
  listOverrides: (api) => api.listOverrides({ namespace: known.name }),
  deleteOverride: (api) => api.deleteOverride({ namespace: known.name, identifier: "e" }),
};

/** Asserts that the promise fails with this error of the client, which contains every part of an API error. */
async function fails(promise, expected, status, type) {
  let caught;
  await assert.rejects(promise, (error) => {
    caught = error;
    return true;
  });
  assert.ok(caught instanceof expected, `${caught.name}: ${caught.message}`);
  assert.equal(caught.statusCode, status);
  assert.equal(caught.error.status, status);
  assert.equal(caught.error.type, TYPES + type);
  assert.match(caught.meta.requestId, /^req_/);
  assert.notEqual(caught.error.title, "");
  assert.notEqual(caught.error.detail, "");
  return caught;
}

describe("keys", () => {
  for (const [name, operation] of Object.entries(operations)) {
    test(`api: ${name} with an unknown key is a typed 401`, async () => {
      await fails(operation(client("weir_nobody")), UnauthorizedErrorResponse, 401, "unkey/authentication/key_not_found");
    });

    test(`api: ${name} without a key is a typed 400 that says which header is missing`, async () => {
      const error = await fails(operation(client("")), BadRequestErrorResponse, 400, "unkey/application/invalid_input");

      assert.equal(error.error.errors[0].location, "security");
    });

    test(`api: ${name} with a disabled key is a typed 403`, async () => {
      await fails(operation(client(keys.disabled)), ForbiddenErrorResponse, 403, "unkey/authorization/key_disabled");
    });

    test(`api: ${name} with an expired key is a typed 403`, async () => {
      await fails(operation(client(keys.expired)), ForbiddenErrorResponse, 403, "unkey/authorization/forbidden");
    });
  }

  test("api: a key that is empty after its scheme is a typed 400 without particulars", async () => {
    const error = await fails(operations.limit(client("Bearer ")), BadRequestErrorResponse, 400, "unkey/authentication/malformed");

    assert.deepEqual(error.error.errors, []);
  });

  test("http: an authorization of another scheme is a 400, and a bad key is reported before a bad body", async () => {
    const send = (authorization, body) =>
      fetch(`${url}/v2/ratelimit.limit`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body,
      });

    const malformed = await (await send("garbage", JSON.stringify(check()))).json();
    const both = await (await send("Bearer weir_nobody", "{}")).json();

    assert.equal(malformed.error.type, `${TYPES}unkey/authentication/malformed`);
    assert.deepEqual(malformed.error.errors, []);
    assert.equal(both.meta.requestId.length > 0, true);
    assert.equal(both.error.status, 401);
    assert.equal(both.error.type, `${TYPES}unkey/authentication/key_not_found`);
  });
});

describe("permissions", () => {
  const denied = Object.entries(operations).filter(([name]) => name !== "getOverride");
  for (const [name, operation] of denied) {
    test(`api: ${name} without its permission is a typed 403 that names it`, async () => {
      const error = await fails(
        operation(client(keys.nothing)),
        ForbiddenErrorResponse,
        403,
        "unkey/authorization/insufficient_permissions",
      );

      assert.match(error.error.detail, /^Missing one of these permissions: ratelimit\.rlns_.* or ratelimit\.\*\./);
    });
  }

  test("api: without the permission to read overrides the response is as if there were none", async () => {
    const identifier = fresh("masked");
    await client(keys.everything).setOverride({ namespace: known.name, identifier, limit: 1, duration: DAY });
    const question = { namespace: known.name, identifier };

    const masked = await fails(
      client(keys.nothing).getOverride(question),
      NotFoundErrorResponse,
      404,
      "unkey/data/ratelimit_override_not_found",
    );
    const missing = await fails(
      client(keys.everything).getOverride({ ...question, identifier: fresh("missing") }),
      NotFoundErrorResponse,
      404,
      "unkey/data/ratelimit_override_not_found",
    );

    assert.deepEqual(masked.error, missing.error);
  });

  test("api: a namespace is not made for a key that may only check, also not in a batch", async () => {
    const namespace = fresh("never");
    const api = client(keys.limitOnly);
    const type = "unkey/authorization/insufficient_permissions";

    const one = await fails(api.limit(check({ namespace })), ForbiddenErrorResponse, 403, type);
    await fails(api.multiLimit([check(), check({ namespace })]), ForbiddenErrorResponse, 403, type);

    assert.match(one.error.detail, /create_namespace/);
    await fails(
      client(keys.everything).listOverrides({ namespace }),
      NotFoundErrorResponse,
      404,
      "unkey/data/ratelimit_namespace_not_found",
    );
    assert.equal((await api.limit(check())).data.success, true);
  });

  test("api: a key for one namespace may not check in another", async () => {
    const namespace = fresh("other");
    await client(keys.everything).limit(check({ namespace }));

    await fails(
      client(keys.oneNamespace).limit(check({ namespace })),
      ForbiddenErrorResponse,
      403,
      "unkey/authorization/insufficient_permissions",
    );
  });
});

describe("namespaces", () => {
  const absent = { setOverride: 1, getOverride: 1, listOverrides: 1, deleteOverride: 1 };
  for (const name of Object.keys(absent)) {
    for (const [what, namespace] of [
      ["that nobody made", fresh("absent")],
      ["of another workspace", foreign],
      ["that was deleted", gone],
    ]) {
      test(`api: ${name} in a namespace ${what} is a typed 404`, async () => {
        const request = { namespace, identifier: "a", limit: 1, duration: DAY };

        await fails(
          client(keys.everything)[name](request),
          NotFoundErrorResponse,
          404,
          "unkey/data/ratelimit_namespace_not_found",
        );
      });
    }
  }

  test("api: a check in a namespace that was deleted is a typed 410, alone and in a batch", async () => {
    const type = "unkey/data/ratelimit_namespace_gone";
    const api = client(keys.everything);

    await fails(api.limit(check({ namespace: gone })), GoneErrorResponse, 410, type);
    await fails(api.multiLimit([check(), check({ namespace: gone })]), GoneErrorResponse, 410, type);
  });
});

describe("validation", () => {
  const wrong = [
    ["an empty namespace", "limit", check({ namespace: "" })],
    ["an empty identifier", "limit", check({ identifier: "" })],
    ["an identifier of 513 characters", "limit", check({ identifier: "x".repeat(513) })],
    ["a namespace of 513 characters", "limit", check({ namespace: "x".repeat(513) })],
    ["a limit of 0", "limit", check({ limit: 0 })],
    ["a duration of 999 ms", "limit", check({ duration: 999 })],
    ["a duration of more than 30 days", "limit", check({ duration: 2_592_000_001 })],
    ["a negative cost", "limit", check({ cost: -1 })],
    ["an empty batch", "multiLimit", []],
    ["a batch of 101", "multiLimit", Array.from({ length: 101 }, () => check())],
    ["a batch with one wrong check", "multiLimit", [check(), check({ cost: -1 })]],
    ["an override with a negative limit", "setOverride", check({ limit: -1 })],
    ["an override of 999 ms", "setOverride", check({ duration: 999 })],
    ["an override for nobody", "setOverride", check({ identifier: "" })],
    ["a question for nobody", "getOverride", check({ identifier: "" })],
    ["a deletion for nobody", "deleteOverride", check({ identifier: "" })],
    ["a list in pages of 0", "listOverrides", check({ limit: 0 })],
    ["a list in pages of 101", "listOverrides", check({ limit: 101 })],
  ];
  for (const [what, operation, request] of wrong) {
    test(`api: ${what} is a typed 400 with its faults`, async () => {
      const error = await fails(
        client(keys.everything)[operation](request),
        BadRequestErrorResponse,
        400,
        "unkey/application/invalid_input",
      );

      assert.equal(error.error.title, "Bad Request");
      assert.equal(error.error.detail, `POST request body for '/v2/ratelimit.${operation}' failed to validate schema`);
      assert.ok(error.error.errors.length > 0);
      assert.ok(error.error.errors.every((each) => each.location !== "" && each.message !== ""));
    });
  }
});

describe("what the server does not take", () => {
  test("api: a body of more than 10 MiB is an error with status 413, and the next call is fine", async () => {
    const api = client(keys.everything);

    await assert.rejects(api.limit(check({ identifier: "x".repeat(11_000_000) })), (error) => {
      assert.equal(error.statusCode, 413, String(error));
      assert.match(JSON.parse(error.body).meta.requestId, /^req_/);
      return true;
    });
    assert.equal((await api.limit(check())).data.remaining, 99);
  });

  test("api: a base URL with a path that the server does not have is a typed 404", async () => {
    const lost = new Unkey({ rootKey: keys.everything, serverURL: `${url}/nowhere` });

    await fails(lost.ratelimit.limit(check()), NotFoundErrorResponse, 404, "unkey/data/route_not_found");
  });
});

describe("quota", () => {
  test("api: a workspace over its quota gets a typed 429, and the older client an error it can show", async () => {
    const api = client(keys.smallQuota);
    const namespace = fresh("quota");
    let answered = 0;
    const spend = async () => {
      for (; answered <= 2 * smallQuota; answered++) {
        await api.limit(check({ namespace }));
      }
    };

    const error = await fails(
      spend(),
      TooManyRequestsErrorResponse,
      429,
      "user/too_many_requests/workspace_rate_limited",
    );

    assert.ok(answered >= 1 && answered <= 2 * smallQuota, `${answered} answers`);
    assert.equal(error.contentType, "application/problem+json");
    assert.equal(error.headers.get("RateLimit-Limit"), String(smallQuota));
    assert.equal(error.headers.get("RateLimit-Remaining"), "0");
    assert.ok(Number(error.headers.get("RateLimit-Reset")) >= 0);
    assert.ok(Number(error.headers.get("Retry-After")) >= 1);
    const older = new Overrides({ rootKey: keys.smallQuota, baseUrl: url });
    await assert.rejects(older.listOverrides({ namespace }), (e) => e.statusCode === 429);
  });
});

describe("@unkey/ratelimit errors", () => {
  function limiter(more) {
    return new Ratelimit({
      rootKey: keys.everything,
      baseUrl: url,
      namespace: known.name,
      limit: 10,
      duration: DAY,
      ...patient,
      ...more,
    });
  }

  for (const [what, more] of [
    ["an unknown key", { rootKey: "weir_nobody" }],
    ["no key", { rootKey: "" }],
    ["a disabled key", { rootKey: keys.disabled }],
    ["a missing permission", { rootKey: keys.nothing }],
    ["a deleted namespace", { namespace: gone }],
    ["a limit of 0", { limit: 0 }],
  ]) {
    test(`ratelimit: ${what} is thrown, or given to onError, at once and not as a fallback`, async () => {
      const heard = [];
      const answer = { success: true, limit: 1, remaining: 1, reset: 1 };
      const onError = (error, identifier) => {
        heard.push([error instanceof Error, identifier]);
        return answer;
      };

      await assert.rejects(limiter(more).limit("a"));
      assert.deepEqual(await limiter({ ...more, onError }).limit("a"), answer);
      assert.deepEqual(heard, [[true, "a"]]);
    });
  }

  test("ratelimit: errors of overrides have their status", async () => {
    const overrides = (rootKey) => new Overrides({ rootKey, baseUrl: url });
    const question = { namespace: known.name, identifier: fresh("nobody") };

    await assert.rejects(overrides(keys.everything).getOverride(question), (e) => e.statusCode === 404);
    await assert.rejects(overrides("weir_nobody").getOverride(question), (e) => e.statusCode === 401);
    await assert.rejects(overrides(keys.nothing).deleteOverride(question), (e) => e.statusCode === 403);
    await assert.rejects(
      overrides(keys.everything).getOverride({ ...question, identifier: "" }),
      (e) => e.statusCode === 400,
    );
  });
});
