// SPDX-License-Identifier: Apache-2.0
/**
 * Memory: how much of the heap each part of a process may take, what things weigh, and whose things go first when several
 * workspaces share too little room. {@link io.weir.memory.MemoryPlan} is for users, the rest is the engine's own.
 */
@NullMarked
package io.weir.memory;

import org.jspecify.annotations.NullMarked;
