// Names of files as constants: `os.path`, `pathlib`, `__file__`, and code in memory that `link=` names.
#include <algorithm>
#include <filesystem>

#include "compiler/constants/constants.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/extern_functions.h"

namespace kernelc::constants {
namespace {

namespace fs = std::filesystem;

// Values of the file, whose first index runs fastest, in C order.
std::vector<Number> FromFortran(const ConstArray& array) {
  std::vector<Number> values(array.values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t rest = i;
    std::size_t place = 0;
    std::size_t stride = values.size();
    for (const std::int64_t extent : array.shape) {
      stride /= static_cast<std::size_t>(extent);
      place += rest % static_cast<std::size_t>(extent) * stride;
      rest /= static_cast<std::size_t>(extent);
    }
    values[place] = array.values[i];
  }
  return values;
}

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> choices) {
  return std::ranges::find(choices, text) != choices.end();
}

}  // namespace

std::optional<Object> ArrayOf(const StoredArray& stored) {
  const std::string bytes(reinterpret_cast<const char*>(stored.bytes.data()), stored.bytes.size());
  if (stored.record) {
    ConstArray records;
    records.shape = stored.shape;
    records.record = stored.record;
    records.records = bytes;
    return stored.fortran ? std::nullopt : std::optional(ArrayObject(std::move(records)));
  }
  Object text = Object::Str(bytes);
  text.is_bytes = true;
  const std::optional<Object> elements = ArrayFromBytes(text, stored.element);
  if (!elements) {
    return std::nullopt;
  }
  ConstArray array = *elements->array;
  array.shape = stored.shape;
  array.fortran = stored.fortran && stored.shape.size() > 1;
  if (array.fortran) {
    array.values = FromFortran(array);
  }
  return ArrayObject(std::move(array));
}

bool IsLinkableClass(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return path.starts_with("cuda.") &&
         IsOneOf(path.substr(dot + 1),
                 {"Archive", "CUSource", "Cubin", "Fatbin", "LTOIR", "Object", "PTXSource"});
}

// CUSource(data, name=None, setup_callback=None, teardown_callback=None)
std::optional<Object> Evaluator::EvalLinkable(const Object& callee, const Arguments& arguments) {
  const Object* data = arguments.Find(0, "data");
  const Object* name = arguments.Find(1, "name");
  if (data == nullptr || data->kind != ObjectKind::Str) {
    return std::nullopt;
  }
  LinkItem item;
  item.type = callee.text.substr(callee.text.rfind('.') + 1);
  item.name = name != nullptr && name->kind == ObjectKind::Str ? name->text : "<" + item.type + ">";
  item.text = data->text;
  return Object::Str(EncodeLink(item));
}

}  // namespace kernelc::constants
