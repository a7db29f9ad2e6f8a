// What decorators say: their calls, and the options that these give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/constants/object.h"

namespace kernelc::constants {

struct DecoratorArgument {
  // Empty: by its place.
  std::string name;
  // Null: not known.
  std::optional<Object> value;
  // Null where the text of the decorator does not have it.
  const ast::Expr* expr = nullptr;
  // Of the value, and with the name; where the text does not have it, of the decorator.
  SourceRange range;
  SourceRange whole;
};

// A decorator of a library with what it was given, apart from the function: as the run of the program had it, or as the text
// says it.
struct DecoratorCall {
  std::string path;
  std::vector<DecoratorArgument> arguments;
  // The run has come here: it does not know what has no value.
  bool is_run = false;
};

// Unknown: there is no such option. Open: it has no value, and changes no result.
enum class OptionState : std::uint8_t { Done, NotUnderstood, Unknown, Open };

// `value` null: not known. `is_set`: it is a set that is not empty.
OptionState SetOption(std::string_view name, const std::optional<Object>& value, bool is_set,
                      DecoratorOptions* options);

// One that changes nothing here, or that the launch side reads.
bool IsIgnoredOption(std::string_view name);

// The types of a tuple of types; null where something else is among them.
std::optional<std::vector<abi::ArgType>> AllTypes(const std::vector<Object>& elements);

bool IsSignatureOption(std::string_view name);

// Of kernels, not of functions that they call.
bool IsKernelDecorator(std::string_view path);

}  // namespace kernelc::constants
