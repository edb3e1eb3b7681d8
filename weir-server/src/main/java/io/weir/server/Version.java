// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import org.jspecify.annotations.Nullable;

/** Which build of Weir this is. */
final class Version {
  /** As the jar's manifest says; classes that come from no jar are of no version. */
  static final String NAME = name();

  private Version() {}

  private static String name() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
