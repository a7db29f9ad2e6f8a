// `match`: cases become comparisons, tried from the top.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Whether the subject fits, as a bool.
Value EmitPattern(FunctionContext& fn, const ast::Match& match, const ast::Pattern* pattern,
                  const Value& subject);

// Both patterns' truths at once; nothing of the second is left where the first never fits.
Value EmitBoth(FunctionContext& fn, const Value& first, const Value& second);

}  // namespace kernelc::sema
