// What to write instead of an expression whose type does not fit, in the program's own words. Texts
// are the source of expressions; an empty answer is better than a wrong one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/constants/files.h"
#include "compiler/sema/value.h"

namespace kernelc::sema {

// For an index of another type than integer.
std::string HelpForIndex(const Value& value, std::string_view text);

// Whether a text divides with `/`, and holds nothing that is no integer as far as it tells.
bool DividesIntegers(std::string_view text);

// For what cannot be indexed.
std::string HelpForSubscript(const Value& base, const ast::Subscript& node,
                             const SourceManager& sources);

// For a store into what is no array; `is_tuple`: it is a tuple.
std::string HelpForElementWrite(const Value& base, bool is_tuple, bool is_constant, std::string_view text);

// For what cannot be called; `is_indexable`: it is an array or tuple.
std::string HelpForCall(const Value& callee, bool is_indexable, const ast::Call& call,
                        const SourceManager& sources);

// For a method that does not exist; `is_attribute`: an attribute has the name.
std::string HelpForMethod(const Value& base, bool is_attribute, const ast::Call& call,
                          const ast::Attribute& method, const SourceManager& sources);

// For an attribute of what has none; `class_scope`: it is the object of that class's method, which kernels do not get.
std::string HelpForAttribute(const Value& base, const ast::Attribute& node, const Scope* class_scope);

bool IsArrayAttribute(std::string_view name);

// For an attribute that arrays do not have.
std::string HelpForArrayAttribute(std::string_view name);

// For operands that an operator does not take.
std::string HelpForOperands(const Value& left, const Value& right, std::string_view left_text,
                            std::string_view right_text);

// For a value that is given to `count` names and has no elements.
std::string HelpForUnpack(const Value& value, std::string_view text, std::size_t count);

// For an argument of `range` that is no integer; `is_array`: it is one with dimensions.
std::string HelpForRange(const Value& value, bool is_array, std::string_view text);

// For what is stored in an array of numbers; `ndim` of the array that it is, 0 for no array.
std::string HelpForStore(const Value& value, unsigned ndim, std::string_view text);

// For an argument that is to be a number; `is_array`: it is an array.
std::string HelpForNumber(const Value& value, bool is_array, std::string_view text);

// For an operator whose operands are arrays or numbers: the text of one that is an array of `ndim` dimensions.
std::string HelpForArrays(bool is_product, unsigned ndim, std::string_view text, std::string_view left,
                          std::string_view right);

// For text in an operator; `compares` tells which.
std::string HelpForText(bool compares);

// For a wrong number of arguments of a function with these parameters; empty where nothing is known to be meant.
std::string HelpForArity(const ast::Call& call, std::span<const std::string_view> parameters,
                         const SourceManager& sources);

// The same for the builtin `path`, which takes `wanted` arguments by position.
std::string HelpForBuiltin(std::string_view path, const ast::Call& call, std::size_t wanted, const SourceManager& sources);

// For an atomic operation whose first argument is no array; `second_is_array`: the next one is.
std::string HelpForAtomic(const ast::Call& call, bool second_is_array, const SourceManager& sources);

// For parts that the shape of an array, as `text` may name it, does not have.
std::string HelpForExtents(std::string_view text, std::int64_t count);

// For a name that is read before it has a value.
std::string HelpForUndefined(std::string_view name);

}  // namespace kernelc::sema
