// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * The identity of a subject. The limit is not part of it, so two limits on one subject share its counts.
 *
 * @param workspace the tenant
 * @param namespace the group of identifiers within the tenant
 * @param identifier the identifier that is limited
 * @param durationMillis the window's length
 * @param epoch the reset after which these counts began, in Unix milliseconds; 0 if no reset applies to them
 */
public record SubjectKey(
    String workspace, String namespace, String identifier, long durationMillis, long epoch) {

  /** Creates the key of a subject that was not reset. */
  public SubjectKey(String workspace, String namespace, String identifier, long durationMillis) {
    this(workspace, namespace, identifier, durationMillis, 0);
  }
}
