// SPDX-License-Identifier: Apache-2.0
package io.weir.memory;

/** What things take in the heap, in bytes. */
public final class HeapSizes {
  /*
   * Sums of what a 64-bit JVM with compressed references gives the objects, rounded up. A test measures real ones. Without
   * compressed references, from 32 GB of heap on, objects take up to a quarter more, which the plan's reserve covers.
   */

  /** A subject, two cells, and their node in the map, as a node of a tree if identifiers were chosen to collide. */
  public static final long SUBJECT = 336;

  /** What the publisher remembers of a dirty cell, and its places in line. */
  public static final long DRAFT = 112;

  /** A scope, its map, its names and what finds it. */
  public static final long SCOPE = 480;

  /** A subject's slots in its map's array, which doubles when it is three quarters full and never shrinks. */
  public static final long SLOT = 12;

  /** The instants of a subject's recent units in two windows, as many as an exact window may have, and their node in a map. */
  public static final long ADMISSION_LOG = 1_400;

  /** A hot cell, its names, and its places in the list. */
  public static final long HOT_CELL = 312;

  /** A draft's place in line by workspace. */
  public static final long ORPHAN = 56;

  /** A row of foreign sums in an array that is half empty, and its part of a second one while a stripe is rebuilt. */
  public static final long FOREIGN_SUM = 120;

  /** A sum on its way from the ledger, if its names are as long as they may be: as the driver keeps them, and as text. */
  public static final long PULLED_SUM = 10_240;

  private static final long STRING = 24;
  private static final long ARRAY = 16;

  private HeapSizes() {}

  /** Of a string: one byte per character if all are Latin-1, else two per UTF-16 unit. */
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
