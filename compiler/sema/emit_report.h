// What a function says is wrong with names, paths and syntax.
#pragma once

#include <optional>
#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Reports a construct that kernels do not have; gives poison.
Value Unsupported(FunctionContext& fn, const ast::Node& node);

// Reports a name without a value; gives poison.
Value ReportUnknownName(FunctionContext& fn, const ast::Name& name);

// Reports what kernels do not have of the outside world; gives poison.
Value ReportExternal(FunctionContext& fn, const Object& object, SourceRange range, bool called);

// How the program writes what stands at a place.
std::string_view SpellingAt(const FunctionContext& fn, SourceRange range);

// The value of an expression without local names, where it is known.
std::optional<Object> EvalConstant(FunctionContext& fn, const ast::Expr* expr);

}  // namespace kernelc::sema
