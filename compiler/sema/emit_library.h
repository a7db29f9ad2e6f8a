// Calls of functions of stdlib/.
#pragma once

#include <span>
#include <string_view>

#include "compiler/functions/functions.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Brings the arguments to the types of the row; false after an error.
bool ConvertLibraryArguments(FunctionContext& fn, const functions::LibraryInfo& info,
                             std::string_view name, Arguments* arguments);

// `x.view(dtype)`: the bits of a number as another type of the same size.
Value EmitScalarView(FunctionContext& fn, const ast::Call& call, const Value& value);

// A call of a function of stdlib.def.
Value EmitLibrary(FunctionContext& fn, const ast::Call& call, const functions::LibraryInfo& info);

// A long tuple of known numbers as a table in memory, which a function runs over; other values as they are. Passed element by
// element, the call and the loop over it would be as long as the tuple.
Value AsPassed(FunctionContext& fn, const Value& value);

// Calls stdlib's "file.function" with these values.
Value CallLibrary(FunctionContext& fn, std::string_view function, std::span<const Value> values,
                  SourceRange range, std::string_view name);

}  // namespace kernelc::sema
