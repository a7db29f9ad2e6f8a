// Names of files as constants: `os.path`, `pathlib`, `__file__`, and code in memory that `link=` names.
#include <algorithm>

#include "compiler/constants/constants.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"

namespace kernelc::constants {
namespace {

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> choices) {
  return std::ranges::find(choices, text) != choices.end();
}

}  // namespace

bool IsLinkableClass(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return path.starts_with("cuda.") &&
         IsOneOf(path.substr(dot + 1),
                 {"Archive", "CUSource", "Cubin", "Fatbin", "LTOIR", "Object", "PTXSource"});
}

// CUSource(data, name=None, setup_callback=None, teardown_callback=None)
std::optional<Object> Evaluator::EvalLinkable(std::string_view path, const Arguments& arguments) {
  const Object* data = arguments.Find(0, "data");
  const Object* name = arguments.Find(1, "name");
  if (data == nullptr || data->kind != ObjectKind::Str) {
    return std::nullopt;
  }
  LinkItem item;
  item.type = path.substr(path.rfind('.') + 1);
  item.name = name != nullptr && name->kind == ObjectKind::Str ? name->text : "<" + item.type + ">";
  item.text = data->text;
  return Object::Str(EncodeLink(item));
}

}  // namespace kernelc::constants
