// host_functions.def as a table, and how its rows become values.
#include "compiler/host/library/natives.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/parameters.h"

namespace kernelc::host {
namespace {

// A line of the table: a row for each of the names, of each of the owners.
struct Group {
  std::string_view owners;
  std::string_view names;
  NativeRow row = {};
  // HOST_ALIASES: the name of the row that they are.
  std::string_view alias_of = {};
};

constexpr std::string_view OwnerOf(std::string_view path) {
  return path.substr(0, path.rfind('.'));
}
constexpr std::string_view LastName(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

constexpr Group kGroups[] = {
#define HOST_FUNCTIONS(module, effect, body, names) {module, names, {{}, Effect::effect, body}},
#define HOST_METHODS(type, effect, body, names) {type, names, {{}, Effect::effect, body, {}, true}},
#define HOST_ATTRIBUTE(type, body, names) {type, names, {{}, Effect::Pure, body, {}, true, true}},
#define HOST_PYTHON(module, file, names) {module, names, {{}, Effect::Handles, nullptr, #file}},
#define HOST_PYTHON_READS(module, file, names) {module, names, {{}, Effect::Reads, nullptr, #file}},
#define HOST_CONSTANT(path, value)                                                          \
  {OwnerOf(path),                                                                           \
   LastName(path),                                                                          \
   {{}, Effect::Pure, nullptr, {}, false, false, []([[maybe_unused]] Context& c) -> Value { \
      return value;                                                                         \
    }}},
#define HOST_ALIASES(path, names) {OwnerOf(path), names, {}, LastName(path)},
#include "compiler/host/library/host_functions.def"
};

// Functions of two operands that are not computed as universal functions.
constexpr std::string_view kPairs[] = {"divmod",    "dot",       "float_power", "heaviside",
                                       "ldexp",     "logaddexp", "logaddexp2",  "matmul",
                                       "nextafter", "vecdot"};

// The names of a module or a type. Most programs ask for few of them, which are made then.
class Owner {
 public:
  void Add(const Group& group) { groups_.push_back(&group); }
  void set_attributes(std::string_view names) { attributes_ = names; }

  const NativeMembers& members(std::string_view name) const {
    std::call_once(is_made_, [&] { Make(name); });
    return members_;
  }

 private:
  void Make(std::string_view owner) const {
    for (const Group* group : groups_) {
      for (const std::string_view name : llvm::split(group->names, ' ')) {
        if (!group->alias_of.empty()) {
          members_.emplace(name, members_.at(group->alias_of));
          continue;
        }
        NativeRow& row = rows_.emplace_back(group->row);
        row.path = paths_.emplace_back(owner).append(".").append(name);
        if (row.effect == Effect::Reads) {
          const std::size_t reads = name == "where" ? 3 : llvm::is_contained(kPairs, name) ? 2 : 1;
          row.operands = UfuncOperands(name).value_or(reads);
        }
        members_.emplace(row.name(), &row);
      }
    }
    if (!attributes_.empty()) {
      AddAttributes(owner);
    }
  }

  // What Python gives a builtin type: null where the table has no row for it.
  void AddAttributes(std::string_view type) const {
    const NativeMembers* special =
        type == "object" || type == "type" ? nullptr : FindNativeMembers("special");
    for (const std::string_view name : llvm::split(llvm::StringRef(attributes_).rtrim(), ' ')) {
      const bool is_special = special != nullptr && special->contains(name);
      members_.emplace(name, is_special ? special->at(name) : nullptr);
    }
  }

  std::vector<const Group*> groups_;
  std::string_view attributes_;
  mutable std::once_flag is_made_;
  mutable std::deque<std::string> paths_;
  mutable std::deque<NativeRow> rows_;
  mutable NativeMembers members_;
};

// All owners by path, and the modules that they are or lie in.
struct Owners {
  Owners() {
    for (const Group& group : kGroups) {
      for (const std::string_view owner : llvm::split(group.owners, ' ')) {
        by_path[owner].Add(group);
        std::string_view module = group.row.is_method ? "" : owner;
        while (!module.empty() && modules.insert(module).second) {
          module = module.substr(0, module.find('.') == module.npos ? 0 : module.rfind('.'));
        }
      }
    }
#define HOST_ATTRIBUTES(type, names) by_path[type].set_attributes(names);
#include "compiler/host/objects/builtin_attributes.def"
  }

  std::unordered_map<std::string_view, Owner> by_path;
  std::unordered_set<std::string_view> modules;
};

const Owners& AllOwners() {
  static const Owners owners;
  return owners;
}

}  // namespace

const NativeRow* FindNative(std::string_view path) {
  return path.find('.') == path.npos ? nullptr : FindNative(OwnerOf(path), LastName(path));
}

const NativeRow* FindNative(std::string_view owner, std::string_view name) {
  const NativeMembers* members = FindNativeMembers(owner);
  const auto found = members == nullptr ? NativeMembers::const_iterator() : members->find(name);
  return members == nullptr || found == members->end() ? nullptr : found->second;
}

const NativeMembers* FindNativeMembers(std::string_view owner) {
  const auto found = AllOwners().by_path.find(owner);
  return found == AllOwners().by_path.end() ? nullptr : &found->second.members(owner);
}

bool IsLibraryModule(std::string_view path) { return AllOwners().modules.contains(path); }

// The object of a row, made where `place` has none yet.
static Value MadeNative(Context& c, const NativeRow& row, Object*& place) {
  if (place == nullptr) {
    const Heap::Lasting lasting(c.heap);
    place = c.heap.New(Kind::Native);
    place->text = row.path;
    place->Attach<NativeInfo>(&row);
  }
  return Value::Of(place);
}

Value NativeValue(Context& c, const NativeRow& row) {
  if (row.constant != nullptr) {
    return row.constant(c);
  }
  if (!row.file.empty()) {
    Object* module = HostModule(c, row.file);
    const Value value = OwnAttribute(*module, row.name());
    if (value.is(Kind::Function)) {
      auto& info = value.As<FunctionInfo>();
      info.only_reads = info.only_reads || row.effect == Effect::Reads;
      info.path = row.path;
    }
    return value.is_unknown()     ? Lose(c, value.why->reason)
           : value.is_undefined() ? Lose(c, fmt::format("`{}` is not followed", row.path))
                                  : value;
  }
  return MadeNative(c, row, c.library->natives[&row]);
}

Value FindNativeMember(Context& c, const Object& cls, std::string_view name) {
  const ClassInfo& info = cls.As<ClassInfo>();
  if (!info.members) {
    info.members = info.is_builtin ? FindNativeMembers(cls.text) : nullptr;
  }
  const NativeMembers* members = *info.members;
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

std::string_view TextOf(Context& c, const Value& value) {
  CheckKnown(c, value);
  RaiseIf(c, !value.is(Kind::Str), "TypeError", "expected a str");
  return value.text();
}

std::string_view Take(Context& c, const Value& value, Type<std::string_view>) {
  return TextOf(c, value);
}

void CheckKind(Context& c, bool is_it) { GiveUpIf(c, !is_it, "is a method of another object"); }

void CheckArguments(Context& c, const Arguments& a, std::size_t most, const ParameterNames* names) {
  bool is_known = a.size() <= most;
  for (const Keyword& keyword : a.keywords) {
    is_known = is_known && (names == nullptr || llvm::is_contained(*names, keyword.name));
  }
  GiveUpIf(c, !is_known, kOtherArguments);
}

}  // namespace kernelc::host
