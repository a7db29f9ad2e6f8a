// What iter(...), enumerate(...), zip(...) and NumPy's iterators give. An iterator is a named tuple
// of what it runs over and of an array of one number of the thread's own, which counts. So it lives
// in slots and is passed on as tuples are, and whoever has it takes from the same elements; nothing
// else takes it for a tuple.
#pragma once

#include <optional>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// What iter(...), enumerate(...) and zip(...) give as values.
bool IsIterator(FunctionContext& fn, const Value& value);

// What an iterator gives. Taking counts, where everybody who has the iterator sees it.
std::optional<Sequence> SequenceOfIterator(FunctionContext& fn, const Value& value,
                                           SourceRange range);

}  // namespace kernelc::sema
