// SPDX-License-Identifier: Apache-2.0
//
// The servers that the clients call. The JUnit class that starts them describes them in environment variables.

import http from "node:http";

function variable(name) {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: these tests are started by mvn -Pclients verify`);
  }
  return value;
}

/** The URLs of the server, of one with a path prefix, of a closed port, and of a server that never responds. */
export const url = variable("WEIR_CLIENTS_URL");
export const prefixedUrl = variable("WEIR_CLIENTS_PREFIXED_URL");
export const downUrl = variable("WEIR_CLIENTS_DOWN_URL");
export const silentUrl = variable("WEIR_CLIENTS_SILENT_URL");

/** Root keys by their permissions or state. */
export const keys = {
  everything: variable("WEIR_CLIENTS_KEY"),
  limitOnly: variable("WEIR_CLIENTS_KEY_LIMIT_ONLY"),
  oneNamespace: variable("WEIR_CLIENTS_KEY_ONE_NAMESPACE"),
  nothing: variable("WEIR_CLIENTS_KEY_NOTHING"),
  disabled: variable("WEIR_CLIENTS_KEY_DISABLED"),
  expired: variable("WEIR_CLIENTS_KEY_EXPIRED"),
  otherWorkspace: variable("WEIR_CLIENTS_KEY_OTHER_WORKSPACE"),
  smallQuota: variable("WEIR_CLIENTS_KEY_SMALL_QUOTA"),
};

/** How many requests per minute the workspace of the last key may make. */
export const smallQuota = Number(variable("WEIR_CLIENTS_SMALL_QUOTA"));

/** An existing namespace, a deleted one, and one that exists only in the other workspace. */
export const known = { name: variable("WEIR_CLIENTS_NAMESPACE"), id: variable("WEIR_CLIENTS_NAMESPACE_ID") };
export const gone = variable("WEIR_CLIENTS_NAMESPACE_GONE");
export const foreign = variable("WEIR_CLIENTS_NAMESPACE_FOREIGN");

/** Long enough that no test sees a window end, except those that wait for it. */
export const DAY = 86_400_000;

/** Options for tests that do not test the fallback: a busy machine may take longer than the default timeout of 5 s. */
export const patient = { timeout: { ms: 60_000, fallback: { success: false, limit: -1, remaining: -1, reset: 0 } } };

let count = 0;

/** Returns a name that no other test uses. */
export function fresh(what) {
  count += 1;
  return `${what}-${process.pid}-${count}`;
}

/** Starts a proxy in front of the server that records requests, so that a test can see what a client sent. */
export async function recorder(target = url) {
  const requests = [];
  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      requests.push({ method: request.method, path: request.url, headers: request.headers, body: body.toString() });
      const onward = http.request(target + request.url, { method: request.method, headers: request.headers });
      onward.on("response", (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      onward.end(body);
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
