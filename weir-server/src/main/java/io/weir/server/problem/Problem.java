// SPDX-License-Identifier: Apache-2.0
package io.weir.server.problem;

import io.weir.server.json.ByteSegments;
import io.weir.server.json.JsonWriter;
import io.weir.server.json.Violation;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a request failed, with everything that the response says about it. Thrown without a stack trace.
 */
public final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Clients compare the whole URL, so it is the one that they know. */
  private static final String TYPE_PREFIX = "https://unkey.com/docs/errors/";

  private static final String INVALID = "unkey/application/invalid_input";
  private static final String BAD_REQUEST = "Bad Request";
  private static final String NOT_FOUND = "Not Found";
  private static final String FORBIDDEN = "Forbidden";
  private static final String SECURITY = "security";

  private record ProblemKind(int status, String type, String title) {}

  private final transient ProblemKind problemKind;

  /** The violations in the request; null for problems that are not in the request itself. */
  private final transient @Nullable List<Violation> violations;

  private Problem(ProblemKind problemKind, String detail, @Nullable List<Violation> violations) {
    super(detail, null, false, false);
    this.problemKind = problemKind;
    this.violations = violations;
  }

  private static Problem of(int status, String type, String title, String detail) {
    return new Problem(new ProblemKind(status, type, title), detail, null);
  }

  private static Problem ofRequest(int status, String type, String title, String detail) {
    return new Problem(new ProblemKind(status, type, title), detail, List.of());
  }

  /** The body or head violates rules. */
  public static Problem invalid(String detail, List<Violation> violations) {
    return new Problem(new ProblemKind(400, INVALID, BAD_REQUEST), detail, violations);
  }

  /** There is no Authorization header. */
  public static Problem noAuthorization() {
    return invalid(
        "Authorization header for 'bearer' scheme",
        List.of(new Violation(
            SECURITY,
            "Authorization header was not found",
            "add the header Authorization: Bearer ROOT_KEY")));
  }

  /** The Authorization header is malformed. */
  public static Problem malformedAuthorization(String reason) {
    return ofRequest(
        400,
        "unkey/authentication/malformed",
        BAD_REQUEST,
        "A root key is needed, in a header of the form Authorization: Bearer ROOT_KEY. " + reason);
  }

  /** The key does not exist or was revoked. */
  public static Problem keyNotFound() {
    return of(
        401,
        "unkey/authentication/key_not_found",
        "Unauthorized",
        "The root key is not valid: it was not found.");
  }

  /** The key is disabled. */
  public static Problem keyDisabled() {
    return of(
        403, "unkey/authorization/key_disabled", "Key is disabled", "The root key is disabled.");
  }

  /** The key has expired. */
  public static Problem keyExpired(long since) {
    return of(
        403,
        "unkey/authorization/forbidden",
        FORBIDDEN,
        "The root key expired at " + Instant.ofEpochMilli(since) + ".");
  }

  /** The workspace is disabled. */
  public static Problem workspaceDisabled() {
    return of(
        403,
        "unkey/authorization/workspace_disabled",
        "Workspace is disabled",
        "The workspace of this root key is disabled.");
  }

  /** The key's workspace does not exist. */
  public static Problem workspaceNotFound() {
    return of(
        404,
        "unkey/data/workspace_not_found",
        NOT_FOUND,
        "The workspace of this root key does not exist.");
  }

  /** The key lacks a permission; any one of these would suffice. */
  public static Problem missingPermission(Collection<String> anyOf) {
    String names = String.join(" or ", anyOf);
    return of(
        403,
        "unkey/authorization/insufficient_permissions",
        "Insufficient Permissions",
        anyOf.size() == 1
            ? "Missing permission: '" + names + "'"
            : "Missing one of these permissions: " + names);
  }

  /** The workspace has the maximum number of namespaces. */
  public static Problem tooManyNamespaces(int max) {
    return of(
        403,
        "unkey/data/too_many_namespaces",
        FORBIDDEN,
        "The workspace has " + max + " namespaces, which is the maximum.");
  }

  /** The workspace's namespaces and overrides have used up their memory, so no namespace is created. */
  public static Problem tooManyNamespaces(long usedBytes, long maxBytes) {
    return of(403, "unkey/data/too_many_namespaces", FORBIDDEN, memoryIsFull(usedBytes, maxBytes));
  }

  /** The workspace's namespaces and overrides have used up their memory, so no override is set. */
  public static Problem tooLargeOverrides(long usedBytes, long maxBytes) {
    return of(403, "unkey/data/too_many_overrides", FORBIDDEN, memoryIsFull(usedBytes, maxBytes));
  }

  private static String memoryIsFull(long usedBytes, long maxBytes) {
    return "The namespaces and overrides of this workspace take " + usedBytes
        + " bytes of this server's memory; the limit is " + maxBytes
        + ". Delete some, or ask the operator of the server to raise max-directory-bytes.";
  }

  /** The namespace has the maximum number of overrides. */
  public static Problem tooManyOverrides(int max, int maxPatterns) {
    return of(
        403,
        "unkey/data/too_many_overrides",
        FORBIDDEN,
        "A namespace may have up to " + max + " overrides, up to " + maxPatterns
            + " of them with a '*'. This namespace has reached one of these limits.");
  }

  /** The workspace has used up its request quota. */
  public static Problem quotaExceeded(long quota) {
    return of(
        429,
        "user/too_many_requests/workspace_rate_limited",
        "Too Many Requests",
        "The workspace has used up its quota of " + quota + "/1m0s requests.");
  }

  /** The namespace does not exist or was deleted. */
  public static Problem namespaceNotFound() {
    return of(
        404,
        "unkey/data/ratelimit_namespace_not_found",
        NOT_FOUND,
        "This namespace does not exist.");
  }

  /** The namespace was deleted. */
  public static Problem namespaceGone() {
    return of(
        410,
        "unkey/data/ratelimit_namespace_gone",
        "Resource Gone",
        "This namespace was deleted, and its name can't be used again. Contact the operator of this server.");
  }

  /** The override does not exist, or the caller may not read it. */
  public static Problem overrideNotFound() {
    return of(
        404, "unkey/data/ratelimit_override_not_found", NOT_FOUND, "This override does not exist.");
  }

  /** The path does not exist. */
  public static Problem pathNotFound() {
    return of(
        404,
        "unkey/data/route_not_found",
        NOT_FOUND,
        "There is no endpoint at this path; GET /openapi.json lists all endpoints.");
  }

  /** The path does not accept this method. */
  public static Problem methodNotAllowed(String allowed) {
    return of(
        405,
        "unkey/application/method_not_allowed",
        "Method Not Allowed",
        "This path accepts only " + allowed + ".");
  }

  /** The request did not arrive, or could not be answered, in time. */
  public static Problem timedOut() {
    return ofRequest(
        408, "unkey/application/request_timeout", "Request Timeout", "The request took too long.");
  }

  /** The body is larger than the server accepts. */
  public static Problem tooLarge(long max) {
    return ofRequest(
        413,
        "unkey/application/request_body_too_large",
        "Payload Too Large",
        "The request body must be at most " + max + " bytes.");
  }

  /** The input is not HTTP, or its head is larger than the server accepts. */
  public static Problem malformedHttp(int status, String title, String detail) {
    return ofRequest(status, INVALID, title, detail);
  }

  /** The server is overloaded. Nothing was counted. */
  public static Problem overloaded() {
    return of(
        503,
        "unkey/application/service_unavailable",
        "Service Unavailable",
        "The server is overloaded. Nothing was counted.");
  }

  /** The server does not know the keys yet, or is shutting down. Nothing was counted. */
  public static Problem notReady() {
    return of(
        503,
        "unkey/application/service_unavailable",
        "Service Unavailable",
        "The server is not ready: it has not read the keys yet, or is shutting down. Nothing was counted.");
  }

  /** The server is not ready, as the response to a readiness probe. */
  public static Problem notReady(String reason) {
    return of(
        503,
        "unkey/application/service_unavailable",
        "Service Unavailable",
        "The server is not ready: " + reason);
  }

  /** The database is unavailable. A change that was already begun may have been made. */
  public static Problem unavailable() {
    return of(
        500,
        "unkey/application/service_unavailable",
        "Internal Server Error",
        "The database of keys, namespaces and overrides is unavailable. Send the request again later.");
  }

  /** An internal error occurred. */
  public static Problem unexpected() {
    return of(
        500,
        "unkey/application/unexpected_error",
        "Internal Server Error",
        "An internal error occurred. The server log has the details under this request's id.");
  }

  /** Returns the HTTP status. */
  public int status() {
    return problemKind.status();
  }

  /** Returns whether the request contained no credentials. */
  public boolean isAnonymous() {
    List<Violation> listed = violations;
    return listed != null && !listed.isEmpty() && listed.get(0).location().equals(SECURITY);
  }

  /** Returns the last part of the problem's URL. */
  public String type() {
    return problemKind.type();
  }

  /** Returns the body that reports the problem to a client. */
  public ByteSegments body(String requestId) {
    return JsonWriter.envelope(requestId, out -> {
      out.writeObjectFieldStart("error");
      out.writeStringField("detail", getMessage());
      List<Violation> listed = violations;
      if (listed != null) {
        out.writeArrayFieldStart("errors");
        for (Violation each : listed) {
          out.writeStartObject();
          out.writeStringField("location", each.location());
          out.writeStringField("message", each.message());
          if (each.fix() != null) {
            out.writeStringField("fix", each.fix());
          }
          out.writeEndObject();
        }
        out.writeEndArray();
      }
      out.writeNumberField("status", problemKind.status());
      out.writeStringField("title", problemKind.title());
      out.writeStringField("type", TYPE_PREFIX + problemKind.type());
      out.writeEndObject();
    });
  }
}
