// Outcomes: taken from the heap when a kernel is launched, and joined where it may be launched at
// several moments.
#include "compiler/host/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "compiler/host/frozen.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

constexpr std::string_view kDepends = "is not the same whenever the kernel may be compiled";
constexpr std::string_view kHandedOn = "was handed to code that is not known";

// Adds the identifiers of `code`. False where they were there.
bool AddIdentifiers(TreeWalks& walks, const ast::Node* code, Identifiers& wanted) {
  if (!wanted.code.insert(code).second) {
    return false;
  }
  const std::vector<std::string_view>& names = walks.IdentifiersOf(code);
  wanted.insert(names.begin(), names.end());
  return true;
}

// The same for functions and classes among the values.
bool AddIdentifiersOf(const Context& c, const Constant& constant, Identifiers& wanted) {
  bool adds =
      constant.node != nullptr && AddIdentifiers(*c.units.front()->walks, constant.node, wanted);
  for (const ConstantRef& element : constant.elements) {
    adds = (element != nullptr && AddIdentifiersOf(c, *element, wanted)) || adds;
  }
  return adds;
}

bool AddIdentifiersOf(const Context& c, Outcome& outcome, Identifiers& wanted) {
  bool adds = false;
  outcome.ForEachNames([&](const Outcome::Names& names) {
    for (const auto& [name, found] : names) {
      for (const ConstantRef& value : {found.value, found.meant}) {
        adds = (value != nullptr && AddIdentifiersOf(c, *value, wanted)) || adds;
      }
    }
  });
  return adds;
}

// What functions were compiled with other values of is not known.
void LoseFrozen(Context& c, const Object& owner, const Identifiers& wanted, Outcome::Names& names) {
  for (auto& [name, found] : names) {
    std::string why = c.frozen.empty() || found.value == nullptr
                          ? std::string()
                          : WhyFrozen(c, owner, name, found.value, [&](std::string_view function) {
                              return wanted.has(function);
                            });
    if (!why.empty()) {
      found.value = nullptr;
      found.is_changed = true;
      found.reason = std::move(why);
    }
  }
}

// Types of records, whose names are shown.
bool IsRecord(const Value& value) {
  const NumbaType* type = NumbaTypeOf(value);
  return value.is(Kind::DType) || (type != nullptr && type->types.front().record);
}

// Code that is not known may have given the place another value, or none.
void AddPlace(Context& c, const Object& owner, std::string_view name, const Value& place,
              SourceRange where, Outcome::Names& names) {
  const Value value = owner.state.top               ? c.heap.PartOfTop(owner)
                      : (place.flags & kMaybe) != 0 ? Lose(c, "may have no value")
                                                    : place;
  Found found = FindValue(c, value, where, c.heap.CodeOf(place));
  found.is_changed = owner.state.top || (place.flags & kVolatile) != 0;
  names.emplace(name, std::move(found));
}

Outcome::Names FromTable(Context& c, const Object& owner, const Identifiers& wanted) {
  Outcome::Names names;
  // Making constants may run code of the library, which may add to tables.
  const Table table = *owner.state.attributes;
  for (const Entry& entry : table.named()) {
    const std::string_view name = entry.key.text();
    if (!name.starts_with("*") && (wanted.has(name) || IsRecord(entry.value))) {
      AddPlace(c, owner, name, entry.value, entry.where, names);
    }
  }
  LoseFrozen(c, owner, wanted, names);
  if (owner.state.top || !OwnAttribute(owner, "*").is_undefined()) {
    // Whatever else is asked for may have been given here.
    Found found;
    found.reason = owner.state.top ? kHandedOn : "may be a name of a module that is not known";
    found.is_changed = owner.state.top;
    names.emplace("*", std::move(found));
  }
  return names;
}

Outcome::Names FromFrame(Context& c, const Object& frame, const Identifiers& wanted) {
  Outcome::Names names;
  for (const auto& [name, slot] : frame.As<FrameInfo>().scope->slots) {
    if (wanted.has(name) && slot < frame.state.items.size() &&
        (frame.state.top || !frame.state.items[slot].is_undefined())) {
      AddPlace(c, frame, name, Value(frame.state.items[slot]), {}, names);
    }
  }
  LoseFrozen(c, frame, wanted, names);
  return names;
}

// Which thing of one outcome is which of another. A list that is two of them there is no value that
// both can have: what `is` gives would differ.
class SameThings {
 public:
  bool Matches(const Constant& a, const Constant& b) {
    return (a.identity == 0 || b.identity == 0 ||
            (IsOne(forth_, a.identity, b.identity) && IsOne(back_, b.identity, a.identity))) &&
           std::ranges::equal(a.elements, b.elements,
                              [&](const ConstantRef& x, const ConstantRef& y) {
                                return x == nullptr || y == nullptr || Matches(*x, *y);
                              });
  }

 private:
  using Identities = std::unordered_map<std::uint64_t, std::uint64_t>;
  static bool IsOne(Identities& known, std::uint64_t from, std::uint64_t to) {
    return known.try_emplace(from, to).first->second == to;
  }

  Identities forth_;
  Identities back_;
};

bool IsSame(const Found& a, const Found& b) {
  return a.text == b.text && (a.value == nullptr) == (b.value == nullptr) &&
         (a.value == nullptr || IsEqual(*a.value, *b.value)) &&
         (a.meant == nullptr) == (b.meant == nullptr) &&
         (a.meant == nullptr || IsEqual(*a.meant, *b.meant));
}

bool IsSame(const Outcome::Names& a, const Outcome::Names& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.first == y.first && IsSame(x.second, y.second);
  });
}

void AddNames(std::vector<Outcome::Names>& all, Outcome::Names names) {
  if (std::ranges::none_of(all,
                           [&](const Outcome::Names& other) { return IsSame(other, names); })) {
    all.push_back(std::move(names));
  }
}

void Lose(Found& found) {
  if (found.value != nullptr || found.meant != nullptr || !found.text.empty()) {
    found.value = found.meant = nullptr;
    found.text.clear();
    found.reason = kDepends;
    found.is_changed = true;
  }
}

void JoinNames(Outcome::Names& into, const Outcome::Names& other, SameThings& things) {
  for (auto& [name, found] : into) {
    const auto same = other.find(name);
    if (same == other.end() || !IsSame(found, same->second) ||
        (found.value != nullptr && !things.Matches(*found.value, *same->second.value))) {
      Lose(found);
    }
  }
  for (const auto& [name, found] : other) {
    const auto [place, is_new] = into.try_emplace(name, found);
    if (is_new) {
      Lose(place->second);
    }
  }
}

void JoinKernels(std::vector<KernelNames>& into, const std::vector<KernelNames>& other) {
  for (const KernelNames& kernel : other) {
    const auto same = std::ranges::find(into, kernel.id, &KernelNames::id);
    if (same == into.end()) {
      into.push_back(kernel);
      continue;
    }
    if (!same->is_launched || !kernel.is_launched) {
      *same = same->is_launched ? *same : kernel;
      continue;
    }
    for (NamedValue& name : same->names) {
      const auto known = std::ranges::find(kernel.names, name.name, &NamedValue::name);
      if (name.is_known() && (known == kernel.names.end() || known->text != name.text)) {
        name.text.clear();
        name.reason = kDepends;
      }
    }
  }
}

const Found* FindIn(const Outcome::Names& names, std::string_view name) {
  if (const auto found = names.find(name); found != names.end()) {
    return &found->second;
  }
  const auto star = names.find("*");
  return star != names.end() ? &star->second : nullptr;
}

void AddFrame(Context& c, const Object& object, const Identifiers& wanted, Outcome& outcome) {
  const FrameInfo& info = object.As<FrameInfo>();
  if (!info.is_captured || info.space != nullptr || info.unit->is_library) {
    return;
  }
  Outcome::Frame& frame = outcome.frames[object.id];
  frame.outer = FrameIdOf(info.outer);
  frame.names = FromFrame(c, object, wanted);
  if (info.function != nullptr && !info.is_comprehension) {
    frame.node = info.function->As<FunctionInfo>().node;
  }
}

// Those that differ are not known.
void JoinDefaults(std::vector<ConstantRef>& into, const std::vector<ConstantRef>& other,
                  SameThings& things) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    const bool is_same = into[i] != nullptr && other[i] != nullptr &&
                         IsEqual(*into[i], *other[i]) && things.Matches(*into[i], *other[i]);
    into[i] = is_same ? into[i] : nullptr;
  }
}

void AddDefaults(Context& c, const Object& function, const Identifiers& wanted, Outcome& outcome) {
  const FunctionInfo& info = function.As<FunctionInfo>();
  const auto* def = ast::As<ast::FunctionDef>(info.node);
  if (info.unit->is_library || function.state.items.empty() ||
      (def != nullptr && !wanted.has(def->name))) {
    return;
  }
  std::vector<ConstantRef> defaults;
  for (const Value& value : ValueList(function.state.items)) {
    const bool is_given = !function.state.top && !value.is_undefined();
    defaults.push_back(is_given ? FindValue(c, value, {}).value : nullptr);
  }
  const FrameId frame = FrameIdOf(info.outer);
  const auto [place, is_new] = outcome.defaults.try_emplace({info.node, frame}, defaults);
  if (!is_new) {
    SameThings things;
    JoinDefaults(place->second, defaults, things);
  }
}

// What the program has stored into modules of libraries.
void AddLibrary(Context& c, const Identifiers& wanted, Outcome& outcome) {
  for (const auto& [path, module] : c.library->modules) {
    if (path.starts_with("stdlib/") || module->state.attributes->entries().empty()) {
      continue;
    }
    for (auto& [name, found] : FromTable(c, *module, wanted)) {
      // What was compiled before has the member as it was then.
      if (!c.frozen_functions.empty() && found.value != nullptr &&
          found.value->kind != ConstantKind::Module) {
        found.value = nullptr;
        found.is_changed = true;
        found.reason = "may have had another value when functions were compiled";
      }
      found.meant = nullptr;
      outcome.library.emplace(fmt::format("{}.{}", path, name), std::move(found));
    }
  }
}

// Attributes of a class that its metaclass may give in another way.
void LoseToMetaclass(Context& c, const Object& metaclass, Outcome::Names& names) {
  const bool is_own = !FindOwn(c, &metaclass, "__getattribute__").is_undefined();
  for (auto& [name, found] : names) {
    if (is_own || !FindOwn(c, &metaclass, name).is_undefined()) {
      found.value = nullptr;
      found.reason = "is an attribute that a metaclass may give";
    }
  }
}

Outcome TakeNames(Context& c, const Identifiers& wanted) {
  Outcome outcome;
  AddLibrary(c, wanted, outcome);
  outcome.files.emplace(c.main->As<ModuleInfo>().path, FromTable(c, *c.main, wanted));
  if (c.registry != nullptr) {
    for (const Entry& entry : Entries(c.registry->state.attributes->entries())) {
      if (entry.value.is(Kind::Module)) {
        outcome.files.emplace(entry.value.As<ModuleInfo>().path,
                              FromTable(c, *entry.value.object, wanted));
      }
    }
  }
  for (std::size_t i = 0; i < c.heap.scopes().size(); ++i) {
    const Object& object = *c.heap.scopes()[i];
    if (object.kind == Kind::Frame && object.payload != nullptr) {
      AddFrame(c, object, wanted, outcome);
    } else if (object.kind == Kind::Function && object.payload != nullptr) {
      AddDefaults(c, object, wanted, outcome);
    } else if (object.kind == Kind::Class && object.As<ClassInfo>().node != nullptr &&
               !object.As<ClassInfo>().is_library && object.state.attributes) {
      Outcome::Names names;
      for (const Object* cls : object.As<ClassInfo>().mro) {
        if (!cls->As<ClassInfo>().is_builtin && !cls->As<ClassInfo>().is_library &&
            cls->state.attributes) {
          names.merge(FromTable(c, *cls, wanted));
        }
      }
      if (const Object* metaclass = object.As<ClassInfo>().metaclass) {
        LoseToMetaclass(c, *metaclass, names);
      }
      AddNames(outcome.classes[object.As<ClassInfo>().node], std::move(names));
    }
  }
  return outcome;
}

// The statement of the file that holds `code`. The names of a function that the program does not
// call are those of its text: what stands beside a kernel in it is called by the kernel.
const ast::Node* StatementAround(const Context& c, const ast::Node* code) {
  const SourceRange range = code->range;
  for (const auto& unit : c.units) {
    for (const ast::Stmt* stmt : unit->tree->body()) {
      if (stmt->range.file == range.file && stmt->range.begin <= range.begin &&
          range.end <= stmt->range.end) {
        return stmt;
      }
    }
  }
  return code;
}

Outcome TakeNow(Context& c, const Object* kernel, bool at_launch) {
  if (c.wanted == nullptr) {
    c.wanted = std::make_shared<Identifiers>();
    c.wanted->is_all = c.target == NoKernel() || c.target == nullptr;
    if (!c.wanted->is_all) {
      AddIdentifiers(*c.units.front()->walks, StatementAround(c, c.target), *c.wanted);
    }
  }
  Identifiers& wanted = *c.wanted;
  Outcome outcome = TakeNames(c, wanted);
  while (!wanted.is_all && AddIdentifiersOf(c, outcome, wanted)) {
    outcome = TakeNames(c, wanted);
  }
  if (c.inputs.wants_texts) {
    outcome.kernels = NamesOfKernels(c, kernel, at_launch);
  }
  return outcome;
}

}  // namespace

const Found* Outcome::InFile(const std::string& path, std::string_view name) const {
  const auto file = files.find(path);
  return file == files.end() ? nullptr : FindIn(file->second, name);
}

const Found* Outcome::InClass(const ast::Node* cls, std::string_view name) const {
  const auto found = classes.find(cls);
  if (found == classes.end()) {
    return nullptr;
  }
  if (found->second.size() == 1) {
    return FindIn(found->second.front(), name);
  }
  static const Found several = [] {
    Found lost;
    lost.reason = "has several values";
    lost.is_changed = true;
    return lost;
  }();
  return &several;
}

const Found* Outcome::InFunction(const ast::Node* function, std::string_view name) const {
  const Found* only = nullptr;
  for (const auto& [id, frame] : frames) {
    const auto found = frame.names.find(name);
    if (frame.node == function && found != frame.names.end()) {
      if (only != nullptr && !IsSame(*only, found->second)) {
        return nullptr;
      }
      only = &found->second;
    }
  }
  return only;
}

const Found* Outcome::InFrame(FrameId frame, std::string_view name) const {
  const auto found = frames.find(frame);
  return found == frames.end() ? nullptr : FindIn(found->second.names, name);
}

void JoinOutcome(Outcome& a, const Outcome& b) {
  SameThings things;
  for (auto& [id, frame] : a.frames) {
    if (const auto same = b.frames.find(id); same != b.frames.end()) {
      JoinNames(frame.names, same->second.names, things);
    }
  }
  a.frames.insert(b.frames.begin(), b.frames.end());
  for (const auto& [path, names] : b.files) {
    a.files.try_emplace(path);
  }
  for (auto& [path, names] : a.files) {
    const auto same = b.files.find(path);
    JoinNames(names, same == b.files.end() ? Outcome::Names() : same->second, things);
  }
  for (const auto& [function, defaults] : b.defaults) {
    const auto [place, is_new] = a.defaults.try_emplace(function, defaults);
    if (!is_new) {
      JoinDefaults(place->second, defaults, things);
    }
  }
  JoinNames(a.library, b.library, things);
  JoinKernels(a.kernels, b.kernels);
  for (const auto& [node, all] : b.classes) {
    for (const Outcome::Names& names : all) {
      AddNames(a.classes[node], names);
    }
  }
}

Found FindValue(Context& c, const Value& value, SourceRange where, const Value& meant) {
  Found found;
  found.where = where;
  GiveStepsOfValue(c);
  const auto lose = [&](const Why& why) {
    found.reason = why.reason;
    found.where = why.where.has_value() ? why.where : found.where;
    found.meant = meant.is_object() ? FindValue(c, meant, where).value : nullptr;
  };
  if (value.is_unknown()) {
    lose(*value.why);
    return found;
  }
  try {
    WithinSteps(c, [&] {
      if (c.inputs.wants_texts) {
        found.text = Describe(c, value);
      } else {
        found.value = MakeConstant(c, value);
      }
    });
  } catch (const GivenUp& given_up) {
    lose(*given_up.why);
  } catch (const Raised&) {
    found.reason =
        c.inputs.wants_texts ? "has a text that is not known" : "has a value that cannot be read";
  }
  return found;
}

const ast::Node* NoKernel() {
  static const ast::Node nobody{};
  return &nobody;
}

void TakeOutcome(Context& c, const Object* kernel, bool at_launch) {
  // The values of objects are no part of the run.
  const std::int64_t steps = c.steps_left;
  constexpr std::int64_t kStepsOfValues = 1'000'000;
  c.steps_left = kStepsOfValues;
  // What is lost only now is shown where it was bound.
  const SourceRange where = std::exchange(c.where, SourceRange());
  Outcome outcome = TakeNow(c, kernel, at_launch);
  c.where = where;
  c.steps_left = steps;
  if (c.outcome == nullptr) {
    c.outcome = std::make_shared<Outcome>(std::move(outcome));
  } else {
    JoinOutcome(*c.outcome, outcome);
  }
  c.outcome->end = at_launch && !c.outcome->is_launched ? where : c.outcome->end;
  c.outcome->is_launched = c.outcome->is_launched || at_launch;
}

void TakeEscapedOutcome(Context& c) {
  if (!c.target_escaped) {
    c.target_escaped = std::ranges::any_of(c.heap.escaped_kernels(), [&](const Object* kernel) {
      while (!kernel->state.items.empty() && kernel->state.items[0].is(Kind::Kernel)) {
        kernel = kernel->state.items[0].object;
      }
      return IsTarget(c, *kernel);
    });
  }
  if (c.target_escaped && c.heap.changes() != c.outcome_changes) {
    TakeOutcome(c, nullptr, true);
    c.outcome_changes = c.heap.changes();
  }
}

}  // namespace kernelc::host
