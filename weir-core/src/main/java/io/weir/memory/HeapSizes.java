// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/** The heap sizes of the engine's objects, in bytes. */
public final class HeapSizes {
  /*
   * Sums of the object sizes on a 64-bit JVM with compressed references, rounded up. A test measures real ones.
   * Without compressed references, from 32 GB of heap on, objects are up to a quarter larger, which the plan's reserve
   * covers.
   */

  /** A subject, two cells, and their map node; a tree node, in case identifiers were chosen to collide. */
  public static final long SUBJECT = 336;

  /** The publisher's record of a dirty cell, and its queue entries. */
  public static final long DRAFT = 112;

  /** A scope, its map, its names and the reference that finds it. */
  public static final long SCOPE = 480;

  /** A subject's slots in its map's array, which doubles when it is three quarters full and never shrinks. */
  public static final long SLOT = 12;

  /**
   * The instants of a subject's recent units in two windows, as many as an exact window may have, and their map node.
   */
  public static final long ADMISSION_LOG = 1_400;

  /** A hot cell, its names, and its list entries. */
  public static final long HOT_CELL = 312;

  /** A draft's entry in the queue of its workspace. */
  public static final long ORPHAN = 56;

  /** A row of foreign sums in an array that is half empty, and its part of a second one while a stripe is rebuilt. */
  public static final long FOREIGN_SUM = 120;

  /** A sum being read from the ledger, if its names have the maximum length: once in the driver, and once as text. */
  public static final long PULLED_SUM = 10_240;

  private static final long STRING = 24;
  private static final long ARRAY = 16;

  private HeapSizes() {}

  /** The size of a string: one byte per character if all are Latin-1, else two per UTF-16 unit. */
  public static long ofString(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xFF) {
        bytes *= 2;
        break;
      }
    }
    return STRING + ((ARRAY + bytes + 7) & -8);
  }
}
