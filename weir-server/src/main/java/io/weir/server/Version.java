// SPDX-License-Identifier: Apache-2.0
package io.weir.server;

import org.jspecify.annotations.Nullable;

/** The version of this Weir build. */
final class Version {
  /** From the jar's manifest; "unknown" for classes that are not loaded from a jar. */
  static final String NAME = name();

  private Version() {}

  private static String name() {
    @Nullable String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
