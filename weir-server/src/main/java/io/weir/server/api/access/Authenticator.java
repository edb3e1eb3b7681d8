// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.util.List;

/** Authenticates requests by root key. */
public final class Authenticator {
  private static final String SCHEME = "Bearer ";

  /** No key is longer, so a longer token need not be hashed. */
  private static final int MAX_KEY = 256;

  private final Directory directory;
  private final EpochClock clock;

  /** Creates an authenticator that looks up keys in {@code directory}. */
  public Authenticator(Directory directory, EpochClock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Returns the authenticated caller, or throws a problem if the key is missing, unknown, disabled or expired, or its
   * workspace is disabled.
   */
  public ApiPrincipal authenticate(List<String> authorizations) {
    String token = token(authorizations);
    if (token.length() > MAX_KEY) {
      throw Problem.keyNotFound();
    }
    return authenticate(KeyHash.of(token));
  }

  /** Authenticates the same caller again, some time later. */
  public ApiPrincipal reauthenticate(ApiPrincipal apiPrincipal) {
    return authenticate(apiPrincipal.key().hash());
  }

  private ApiPrincipal authenticate(KeyHash hash) {
    RootKey key = directory.key(hash);
    if (key == null || key.deleted()) {
      throw Problem.keyNotFound();
    }
    if (!key.enabled()) {
      throw Problem.keyDisabled();
    }
    if (key.isExpired(clock.epochMillis())) {
      throw Problem.keyExpired(key.expiresAt());
    }
    Tenant tenant = directory.tenant(key.workspaceId());
    if (tenant == null) {
      throw Problem.workspaceNotFound();
    }
    if (!tenant.workspace().enabled()) {
      throw Problem.workspaceDisabled();
    }
    return new ApiPrincipal(key, tenant);
  }

  private static String token(List<String> authorizations) {
    if (authorizations.size() != 1) {
      throw Problem.malformedAuthorization("More than one Authorization header was sent.");
    }
    String header = authorizations.get(0);
    if (!header.startsWith(SCHEME)) {
      throw Problem.malformedAuthorization(
          "The Authorization header does not begin with 'Bearer '.");
    }
    String token = header.substring(SCHEME.length()).strip();
    if (token.isEmpty()) {
      throw Problem.malformedAuthorization("The Authorization header contains no key.");
    }
    return token;
  }
}
