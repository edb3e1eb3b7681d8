// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import io.weir.engine.Engine;

/**
 * One process of a fleet.
 *
 * @param name its name on the network
 * @param region the region that it belongs to
 * @param engine what decides there
 */
public record FleetProcess(String name, String region, Engine engine) {}
