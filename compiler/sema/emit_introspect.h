// Questions about types, answered while compiling: isinstance, type, hasattr, getattr.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The second argument of isinstance: types, tuples of them, `int | float`, type(None), type(y).
std::optional<bool> IsInstanceOf(FunctionContext& fn, const Value& value, const ast::Expr* classes);

// The attribute of a value as `x.name` gives it, or poison; reports nothing, and its code runs only
// where it is asked for.
Value TryAttribute(FunctionContext& fn, const Value& base, const ast::Attribute& attribute,
                   kir::RegionId region);

}  // namespace kernelc::sema
