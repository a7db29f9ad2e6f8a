// What names of the file stand for among the values of a command line.
#include <fmt/format.h>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {

std::optional<NamedOnCommandLine> FindNamed(const FileIndex& index, std::string_view path) {
  CodeArena arena;
  Evaluator evaluator(index.impl(), arena);
  const std::size_t dot = path.find('.');
  std::optional<Object> object = evaluator.EvalAtEnd(path.substr(0, dot));
  if (object && dot != std::string_view::npos) {
    object = evaluator.Member(*object, path.substr(dot + 1));
  }
  NamedOnCommandLine named;
  if (object && object->kind == ObjectKind::NamedTupleType) {
    named.tuple_class = object->fields->name;
    named.fields = object->fields->names;
    return named;
  }
  if (object && object->kind == ObjectKind::EnumMember) {
    object = Object(object->elements.front());
  }
  const std::optional<std::string> text =
      object && object->is_number() ? ObjectText(*object) : std::nullopt;
  if (!text) {
    return std::nullopt;
  }
  named.number = object->typed
                     ? fmt::format("{}:{}", abi::scalar_info(object->scalar).text, *text)
                     : *text;
  return named;
}

}  // namespace kernelc::constants
