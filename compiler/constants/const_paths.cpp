// Names of files as constants: `os.path`, `pathlib`, `__file__`, and code in memory that `link=` names.
#include <algorithm>
#include <filesystem>

#include "compiler/constants/link_item.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_host.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/extern_functions.h"

namespace kernelc::constants {
namespace {

namespace fs = std::filesystem;

// What a file holds: External, with the file's name.
constexpr std::string_view kContents = "cuda.FileContents";

Object PathObject(const fs::path& path) {
  Object object = Object::Str(path.generic_string());
  object.is_path = true;
  return object;
}

// "dir/" and "dir" name the same folder.
fs::path ParentOf(const std::string& text) { return fs::path(text).parent_path(); }

std::optional<fs::path> JoinAll(const std::vector<Object>& parts) {
  fs::path joined;
  for (const Object& part : parts) {
    if (part.kind != ObjectKind::Str) {
      return std::nullopt;
    }
    joined = joined.empty() ? fs::path(part.text) : joined / part.text;
  }
  return joined;
}

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

std::string FileOf(const FileIndexImpl& index) {
  std::error_code error;
  const fs::path path = fs::absolute(index.path(), error);
  return error ? std::string(index.path()) : path.lexically_normal().generic_string();
}

std::optional<Object> PathCall(std::string_view path, const std::vector<Object>& arguments) {
  const std::optional<fs::path> joined = JoinAll(arguments);
  if (!joined || arguments.empty()) {
    return std::nullopt;
  }
  const std::string text = joined->generic_string();
  if (IsOneOf(path, {".pathlib.Path", ".pathlib.PurePath", ".pathlib.PosixPath",
                     ".pathlib.PurePosixPath"})) {
    return PathObject(*joined);
  }
  if (path == ".os.path.join") {
    return Object::Str(text);
  }
  if (arguments.size() != 1) {
    return std::nullopt;
  }
  if (IsOneOf(path, {".os.path.abspath", ".os.path.realpath", ".os.path.normpath"})) {
    return Object::Str(joined->lexically_normal().generic_string());
  }
  if (IsOneOf(path, {".os.fspath", ".os.path.expanduser", ".os.path.expandvars"})) {
    return Object::Str(text);
  }
  if (path == ".os.path.dirname") {
    return Object::Str(ParentOf(text).generic_string());
  }
  return path == ".os.path.basename" ? std::optional(Object::Str(joined->filename().string()))
                                     : std::nullopt;
}

std::optional<Object> PathMember(const Object& base, std::string_view name) {
  const fs::path path(base.text);
  if (name == "parent") {
    return PathObject(path.parent_path());
  }
  if (name == "name") {
    return Object::Str(path.filename().string());
  }
  if (name == "stem") {
    return Object::Str(path.stem().string());
  }
  return name == "suffix" ? std::optional(Object::Str(path.extension().string())) : std::nullopt;
}

std::optional<Object> PathMethod(const Object& base, std::string_view name,
                                 const std::vector<Object>& arguments) {
  fs::path path(base.text);
  if (IsOneOf(name, {"read_text", "read_bytes"})) {
    Object contents = Object::External(std::string(kContents));
    contents.elements.push_back(Object::Str(base.text));
    return contents;
  }
  if (IsOneOf(name, {"resolve", "absolute", "expanduser"})) {
    return PathObject(path.lexically_normal());
  }
  if (name == "as_posix") {
    return Object::Str(base.text);
  }
  const std::optional<fs::path> given = JoinAll(arguments);
  if (!given) {
    return std::nullopt;
  }
  if (name == "joinpath") {
    return PathObject(path / *given);
  }
  if (name == "with_name") {
    return PathObject(path.parent_path() / *given);
  }
  return name == "with_suffix" ? std::optional(PathObject(path.replace_extension(*given)))
                               : std::nullopt;
}

std::optional<Object> DividePaths(const Object& left, const Object& right) {
  const bool are_texts = left.kind == ObjectKind::Str && right.kind == ObjectKind::Str;
  if (!are_texts || (!left.is_path && !right.is_path)) {
    return std::nullopt;
  }
  return PathObject(fs::path(left.text) / right.text);
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
  const bool is_file = data != nullptr && data->kind == ObjectKind::External && data->text == kContents;
  if (data == nullptr || (!is_file && data->kind != ObjectKind::Str)) {
    return std::nullopt;
  }
  const std::string type = callee.text.substr(callee.text.rfind('.') + 1);
  LinkItem item;
  item.type = type;
  item.name = is_file                                                  ? data->elements.front().text
              : name != nullptr && name->kind == ObjectKind::Str ? name->text
                                                                       : "<" + type + ">";
  if (!is_file) {
    item.text = data->text;
  }
  return Object::Str(EncodeLink(item));
}

}  // namespace kernelc::constants
