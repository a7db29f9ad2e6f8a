// Iterators of host code: `iter(sequence)` and `itertools.count()`, whose numbers name places of arrays.
//
// `next` changes them. So they are followed where statements run one after the other (const_run.cpp) and are nothing that
// an expression alone can look into.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/sema/object.h"

namespace kernelc::sema {

// What `iter` and `.itertools.count` give; null where that is not known.
std::optional<Object> MakeIterator(std::string_view path, const std::vector<Object>& arguments);

// `next(iterator)`; null for other objects and at the end.
std::optional<Object> TakeNext(Object* iterator);

bool IsIterator(const Object& object);

}  // namespace kernelc::sema
