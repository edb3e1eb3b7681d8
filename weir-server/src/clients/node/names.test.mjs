// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Unkey } from "@unkey/api";
import { Ratelimit } from "@unkey/ratelimit";
import { DAY, fresh, keys, patient, prefixedUrl, recorder, url } from "./world.mjs";

const api = new Unkey({ rootKey: keys.everything, serverURL: url }).ratelimit;

const NAMES = {
  punctuation: "!@#$%^&*()",
  emoji: "👩‍👩‍👧‍👦 🏴‍☠️",
  "a newline": "a\nb\r\tc",
  quotes: "\"'`\\",
  "path characters": "../..//%2e?x=1#y",
  "512 letters": "n".repeat(512),
  "512 emoji": "😀".repeat(512),
  "a zero": "a\u0000b",
  "right to left": "שלום \u202e",
  spaces: "   ",
};

describe("names", () => {
  for (const [what, name] of Object.entries(NAMES)) {
    test(`api: ${what} may be an identifier, and is echoed as it is`, async () => {
      const check = { namespace: fresh("names"), identifier: name, limit: 10, duration: DAY };

      await api.limit(check);
      const { data } = await api.multiLimit([check]);

      assert.equal(data.limits[0].identifier, name);
      assert.equal(data.limits[0].remaining, 8);
    });

    test(`api: ${what} may be a namespace, with an override of the same name`, async () => {
      const check = { namespace: name, identifier: fresh("names"), limit: 10, duration: DAY };

      await api.limit(check);
      assert.equal((await api.limit(check)).data.remaining, 8);
      await api.setOverride({ ...check, identifier: name, limit: 3 });
      const { data } = await api.getOverride({ namespace: name, identifier: name });

      assert.equal(data.identifier, name);
      assert.equal((await api.limit({ ...check, identifier: name })).data.limit, 3);
    });
  }

  test("api: names that differ in case or accent are different names", async () => {
    const namespace = fresh("names");
    for (const identifier of ["a", "A", "ä", "a\u0308", "a "]) {
      const { data } = await api.limit({ namespace, identifier, limit: 10, duration: DAY });

      assert.equal(data.remaining, 9, JSON.stringify(identifier));
    }
    const upper = await api.limit({ namespace: namespace.toUpperCase(), identifier: "a", limit: 10, duration: DAY });
    assert.equal(upper.data.remaining, 9);
  });
});

describe("base URLs", () => {
  for (const [what, base] of [
    ["with a slash", `${url}/`],
    ["with a path", prefixedUrl],
    ["with a path and a slash", `${prefixedUrl}/`],
  ]) {
    test(`api: a serverURL ${what} works`, async () => {
      const client = new Unkey({ rootKey: keys.everything, serverURL: base });

      const { data } = await client.ratelimit.limit({ namespace: fresh("base"), identifier: "a", limit: 10, duration: DAY });

      assert.equal(data.remaining, 9);
    });

    test(`ratelimit: a baseUrl ${what} works`, async () => {
      const limiter = new Ratelimit({
        rootKey: keys.everything,
        baseUrl: base,
        namespace: fresh("base"),
        limit: 10,
        duration: DAY,
        ...patient,
      });

      assert.equal((await limiter.limit("a")).remaining, 9);
    });
  }
});

describe("what the clients send", () => {
  test("ratelimit: the request is the one that the facts name", async () => {
    const proxy = await recorder();
    try {
      const namespace = fresh("wire");
      const limiter = new Ratelimit({
        rootKey: keys.everything,
        baseUrl: proxy.url,
        namespace,
        limit: 10,
        duration: "60s",
        ...patient,
      });

      await limiter.limit("user_1");

      const [request] = proxy.requests;
      assert.equal(proxy.requests.length, 1);
      assert.equal(`${request.method} ${request.path}`, "POST /v2/ratelimit.limit");
      assert.deepEqual(JSON.parse(request.body), { namespace, cost: 1, duration: 60_000, identifier: "user_1", limit: 10 });
      assert.equal(request.headers.authorization, `Bearer ${keys.everything}`);
      assert.match(request.headers["user-agent"], /^speakeasy-sdk\/typescript 2\.2\.0 /);
    } finally {
      proxy.close();
    }
  });

  test("api: answers carry the headers of the IETF draft, which the client leaves alone", async () => {
    const body = JSON.stringify({ namespace: fresh("headers"), identifier: "a", limit: 1, duration: DAY });
    const send = () =>
      fetch(`${url}/v2/ratelimit.limit`, {
        method: "POST",
        headers: { authorization: `Bearer ${keys.everything}`, "content-type": "application/json" },
        body,
      });

    const allowed = await send();
    const refused = await send();

    assert.equal(allowed.headers.get("retry-after"), null);
    assert.equal(refused.status, 200);
    assert.match(allowed.headers.get("ratelimit-policy"), /;q=1;w=86400$/);
    assert.match(refused.headers.get("ratelimit"), /;r=0;t=\d+$/);
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
  });
});
