// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.result.Run;
import java.util.List;

/**
 * The result of a policy variant.
 *
 * @param variant the variant
 * @param production the run under the RFC's production traffic
 * @param attacks the runs under the even-spread attack: for each load the worst run over all seeds
 */
public record VariantResult(PolicyVariant variant, Run production, List<Run> attacks) {}
