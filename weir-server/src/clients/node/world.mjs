// SPDX-License-Identifier: Apache-2.0
//
// The server that the clients speak to, as the JUnit class that started it describes it in the environment.

import http from "node:http";

function variable(name) {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is not set: these tests are started by mvn -Pclients verify`);
  }
  return value;
}

/** Where the server is; behind a path; where nobody is; and where somebody listens who never answers. */
export const url = variable("WEIR_CLIENTS_URL");
export const prefixedUrl = variable("WEIR_CLIENTS_PREFIXED_URL");
export const downUrl = variable("WEIR_CLIENTS_DOWN_URL");
export const silentUrl = variable("WEIR_CLIENTS_SILENT_URL");

/** Root keys by what they may do. */
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

/** How many requests a minute the workspace of that last key may make. */
export const smallQuota = Number(variable("WEIR_CLIENTS_SMALL_QUOTA"));

/** A namespace that is there, one that was deleted, and one that exists only in the other workspace. */
export const known = { name: variable("WEIR_CLIENTS_NAMESPACE"), id: variable("WEIR_CLIENTS_NAMESPACE_ID") };
export const gone = variable("WEIR_CLIENTS_NAMESPACE_GONE");
export const foreign = variable("WEIR_CLIENTS_NAMESPACE_FOREIGN");

/** Long enough that no test sees a window end, except those that wait for it. */
export const DAY = 86_400_000;

/** For limiters whose fallback is not the point: a machine that is busy may take longer than the usual 5 s. */
export const patient = { timeout: { ms: 60_000, fallback: { success: false, limit: -1, remaining: -1, reset: 0 } } };

let count = 0;

/** A name that no other test uses. */
export function fresh(what) {
  count += 1;
  return `${what}-${process.pid}-${count}`;
}

/** A proxy before the server that writes down what it is asked, so that a test can tell what a client sent, and whether. */
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
