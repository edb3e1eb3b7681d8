// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** Where a decision's regional counts came from. */
public enum DecisionSource {
  /** From memory, without waiting. */
  LOCAL,
  /** The region's origin was asked for this decision. */
  ORIGIN
}
