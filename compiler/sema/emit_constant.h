// Constants of files in kernels: NumPy arrays, tables, enumerations, named tuples.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// A constant of the module. Its place is taken at the entry of the function, once for all that read
// it.
Value EmitConstArray(FunctionContext& fn, const host::ConstantRef& array);

// Constant arrays stand before all else.
void PlaceConstants(FunctionContext& fn);

// A tuple of known numbers of one type as an array, where that is the better way to look things up
// in it.
std::optional<Value> EmitTable(FunctionContext& fn, const std::vector<Value>& elements);

// What stands at an index that is within a tuple.
using Lookup = std::function<Value(const Value& index)>;

// The elements of `tuple`, each as one of `type`: numbers from a table, tuples from one for each of their places. Null
// where some are not known or a table is not the better way.
Lookup EmitLookup(FunctionContext& fn, const std::vector<Value>& elements, types::NumericType type,
                  const Value& tuple);

// Attributes of constants, enumerations and named tuples.
std::optional<Value> EmitMember(FunctionContext& fn, const Value& base, std::string_view name);

// Point(x, y=2)
Value EmitNamedTuple(FunctionContext& fn, const ast::Call& call, const NamedTupleInfo& info,
                     const std::shared_ptr<const NamedTupleInfo>& fields);

}  // namespace kernelc::sema
