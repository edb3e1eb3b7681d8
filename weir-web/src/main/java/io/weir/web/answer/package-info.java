// SPDX-License-Identifier: Apache-2.0
/** The texts of an answer: structured fields and problem details. */
@NullMarked
package io.weir.web.answer;

import org.jspecify.annotations.NullMarked;
