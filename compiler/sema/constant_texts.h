// How a program writes its constants, for text that people read: see kir::ConstantText and
// kir::NamedConstant. Nothing else depends on it.
#pragma once

#include <functional>

#include "compiler/sema/value.h"

namespace kernelc::sema {

// Where an expression of a function stands.
struct TextPlace {
  Evaluator& evaluator;
  kir::Module& module;
  kir::Function& function;
  const Scope& scope;
  // Whether a name is a variable of the function.
  const std::function<bool(const ast::Name&)>& is_local;
};

// Gives `value`, which `expr` is, its text, where `expr` is the name of a constant from outside of
// the function or is computed of such names; names the module's constant where it is an array.
void AddConstantText(const TextPlace& place, const ast::Expr& expr, Value* value);

// Gives `converted`, which is `value` in another type, its text, where a conversion of what the text says gives the same.
void KeepConstantText(const Value& value, Value* converted);

// Notes the text of `value`, if any, for the operation that was made of it; see kir::ConstantText.
void NoteConstantText(kir::Function& function, kir::InstId inst, const Value& value,
                      std::uint32_t place = 0);

// Gives the array that `table` is, if it is a constant of the module without a name, that of the
// tuple that it was made of.
void NameTable(kir::Module& module, const kir::Function& function, const Value& table,
               const Value& tuple);

}  // namespace kernelc::sema
