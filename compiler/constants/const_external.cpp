// Calls of Python's builtins and of functions of modules, whose values are known while compiling.
#include <algorithm>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

std::optional<Object> MakeRange(const std::vector<Object>& arguments) {
  if (arguments.empty() || arguments.size() > 3 ||
      !std::ranges::all_of(arguments, [](const Object& object) { return object.is_int(); })) {
    return std::nullopt;
  }
  const Int128 start = arguments.size() == 1 ? Int128(0) : arguments[0].number.integer;
  const Int128 stop = arguments[arguments.size() == 1 ? 0 : 1].number.integer;
  const Int128 step = arguments.size() == 3 ? arguments[2].number.integer : Int128(1);
  std::vector<Object> elements;
  for (Int128 i = start; step != 0 && (step > 0 ? i < stop : i > stop); i += step) {
    if (elements.size() >= kMaxConstantParts) {
      return std::nullopt;
    }
    elements.push_back(Object::Of(Number::Int(i)));
  }
  return step == 0 ? std::nullopt : std::optional(Object::List(std::move(elements)));
}

// zip, enumerate, reversed, tuple, list, len of sequences.
std::optional<Object> SequenceCall(std::string_view name, const std::vector<Object>& arguments) {
  std::vector<ObjectList> sequences;
  for (const Object& argument : arguments) {
    std::optional<ObjectList> elements = ObjectElements(argument);
    if (!elements) {
      return std::nullopt;
    }
    sequences.push_back(std::move(*elements));
  }
  if (sequences.empty() || (sequences.size() != 1 && name != "zip")) {
    return std::nullopt;
  }
  ObjectList& first = sequences.front();
  if (name == "len") {
    return Object::Of(Number::Int(Int128(first.size())));
  }
  if (name == "reversed") {
    std::ranges::reverse(first.Own());
    return Object::List(std::move(first));
  }
  if (name == "tuple" || name == "list") {
    Object result = Object::Tuple(std::move(first));
    result.is_list = name == "list";
    return result;
  }
  std::vector<Object> result;
  if (name == "enumerate") {
    for (std::size_t i = 0; i < first.size(); ++i) {
      result.push_back(Object::Tuple({Object::Of(Number::Int(Int128(i))), first[i]}));
    }
    return Object::List(std::move(result));
  }
  std::size_t count = first.size();
  for (const ObjectList& sequence : sequences) {
    count = std::min(count, sequence.size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Object> row;
    for (const ObjectList& sequence : sequences) {
      row.push_back(sequence[i]);
    }
    result.push_back(Object::Tuple(std::move(row)));
  }
  return Object::List(std::move(result));
}

bool IsSequenceCall(std::string_view path) {
  static constexpr std::string_view kNames[] = {"enumerate", "len", "list", "reversed", "tuple", "zip"};
  return std::ranges::find(kNames, path) != std::end(kNames);
}

// list(), int() and the like.
std::optional<Object> MakeEmpty(std::string_view path) {
  if (path == "list" || path == "tuple") {
    return path == "list" ? Object::List(ObjectList()) : Object::Tuple({});
  }
  if (path == "int" || path == "bool") {
    return Object::Of(path == "int" ? Number::Int(0) : Number::Bool(false));
  }
  if (path == "float") {
    return Object::Of(Number::Float(0.0));
  }
  return path == "str" ? std::optional(Object::Str({})) : std::nullopt;
}

}  // namespace

std::optional<Object> Evaluator::EvalExternalCall(const Object& callee, const Arguments& given) {
  const std::string_view path = callee.text;
  if (given.positional.empty() && given.keywords.empty()) {
    if (std::optional<Object> made = MakeEmpty(path)) {
      return made;
    }
  }
  const std::vector<Object>& arguments = given.positional;
  if (path == "cuda.const.array_like") {
    return arguments.size() == 1 && arguments[0].kind == ObjectKind::Array
               ? std::optional(arguments[0])
               : std::nullopt;
  }
  // An object of it has no state that matters: kernels call its from_buffer alone.
  if (path == "cffi.FFI") {
    return Object::External("cffi.ffi");
  }
  if (!given.keywords.empty()) {
    return std::nullopt;
  }
  if (path == "range") {
    return MakeRange(arguments);
  }
  if (path == "len" && arguments.size() == 1 && arguments[0].kind == ObjectKind::Array) {
    const std::vector<std::int64_t>& shape = arguments[0].array->shape;
    return shape.empty() ? std::nullopt : std::optional(Object::Of(Number::Int(shape.front())));
  }
  return IsSequenceCall(path) ? SequenceCall(path, arguments) : std::nullopt;
}

}  // namespace kernelc::constants
