// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.result.Run;
import java.util.List;

/**
 * What a variant does.
 *
 * @param variant which one
 * @param production under the RFC's production traffic
 * @param attacks under the even-spread attack, for each load the worst run over all seeds
 */
public record VariantResult(PolicyVariant variant, Run production, List<Run> attacks) {}
