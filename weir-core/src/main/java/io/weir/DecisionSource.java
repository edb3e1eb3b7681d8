// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The source of a decision's regional counts. */
public enum DecisionSource {
  /** From memory, without waiting. */
  LOCAL,
  /** The region's origin was read for this decision. */
  ORIGIN
}
