// The orders in which loops and flat indices run over the elements of arrays.
#pragma once

#include <optional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// What `a.flat` gives.
bool IsFlat(FunctionContext& fn, const Value& value);

// The elements as an array where memory holds them one after the other.
Value EmitFlat(FunctionContext& fn, const Value& array);

// The elements of a contiguous array, or of one with one dimension, as an array with one dimension;
// poison where memory holds them in another order.
Value RavelView(FunctionContext& fn, const Value& array);

// The pointer to element number `index`, which is not negative, in C order.
Place FlatPlace(FunctionContext& fn, const Value& array, const Value& index);

// `a.flat[i]`; null where the subscript is something else.
std::optional<Place> EmitFlatSubscript(FunctionContext& fn, const ast::Subscript& subscript);

// The element that a subscript of `a.flat` names.
Place FlatElement(FunctionContext& fn, const Value& array, const ast::Subscript& subscript);

// The elements of an array in C order.
Sequence FlatSequence(FunctionContext& fn, const Value& array);

// np.nditer runs through memory in its own order.
std::optional<Sequence> IterSequence(FunctionContext& fn, const Value& value, SourceRange range);

// The extents that np.ndindex(...) is given, as numbers or as tuples of them.
std::optional<std::vector<Value>> NdExtents(FunctionContext& fn, const Arguments& arguments);

// The index tuples of np.ndindex.
Sequence NdIndexSequence(FunctionContext& fn, const std::vector<Value>& extents);

// Index tuples and elements, of np.ndenumerate.
Sequence NdEnumerateSequence(FunctionContext& fn, const Value& array);

// Loops over a.flat, np.nditer(a), np.ndenumerate(a) and np.ndindex(shape). `*handled` becomes
// false for others.
std::optional<Sequence> MakeArraySequence(FunctionContext& fn, const ast::Expr* iter,
                                          bool* handled);

}  // namespace kernelc::sema
