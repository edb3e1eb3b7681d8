// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * Whose counts: the identity of a subject. The limit is not part of it, so two limits on one subject share its counts.
 *
 * @param workspace the tenant
 * @param namespace the group of identifiers within the tenant
 * @param identifier who is limited
 * @param durationMillis the window's length
 */
public record SubjectKey(
    String workspace, String namespace, String identifier, long durationMillis) {}
