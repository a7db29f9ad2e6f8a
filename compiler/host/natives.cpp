// host_functions.def as a table, and how its rows become values.
#include "compiler/host/natives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "compiler/host/array.h"

namespace kernelc::host {
namespace {

// The rows of the table.
class Rows {
 public:
  using Members = NativeMembers;

  Rows() {
#define HOST_FUNCTIONS(module, effect, body, names) Add(module, names, {{}, Effect::effect, body});
#define HOST_METHODS(type, effect, body, names) \
  Add(type, names, {{}, Effect::effect, body, {}, true});
#define HOST_ATTRIBUTE(type, body, names) \
  Add(type, names, {{}, Effect::Pure, body, {}, true, true});
#define HOST_PYTHON(module, file, names) Add(module, names, {{}, Effect::Handles, nullptr, #file});
#define HOST_PYTHON_READS(module, file, names) \
  Add(module, names, {{}, Effect::Reads, nullptr, #file});
#define HOST_CONSTANT(path, value)                                                 \
  AddRow({path, Effect::Pure, nullptr, {}, false, false, [](Context& c) -> Value { \
            static_cast<void>(c);                                                  \
            return value;                                                          \
          }});
#define HOST_ALIASES(path, names) AddAliases(path, names);
#include "compiler/host/host_functions.def"
#define HOST_ATTRIBUTES(type, names) AddAttributes(type, names);
#include "compiler/host/builtin_attributes.def"
  }

  // Null where nothing is known of it.
  const Members* Of(std::string_view owner) const {
    const auto found = members_.find(owner);
    return found == members_.end() ? nullptr : &found->second;
  }
  bool IsModule(std::string_view path) const { return modules_.contains(path); }

 private:
  template <typename Function>
  static void ForEach(std::string_view names, Function&& function) {
    for (std::size_t begin = 0; begin < names.size();) {
      const std::size_t end = std::min(names.find(' ', begin), names.size());
      if (end > begin) {
        function(names.substr(begin, end - begin));
      }
      begin = end + 1;
    }
  }

  // A row for each of the names.
  void Add(std::string_view owner, std::string_view names, NativeRow row) {
    ForEach(names, [&](std::string_view name) {
      std::string path(owner);
      row.path = paths_.emplace_back(path.append(".").append(name));
      AddRow(row);
    });
  }

  void AddRow(NativeRow row) {
    if (row.effect == Effect::Reads) {
      const std::string_view name = row.name();
      const std::size_t reads = name == "where" ? 3 : name == "dot" || name == "matmul" ? 2 : 1;
      row.operands = UfuncOperands(name).value_or(reads);
    }
    for (std::size_t dot = row.path.rfind('.'); !row.is_method && dot != std::string_view::npos;
         dot = row.path.rfind('.', dot - 1)) {
      if (!modules_.insert(row.path.substr(0, dot)).second) {
        break;
      }
    }
    rows_.push_back(row);
    members_[row.owner()].emplace(row.name(), &rows_.back());
  }

  // Python has one object under all of the names.
  void AddAliases(std::string_view path, std::string_view names) {
    Members& members = members_[path.substr(0, path.rfind('.'))];
    const NativeRow* row = members.at(path.substr(path.rfind('.') + 1));
    ForEach(names, [&](std::string_view name) { members.emplace(name, row); });
  }

  // What Python gives a builtin type: null where the table has no row for it.
  void AddAttributes(std::string_view type, std::string_view names) {
    // Types with the methods of another one, besides those that change the object.
    const std::string_view alike = type == "bytes"           ? "str"
                                   : type == "frozenset"     ? "set"
                                   : type == "numpy.generic" ? "numpy.ndarray"
                                                             : "";
    const Members* others = Of(alike);
    const Members* special = type == "object" || type == "type" ? nullptr : Of("special");
    Members& members = members_[type];
    ForEach(names, [&](std::string_view name) {
      const NativeRow* row = nullptr;
      if (others != nullptr && others->contains(name)) {
        row = others->at(name);
        row = row != nullptr && row->effect == Effect::Receiver ? nullptr : row;
      }
      if (row == nullptr && special != nullptr && special->contains(name)) {
        row = special->at(name);
      }
      members.emplace(name, row);
    });
  }

  std::deque<std::string> paths_;
  std::deque<NativeRow> rows_;
  std::unordered_map<std::string_view, Members> members_;
  std::unordered_set<std::string_view> modules_;
};

const Rows& AllRows() {
  static const Rows rows;
  return rows;
}

}  // namespace

const NativeRow* FindNative(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? nullptr
                                       : FindNative(path.substr(0, dot), path.substr(dot + 1));
}

const NativeRow* FindNative(std::string_view owner, std::string_view name) {
  const Rows::Members* members = AllRows().Of(owner);
  if (members == nullptr) {
    return nullptr;
  }
  const auto found = members->find(name);
  return found == members->end() ? nullptr : found->second;
}

ConstantBody FindConstantBody(std::string_view path) {
  static const std::unordered_map<std::string_view, ConstantBody> bodies = {
#define HOST_FUNCTIONS(module, effect, body, names)
#define HOST_METHODS(type, effect, body, names)
#define HOST_ATTRIBUTE(type, body, names)
#define HOST_PYTHON(module, file, names)
#define HOST_PYTHON_READS(module, file, names)
#define HOST_CONSTANT(path, value)    \
  {path, [](Context& c) -> Value {    \
     static_cast<void>(c);            \
     return value;                    \
   }},
#define HOST_ALIASES(path, names)
#include "compiler/host/host_functions.def"
  };
  const auto found = bodies.find(path);
  return found == bodies.end() ? nullptr : found->second;
}

const NativeMembers* FindNativeMembers(std::string_view type) { return AllRows().Of(type); }

bool IsLibraryModule(std::string_view path) { return AllRows().IsModule(path); }

namespace {

// The object of a row, made where `place` has none yet.
Value MadeNative(Context& c, const NativeRow& row, Object*& place) {
  if (place == nullptr) {
    const Heap::Lasting lasting(c.heap);
    place = c.heap.New(Kind::Native);
    place->text = row.path;
    place->Attach<NativeInfo>(&row);
  }
  return Value::Of(place);
}

}  // namespace

Value NativeValue(Context& c, const NativeRow& row) {
  if (row.constant != nullptr) {
    return row.constant(c);
  }
  if (!row.file.empty()) {
    Object* module = HostModule(c, row.file);
    const Entry* entry = module->state.attributes->FindName(row.name());
    if (entry != nullptr && row.effect == Effect::Reads && entry->value.is(Kind::Function)) {
      entry->value.object->As<FunctionInfo>().only_reads = true;
    }
    if (entry == nullptr || entry->value.is_unknown()) {
      return Lose(c, entry != nullptr ? entry->value.why->reason
                                      : fmt::format("`{}` is not followed", row.path));
    }
    return entry->value;
  }
  return MadeNative(c, row, c.library->natives[&row]);
}

Value FindNativeMember(Context& c, const Object& cls, std::string_view name) {
  const NativeMembers* members = cls.As<ClassInfo>().members;
  const auto found = members == nullptr ? NativeMembers::const_iterator() : members->find(name);
  if (members == nullptr || found == members->end()) {
    return Value();
  }
  if (found->second != nullptr) {
    const NativeRow& row = *found->second;
    // Types that share a row have methods of their own all the same.
    const bool is_shared = row.body != nullptr && row.owner() != cls.text;
    return is_shared ? MadeNative(c, row, c.library->shared_natives[{&row, &cls}])
                     : NativeValue(c, row);
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

std::string_view TextOf(Context& c, const Value& value) {
  CheckKnown(c, value);
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
