// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * Whose counts: the identity of a subject. The limit is not part of it, so two limits on one subject share its counts.
 *
 * @param workspace the tenant
 * @param namespace the group of identifiers within the tenant
 * @param identifier who is limited
 * @param durationMillis the window's length
 * @param epoch the reset after which these counts began, in Unix milliseconds; 0 if there was none that matters to them
 */
public record SubjectKey(
    String workspace, String namespace, String identifier, long durationMillis, long epoch) {

  /** A subject that was not reset. */
  public SubjectKey(String workspace, String namespace, String identifier, long durationMillis) {
    this(workspace, namespace, identifier, durationMillis, 0);
  }
}
