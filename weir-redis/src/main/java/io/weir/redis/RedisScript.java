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
 * @param text the source
 * @param sha the digest under which Redis caches it
 */
record RedisScript(String text, String sha) {

  static final RedisScript PUBLISH = load("publish.lua");
  static final RedisScript RESTORE = load("restore.lua");
  static final RedisScript HEARTBEAT = load("beat.lua");
  static final RedisScript RESET = load("reset.lua");
  static final RedisScript RESETS = load("resets.lua");
  static final RedisScript ACCOUNT = load("account.lua");

  /**
   * PUBLISH for the time when Redis is full, and only for existing cells: raising a count needs no memory, and memory
   * for an additional field was reserved. It is sent without permission to create anything else.
   */
  static final RedisScript RAISE = of("#!lua flags=allow-oom\n" + PUBLISH.text());

  private static RedisScript load(String file) {
    try (InputStream resource = RedisScript.class.getResourceAsStream(file)) {
      if (resource == null) {
        throw new IllegalStateException("the resource " + file + " is missing from this jar");
      }
      return of(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("can't read the resource " + file, e);
    }
  }

  private static RedisScript of(String text) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] digest = sha1.digest(text.getBytes(StandardCharsets.UTF_8));
      return new RedisScript(text, HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-1 is not available in this Java runtime", e);
    }
  }
}
