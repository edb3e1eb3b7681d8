// SPDX-License-Identifier: Apache-2.0
package io.weir.server.api.access;

import io.weir.server.directory.Directory;
import io.weir.server.directory.KeyHash;
import io.weir.server.directory.RootKey;
import io.weir.server.directory.Tenant;
import io.weir.server.problem.Problem;
import io.weir.time.EpochClock;
import java.util.List;

/** Lets callers in who have a root key. */
public final class Door {
  private static final String SCHEME = "Bearer ";

  private final Directory directory;
  private final EpochClock clock;

  /** To the tenants of this directory. */
  public Door(Directory directory, EpochClock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** Who asks, by the values of the authorization headers. */
  public Caller admit(List<String> authorizations) {
    RootKey key = directory.key(KeyHash.of(token(authorizations)));
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
    return new Caller(key, tenant);
  }

  private static String token(List<String> authorizations) {
    if (authorizations.size() != 1) {
      throw Problem.malformedAuthorization("There was more than one such header.");
    }
    String header = authorizations.get(0);
    if (!header.startsWith(SCHEME)) {
      throw Problem.malformedAuthorization("The header did not begin with 'Bearer '.");
    }
    String token = header.substring(SCHEME.length()).strip();
    if (token.isEmpty()) {
      throw Problem.malformedAuthorization("The header held no key.");
    }
    return token;
  }
}
