// host_functions.def as a table, and how its rows become values.
#include "compiler/host/natives.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "compiler/host/array.h"

namespace kernelc::host {
namespace {

NativeRow Function(std::string_view path, Effect effect, NativeBody body) {
  NativeRow row{path, effect, body, {}, false, false, nullptr};
  if (effect == Effect::Reads) {
    const std::string_view name = path.substr(path.rfind('.') + 1);
    const std::size_t reads = name == "where" ? 3 : name == "dot" || name == "matmul" ? 2 : 1;
    row.operands = UfuncOperands(name).value_or(reads);
  }
  return row;
}
NativeRow Method(std::string_view path, Effect effect, NativeBody body) {
  return {path, effect, body, {}, true, false, nullptr};
}
NativeRow Attribute(std::string_view path, NativeBody body) {
  return {path, Effect::Pure, body, {}, true, true, nullptr};
}
NativeRow Python(std::string_view path, std::string_view file, Effect effect) {
  return {path, effect, nullptr, file, false, false, nullptr};
}
NativeRow Constant(std::string_view path, Value (*constant)(Context& c)) {
  return {path, Effect::Pure, nullptr, {}, false, false, constant};
}

const std::vector<NativeRow>& Rows() {
  static const std::vector<NativeRow> rows = {
#define HOST_FUNCTION(path, effect, body) Function(path, Effect::effect, body),
#define HOST_METHOD(path, effect, body) Method(path, Effect::effect, body),
#define HOST_ATTRIBUTE(path, body) Attribute(path, body),
#define HOST_PYTHON(path, file) Python(path, #file, Effect::Handles),
#define HOST_PYTHON_READS(path, file) Python(path, #file, Effect::Reads),
#define HOST_CONSTANT(path, value)         \
  Constant(path, [](Context& c) -> Value { \
    static_cast<void>(c);                  \
    return value;                          \
  }),
#include "compiler/host/host_functions.def"
  };
  return rows;
}

const std::unordered_map<std::string_view, const NativeRow*>& RowsByPath() {
  static const std::unordered_map<std::string_view, const NativeRow*> by_path = [] {
    std::unordered_map<std::string_view, const NativeRow*> map;
    for (const NativeRow& row : Rows()) {
      map.emplace(row.path, &row);
    }
    return map;
  }();
  return by_path;
}

bool IsBuiltinAttribute(std::string_view type, std::string_view name) {
  static const std::unordered_map<std::string_view, std::string_view> attributes = {
#define HOST_ATTRIBUTES(type, names) {type, names},
#include "compiler/host/builtin_attributes.def"
  };
  const auto found = attributes.find(type);
  return found != attributes.end() &&
         found->second.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

}  // namespace

const NativeRow* FindNative(std::string_view path) {
  const auto found = RowsByPath().find(path);
  return found == RowsByPath().end() ? nullptr : found->second;
}

bool IsLibraryModule(std::string_view path) {
  static const std::unordered_set<std::string> modules = [] {
    std::unordered_set<std::string> names;
    for (const NativeRow& row : Rows()) {
      const std::size_t first = row.is_method ? std::string_view::npos : row.path.find('.');
      for (std::size_t dot = first; dot != std::string_view::npos;
           dot = row.path.find('.', dot + 1)) {
        names.emplace(row.path.substr(0, dot));
      }
    }
    return names;
  }();
  return modules.contains(std::string(path));
}

Value NativeValue(Context& c, const NativeRow& row) {
  if (row.constant != nullptr) {
    return row.constant(c);
  }
  if (!row.file.empty()) {
    Object* module = HostModule(c, row.file);
    const std::string_view name = row.path.substr(row.path.rfind('.') + 1);
    const Entry* entry = module->state.attributes->FindName(name);
    if (entry != nullptr && row.effect == Effect::Reads && entry->value.is(Kind::Function)) {
      entry->value.object->As<FunctionInfo>().only_reads = true;
    }
    return entry != nullptr ? entry->value : Lose(c, fmt::format("`{}` is not followed", row.path));
  }
  Object*& native = c.natives[row.path];
  if (native == nullptr) {
    native = c.heap.New(Kind::Native);
    native->text = row.path;
    native->payload = std::make_unique<NativeInfo>(&row);
  }
  return Value::Of(native);
}

Value FindNativeMember(Context& c, const Object& cls, std::string_view name) {
  if (const NativeRow* row = FindNative(fmt::format("{}.{}", cls.text, name))) {
    return NativeValue(c, *row);
  }
  if (!IsBuiltinAttribute(cls.text, name)) {
    return Value();
  }
  if (cls.text != "object" && cls.text != "type") {
    if (const NativeRow* row = FindNative(fmt::format("special.{}", name))) {
      return NativeValue(c, *row);
    }
  }
  return name == "__hash__" ? Value()
                            : Lose(c, fmt::format("`{}.{}` is not followed", cls.text, name));
}

Value Need(Context& c, const Arguments& a, std::size_t position, std::string_view name) {
  const Value value = a.Get(position, name);
  if (value.is_undefined()) {
    RaiseError(c, "TypeError", fmt::format("missing required argument '{}'", name));
  }
  return value;
}

Value Optional(const Arguments& a, std::size_t position, std::string_view name, Value fallback) {
  const Value value = a.Get(position, name);
  return value.is_undefined() ? fallback : value;
}

const std::string& TextOf(Context& c, const Value& value) {
  if (value.is_unknown()) {
    GiveUp(c, value.why->reason);
  }
  if (!value.is(Kind::Str)) {
    RaiseError(c, "TypeError", "expected a str");
  }
  return value.object->text;
}

AsBuiltin::AsBuiltin(Context& c, const Value& value) {
  if (value.is_object() && value.object->cls != nullptr && value.object->kind != Kind::Instance) {
    static_cast<void>(c);
    object_ = value.object;
    cls_ = object_->cls;
    object_->cls = nullptr;
  }
}

AsBuiltin::~AsBuiltin() {
  if (object_ != nullptr) {
    object_->cls = cls_;
  }
}

}  // namespace kernelc::host
