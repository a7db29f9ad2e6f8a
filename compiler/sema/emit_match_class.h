// Class patterns of `match`: `case int(n):`, `case Point(x=0, y=y):`. Types are known while
// compiling, so that only parts of the pattern are compared when the kernel runs.
#pragma once

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// What the parts of a pattern are compared with: those by position, then those by name; poison for
// what the subject does not have. The class fits.
PatternParts ClassParts(FunctionContext& fn, const ast::MatchClass& pattern, const Value& subject);

// Whether the subject has the class and its parts fit.
Value EmitClassPattern(FunctionContext& fn, const ast::Match& match, const ast::MatchClass& cls,
                       const Value& of);

}  // namespace kernelc::sema
