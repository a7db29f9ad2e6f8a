// Iterators of host code: `iter(sequence)` and `itertools.count()`, whose numbers name places of arrays.
//
// `next` changes them. So they are followed where statements run one after the other (const_run.cpp) and are nothing that
// an expression alone can look into.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/object.h"

namespace kernelc::sema {

// What `iter` and `.itertools.count` give; null where that is not known.
std::optional<Object> MakeIterator(std::string_view path, const std::vector<Object>& arguments);

// `next(iterator)`; null for other objects and at the end.
std::optional<Object> TakeNext(Object* iterator);

// The name of the iterator that `expr` takes the next value of: `next(name)`, or a call of a function of `module` that
// returns just that. Empty for other expressions.
std::string_view TakenIterator(const ast::Expr* expr, const ast::Module& module);

// The iterators that statements of a file take values of; null where one of them is also reached in a way that is not
// followed.
std::optional<Names> TakenIterators(const ast::Module& module);

}  // namespace kernelc::sema
