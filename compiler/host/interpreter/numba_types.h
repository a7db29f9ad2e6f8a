// Types and signatures of Numba as values of the program: objects of Kind::External with a payload.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/host/interpreter/context.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::host {

// `text` of the object spells it: equal ones are one thing.
struct NumbaType : Payload {
  explicit NumbaType(std::vector<abi::ArgType> the_types) : types(std::move(the_types)) {}
  NumbaType(std::vector<abi::ArgType> parameters, std::optional<abi::ArgType> the_result)
      : types(std::move(parameters)), is_signature(true), result(std::move(the_result)) {}

  // Of a type, itself, and None's as the second where it may be None; of a signature, those of the
  // parameters.
  std::vector<abi::ArgType> types;
  bool is_signature = false;
  // Of a signature; null for void, and where the function tells.
  std::optional<abi::ArgType> result;
};

// The payload; null for what has none.
const NumbaType* NumbaTypeOf(const Value& value);
Value MakeNumbaType(Context& c, NumbaType type);
// Of an object of Kind::External. Equal for those that are one in Python: `numba.float32` and
// `types.f4` have the text of their type, all others their path.
std::string ExternalName(const Object& external);
// Whether two of them are equal; null where that is not known.
std::optional<bool> IsEqualExternal(const Object& a, const Object& b);
// `float32[:, ::1]`; undefined where it is not the type of an array.
Value MakeArrayType(Context& c, const Value& element, const Value& index);
// A call of a type, or of what makes types and signatures; undefined for everything else.
Value CallNumbaType(Context& c, const Value& callee, const Arguments& a);

}  // namespace kernelc::host
