// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.properties;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keeps passwords out of texts. */
public final class Secrets {
  private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
  private static final Pattern QUERY = Pattern.compile("[?;].*", Pattern.DOTALL);

  private Secrets() {}

  /** An address without user, password and parameters; "none" for none. */
  public static String hidden(@Nullable String address) {
    if (address == null) {
      return "none";
    }
    String bare = QUERY.matcher(address).replaceFirst("");
    return USER_INFO.matcher(bare).replaceFirst("//");
  }
}
