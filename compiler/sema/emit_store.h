// Stores to elements and views.
//
// Where an array is stored to one that may lie in the same memory, the result is that of a copied
// right side. Slices of one array with the same steps need the right direction alone. Elsewhere the
// kernel asks whether the arrays overlap, and takes a slow way where they do (stdlib/overlaps.py);
// passes/known_overlaps drops both where the answer is known.
#pragma once

#include <functional>
#include <vector>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// Emits `plain`, which stores what it makes of the elements of `source` to those of `view`, in an
// order in which it destroys none that it still needs. `operation` is a ufunc where elements are
// not just stored, else None.
void EmitOverlapping(FunctionContext& fn, const Value& view, const Value& source,
                     const Value& operation, SourceRange range,
                     const std::function<bool(const StoreOrder&)>& plain);

// Nested loops over all indices of a view, in the calling thread.
void ForEachElement(FunctionContext& fn, const Value& view,
                    const std::function<void(const std::vector<kir::InstId>&)>& emit,
                    const StoreOrder& order = {});

// `value` to the element that a pointer points to. False, with a diagnostic, where the element
// cannot have it.
bool StoreElement(FunctionContext& fn, kir::InstId pointer, const Value& value,
                  SourceRange value_range);

// `value` to what a subscript or attribute designates.
void StorePlace(FunctionContext& fn, const Place& place, const Value& value, SourceRange range,
                SourceRange value_range);

// a[i, :] = 0.0, a[:] = b[:], a[3:6] = x, y, z
void StoreToView(FunctionContext& fn, const Value& view, const Value& value, SourceRange range,
                 SourceRange value_range);

}  // namespace kernelc::sema
