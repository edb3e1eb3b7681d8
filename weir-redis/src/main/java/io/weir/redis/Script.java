// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script that runs inside Redis.
 *
 * @param text what it does
 * @param sha the name under which Redis keeps it
 */
record Script(String text, String sha) {

  static final Script PUBLISH = load("publish.lua");
  static final Script RESTORE = load("restore.lua");
  static final Script BEAT = load("beat.lua");

  private static Script load(String file) {
    try (InputStream resource = Script.class.getResourceAsStream(file)) {
      if (resource == null) {
        throw new IllegalStateException("the resource " + file + " is missing from this jar");
      }
      byte[] bytes = resource.readAllBytes();
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      return new Script(
          new String(bytes, StandardCharsets.UTF_8), HexFormat.of().formatHex(sha1.digest(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the resource " + file, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
