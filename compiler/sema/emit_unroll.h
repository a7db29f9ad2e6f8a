// What a walk over a function learns about its code: loops to write out, branches that types
// decide. The function is renamed again with it.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The statements of the function, with loops written out.
ast::NodeList<ast::Stmt> Body(const FunctionContext& fn);

// Whether a condition is one that types may decide.
bool AsksTypes(const FunctionContext& fn, const ast::Expr* test);

// Notes the truth of a condition that the types of values decide, so that the other branch is not
// compiled; null where it is not known.
std::optional<bool> LearnCondition(FunctionContext& fn, const ast::Expr* test,
                                   const Value& condition);

// Begins again with what this walk learned.
void ApplyLearned(FunctionContext& fn);

// `literal_unroll(...)`, also inside enumerate and zip.
bool IsLiteralUnroll(FunctionContext& fn, const ast::Expr* iter);

// Whether the loop will be written out when the function is walked again.
bool RequestUnroll(FunctionContext& fn, const ast::For& loop);

// An element of a tuple of several types, named by the variable of a loop: the loop is written out,
// and the index known.
bool RequestUnrollFor(FunctionContext& fn, const ast::Expr* index);

// Reports a loop over elements without a common type that is not written out.
void ReportMixed(FunctionContext& fn, const Value& tuple, SourceRange range);

}  // namespace kernelc::sema
