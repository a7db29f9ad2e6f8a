// What a program may say, though its author cannot have meant it.
#pragma once

#include <cstddef>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// The mask of lanes and the value in the order that other languages have.
void CheckLanes(FunctionContext& fn, const ast::Call& call, const Arguments& arguments);

// Numba takes floats as bounds and steps, and cuts them off.
bool CheckRange(FunctionContext& fn, const Arguments& arguments);

// A kernel's array whose name is given to a number that nobody reads: the element was to be
// written.
void CheckLostArrays(FunctionContext& fn);

// `cuda.grid(2) < a.shape` is no guard: the first parts that differ decide.
void CheckTupleOrder(FunctionContext& fn, ast::CompareOperator op, std::size_t parts,
                     SourceRange range, SourceRange left, SourceRange right);

// A value that is needed comes from a function that may end without giving one.
void CheckMissingReturn(FunctionContext& fn, const Value& optional, SourceRange range);

// A variable whose type depends on itself alone: nothing gives it a value in front of its first
// use.
void ReportUnknownType(FunctionContext& fn);

}  // namespace kernelc::sema
