// SPDX-License-Identifier: Apache-2.0
/**
 * Memory: how much of the heap each part of a process may use, the sizes of objects, and which workspace's objects are
 * evicted first when several share too little room. {@link io.weir.memory.MemoryPlan} is for users, the rest is
 * internal to the engine.
 */
@NullMarked
package io.weir.memory;

import org.jspecify.annotations.NullMarked;
