// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.report;

import java.util.List;

/**
 * The results of a suite.
 *
 * @param tables one per question
 * @param rows every value that the tables show
 * @param missing what could not be measured, and why
 * @param complete whether Weir itself was measured in every case
 */
public record SuiteReport(
    List<ReportTable> tables, List<ReportRow> rows, List<String> missing, boolean complete) {}
