// SPDX-License-Identifier: Apache-2.0
/** The text formats of responses: structured fields and problem details. */
@NullMarked
package io.weir.web.answer;

import org.jspecify.annotations.NullMarked;
