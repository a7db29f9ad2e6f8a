// The types that annotations of parameters name.
#pragma once

#include <optional>
#include <string>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/files.h"
#include "compiler/types/signature.h"

namespace kernelc::constants {

// What names stand for in `scope`. Both outlive the result.
types::TypeNames NamesIn(Evaluator& evaluator, const Scope* scope);

// The type that the annotation of a parameter of `function` names: a type, a class of named tuples
// or a dtype of the file, a tuple of these, and whatever else signatures on the command line can
// say of the names that are seen there. Null, with `*reason` set, for others, which say nothing to
// kernels.
std::optional<abi::ArgType> AnnotatedType(const ast::Expr& annotation, const FunctionInfo& function,
                                          Evaluator& evaluator, std::string* reason);

}  // namespace kernelc::constants
