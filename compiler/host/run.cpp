// The run as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "compiler/ast/walk.h"
#include "compiler/diag/emitter.h"
#include "compiler/host/branches.h"
#include "compiler/host/natives.h"
#include "compiler/host/snapshot.h"
#include "compiler/parse/parse.h"

namespace kernelc::host {
namespace {

// Steps for what stands behind a statement that took all, and how often they are given.
constexpr std::int64_t kMoreSteps = 20'000;
constexpr int kMostRefills = 8;

// What `from numba import *` leaves; `*` alone says that any name may be bound.
bool IsStarOfLibrary(std::string_view name) { return name.size() > 1 && name[0] == '*'; }

bool IsExternalModule(std::string_view path) {
  constexpr std::string_view kModules[] = {"kernelc", "numba", "numba.core", "numba.cuda",
                                           "numba.types"};
  return std::ranges::find(kModules, path) != std::end(kModules);
}

NamedValue NameValue(Context& c, std::string_view name, const Value& value, SourceRange where) {
  NamedValue named;
  named.name = name;
  named.where = where;
  named.is_code = value.is(Kind::Module) || value.is(Kind::Function) || value.is(Kind::Class) ||
                  value.is(Kind::Kernel) || value.is(Kind::Native) || value.is(Kind::External);
  named.is_module =
      value.is(Kind::Module) || (value.is(Kind::External) && IsExternalModule(value.object->text));
  try {
    named.text = Describe(c, value);
    named.is_known = true;
  } catch (const GivenUp& given_up) {
    named.reason = given_up.why->reason;
    if (value.is_unknown()) {
      named.where = value.why->where;
    }
  } catch (const Raised&) {
    named.reason = "has a text that is not known";
  }
  return named;
}

void JoinNames(std::vector<NamedValue>& into, const std::vector<NamedValue>& other) {
  const auto lose = [](NamedValue& name) {
    if (name.is_known) {
      name.is_known = false;
      name.text.clear();
      name.reason = "depends on something that is not known";
    }
  };
  for (NamedValue& name : into) {
    const auto same = std::ranges::find(other, name.name, &NamedValue::name);
    if (same == other.end() || !same->is_known || same->text != name.text) {
      lose(name);
    }
  }
  for (const NamedValue& name : other) {
    if (std::ranges::find(into, name.name, &NamedValue::name) == into.end()) {
      into.push_back(name);
      lose(into.back());
    }
  }
}

// Names that a function reads and does not bind itself, in the order of the text.
void FreeNames(const ast::Node* node, const Scope& scope, std::vector<std::string_view>& names) {
  if (const auto* name = ast::As<ast::Name>(node)) {
    const bool is_own = scope.slots.contains(name->id) && !scope.globals.contains(name->id);
    if (!is_own && std::ranges::find(names, name->id) == names.end()) {
      names.push_back(name->id);
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { FreeNames(child, scope, names); });
}

// What a name is when the function reads it; undefined for builtins and what has no value.
Value Lookup(Context& c, const Object& function, std::string_view name, SourceRange& where) {
  const FunctionInfo& info = function.As<FunctionInfo>();
  for (Object* frame = info.outer; frame != nullptr; frame = frame->As<FrameInfo>().outer) {
    const auto slot = frame->As<FrameInfo>().scope->slots.find(name);
    if (slot != frame->As<FrameInfo>().scope->slots.end()) {
      where = info.where;
      return frame->state.top ? Lose(c, "was handed to code that is not known")
                              : frame->state.items[slot->second];
    }
  }
  const Entry* entry = info.module->state.attributes->FindName(name);
  if (entry == nullptr) {
    return Value();
  }
  where = entry->where;
  return info.module->state.top ? Lose(c, "was handed to code that is not known") : entry->value;
}

void AddFunction(Context& c, const Object& function, KernelNames& kernel,
                 std::unordered_set<const Object*>& seen) {
  if (!seen.insert(&function).second) {
    return;
  }
  const FunctionInfo& info = function.As<FunctionInfo>();
  std::vector<std::string_view> names;
  if (const auto* def = ast::As<ast::FunctionDef>(info.node)) {
    for (const ast::Stmt* stmt : def->body) {
      FreeNames(stmt, *info.scope, names);
    }
  } else {
    FreeNames(info.node, *info.scope, names);
  }
  for (const std::string_view name : names) {
    SourceRange where;
    Value value = Lookup(c, function, name, where);
    if (value.is_undefined()) {
      continue;
    }
    const bool is_new =
        std::ranges::find(kernel.names, name, &NamedValue::name) == kernel.names.end();
    if (is_new) {
      kernel.names.push_back(NameValue(c, name, value, where));
    }
    value = value.is(Kind::Kernel) && !value.object->state.items.empty()
                ? value.object->state.items[0]
                : value;
    if (value.is(Kind::Function) && !value.object->As<FunctionInfo>().unit->is_library) {
      AddFunction(c, *value.object, kernel, seen);
    }
  }
}

std::vector<KernelNames> NamesOfKernels(Context& c) {
  std::vector<KernelNames> kernels;
  for (const Object* kernel : c.kernels) {
    if (!kernel->state.items[0].is(Kind::Function)) {
      continue;
    }
    KernelNames names;
    const Object& function = *kernel->state.items[0].object;
    names.name = function.As<FunctionInfo>().qualified_name;
    names.where = function.As<FunctionInfo>().where;
    names.is_kernel = kernel->As<KernelInfo>().is_kernel;
    std::unordered_set<const Object*> seen;
    AddFunction(c, function, names, seen);
    kernels.push_back(std::move(names));
  }
  return kernels;
}

// A statement that took all steps: what it did is taken back, and what it may do is unknown.
void SkipStatement(Context& c, const ast::Stmt* stmt, const Mark& mark) {
  const Delta delta = c.heap.Capture(mark);
  while (!c.pending.empty()) {
    c.heap.Lose(c.pending.back().delta, c.where);
    c.pending.pop_back();
    c.heap.End();
  }
  c.heap.Rollback(mark);
  c.heap.Lose(delta, c.where);
  c.heap.EscapeCode(stmt, c.frame, true, c.where);
}

std::string ExceptionText(Context& c, const Value& exception) {
  try {
    return exception.is_unknown() ? "an exception" : Repr(c, exception);
  } catch (const GivenUp&) {
    return ClassOf(c, exception)->text;
  } catch (const Raised&) {
    return ClassOf(c, exception)->text;
  }
}

// A statement that raises an exception here: where it does not, what it does is not known.
void SkipRaising(Context& c, const ast::Stmt* stmt, const Mark& mark, const Value& exception) {
  const std::string why = fmt::format("its statement raises {}", ExceptionText(c, exception));
  const bool is_import =
      ast::As<ast::Import>(stmt) != nullptr || ast::As<ast::ImportFrom>(stmt) != nullptr;
  if (!is_import) {
    SkipStatement(c, stmt, mark);
  }
  c.where = stmt->range;
  ForEachBinding(stmt, [&](std::string_view name) { StoreName(c, c.main, name, Lose(c, why)); });
}

// SystemExit, raised by the program or by sys.exit().
bool EndsProgram(Context& c, const Value& exception) {
  return !exception.is_unknown() &&
         IsSubclass(ClassOf(c, exception), BuiltinClass(c, "SystemExit"));
}

Completion RunStatements(Context& c, const ast::Module& module) {
  int refills = 0;
  Object* frame = c.frame;
  for (const ast::Stmt* stmt : module.body()) {
    const Mark mark = c.heap.Begin();
    Completion completion;
    try {
      completion = c.target == nullptr ? ExecStatement(c, stmt)
                                       : RunPath(c, [&] { return ExecStatement(c, stmt); });
      if (c.target != nullptr && completion.exit == Exit::Raise &&
          !EndsProgram(c, completion.value)) {
        if (stmt == module.body().back()) {
          return completion;
        }
        // Its data or its machine is not here; where they are, the program goes on.
        SkipRaising(c, stmt, mark, completion.value);
        completion = {};
      }
    } catch (const OutOfBudget&) {
      c.frame = frame;
      c.depth = c.text_depth = c.handlers = 0;
      c.region = 0;
      c.handled.clear();
      SkipStatement(c, stmt, mark);
    }
    c.heap.End();
    if (c.steps_left < 0) {
      c.steps_left = ++refills < kMostRefills ? kMoreSteps : -kReserveSteps;
    }
    if (completion.exit != Exit::Normal) {
      return completion;
    }
  }
  return {};
}

void MakeMain(Context& c, const ast::Module& module) {
  c.main = c.heap.New(Kind::Module);
  c.main->text = c.inputs.module_name;
  c.main->state.attributes = std::make_unique<Table>();
  c.main->payload = std::make_unique<ModuleInfo>();
  auto unit = std::make_unique<Unit>();
  unit->tree = &module;
  unit->path = c.inputs.path.empty() ? c.sources.file(module.file()).path() : c.inputs.path;
  c.main->As<ModuleInfo>().path = unit->path;
  auto scope = std::make_unique<Scope>();
  scope->kind = ScopeKind::Module;
  c.frame = c.heap.New(Kind::Frame);
  auto info = std::make_unique<FrameInfo>();
  info->scope = scope.get();
  c.scopes.emplace(nullptr, std::move(scope));
  info->module = info->space = c.main;
  info->unit = c.units.emplace_back(std::move(unit)).get();
  c.frame->payload = std::move(info);
  StoreName(c, c.main, "__name__", c.heap.Str(c.inputs.module_name));
  StoreName(c, c.main, "__file__",
            c.heap.Str(c.inputs.file.empty() ? c.units.back()->path : c.inputs.file));
}

}  // namespace

void GiveDefines(Context& c, Object* module) {
  for (const auto& [name, text] : c.inputs.defines) {
    diag::CollectingConsumer faults;
    diag::Emitter emitter(faults);
    const FileId id = c.sources.AddText("<define>", text);
    auto unit = std::make_unique<Unit>();
    unit->owned_tree = parse::Parse(c.sources, id, emitter, {.is_decoded = true});
    unit->tree = unit->owned_tree.get();
    const ast::Module& tree = *c.units.emplace_back(std::move(unit))->tree;
    const auto* value = tree.body().empty() ? nullptr : ast::As<ast::ExprStmt>(tree.body()[0]);
    StoreName(c, module, name, value != nullptr ? Eval(c, value->value) : c.heap.Str(text));
    module->state.attributes->FindName(name)->value.flags |= kFixed;
  }
  for (const auto& [name, constant] : c.inputs.constants) {
    StoreName(c, module, name, FromConstant(c, *constant));
    module->state.attributes->FindName(name)->value.flags |= kFixed;
  }
}

void TakeSnapshot(Context& c, bool at_launch) {
  // The texts of objects are no part of the run.
  const std::int64_t steps = c.steps_left;
  constexpr std::int64_t kStepsOfTexts = 1'000'000;
  c.steps_left = kStepsOfTexts;
  Snapshot& snapshot = *c.snapshot;
  std::vector<NamedValue> names;
  for (const Entry& entry : std::vector<Entry>(c.main->state.attributes->entries())) {
    if (!entry.key.is(Kind::Str) || entry.value.is_undefined() ||
        IsStarOfLibrary(entry.key.object->text)) {
      continue;
    }
    const Value value =
        c.main->state.top ? Lose(c, "was handed to code that is not known") : entry.value;
    names.push_back(NameValue(c, entry.key.object->text, value, entry.where));
  }
  if (c.main->state.top) {
    // What the rest of the file bound was not kept.
    names.push_back(NameValue(c, "*", Lose(c, "was handed to code that is not known"), c.where));
  }
  std::vector<KernelNames> kernels = NamesOfKernels(c);
  if (!c.has_snapshot) {
    snapshot.names = std::move(names);
    snapshot.kernels = std::move(kernels);
  } else {
    JoinNames(snapshot.names, names);
    for (KernelNames& kernel : kernels) {
      const auto same = std::ranges::find_if(snapshot.kernels, [&](const KernelNames& other) {
        return other.name == kernel.name && other.where == kernel.where;
      });
      if (same == snapshot.kernels.end()) {
        snapshot.kernels.push_back(std::move(kernel));
      } else {
        JoinNames(same->names, kernel.names);
      }
    }
  }
  c.has_snapshot = true;
  snapshot.ended_by_launch = snapshot.ended_by_launch || at_launch;
  snapshot.end = c.where;
  c.steps_left = steps;
}

Snapshot Run(SourceManager& sources, const ast::Module& module, const Inputs& inputs,
             const Budget& budget) {
  Snapshot snapshot;
  Context c(sources, inputs, budget);
  c.snapshot = &snapshot;
  MakeMain(c, module);
  const Region region(c);
  const Completion completion = RunPath(c, [&] {
    GiveDefines(c, c.main);
    return RunStatements(c, module);
  });
  while (!c.pending.empty()) {
    c.pending.pop_back();
    c.heap.End();
  }
  if (completion.exit == Exit::Raise) {
    snapshot.exception = ExceptionText(c, completion.value);
  }
  // A path that launched has left its values already.
  if (completion.exit != Exit::Gone || !c.has_snapshot) {
    TakeSnapshot(c, false);
  }
  snapshot.steps = budget.steps - c.steps_left;
  return snapshot;
}

namespace {

// `ends`: with the first launch of the kernel; else the whole program runs.
std::shared_ptr<Outcome> RunOnce(SourceManager& sources, const ast::Module& module,
                                 const Inputs& inputs, const ast::Node* kernel,
                                 const Budget& budget, bool ends) {
  Context c(sources, inputs, budget);
  c.target = kernel;
  c.ends_at_launch = ends;
  MakeMain(c, module);
  const Region region(c);
  const Completion completion = RunPath(c, [&] {
    GiveDefines(c, c.main);
    return RunStatements(c, module);
  });
  while (!c.pending.empty()) {
    c.pending.pop_back();
    c.heap.End();
  }
  const SourceRange end = completion.exit == Exit::Raise ? c.where : SourceRange();
  if (c.outcome == nullptr || (c.target_escaped && completion.exit != Exit::Gone)) {
    TakeOutcome(c, false);
  }
  c.outcome->end = end;
  return c.outcome;
}

bool IsOnDevice(const Constant& constant) {
  return constant.on_device ||
         std::ranges::any_of(constant.elements,
                             [](const ConstantRef& element) { return IsOnDevice(*element); });
}

// Calls `visit(names, node or path)` with all names of an outcome, those of functions and classes
// too.
template <typename Visit>
void ForEachNames(Outcome& outcome, Visit&& visit) {
  for (auto& [path, names] : outcome.files) {
    visit(names);
  }
  for (auto& [id, frame] : outcome.frames) {
    visit(frame.names);
  }
  for (auto* all : {&outcome.classes, &outcome.functions}) {
    for (auto& [node, each] : *all) {
      std::ranges::for_each(each, visit);
    }
  }
}

bool HasDeviceArrays(Outcome& outcome) {
  bool has = false;
  ForEachNames(outcome, [&](Outcome::Names& names) {
    for (const auto& [name, found] : names) {
      has = has || (found.value != nullptr && IsOnDevice(*found.value));
    }
  });
  return has;
}

// Kernels capture arrays on the device by their addresses: those that later statements or kernels
// change have no value. `end`: the names at the end of the whole program.
void DropChangedArrays(Outcome& outcome, Outcome& end) {
  ForEachNames(outcome, [&](Outcome::Names& names) {
    for (auto& [name, found] : names) {
      if (found.value == nullptr || !IsOnDevice(*found.value)) {
        continue;
      }
      bool is_kept = false;
      ForEachNames(end, [&](const Outcome::Names& others) {
        const auto other = others.find(name);
        is_kept = is_kept || (other != others.end() && other->second.value != nullptr &&
                              IsEqual(*found.value, *other->second.value));
      });
      if (!is_kept) {
        found.value = nullptr;
        found.reason = "is an array on the device that is changed later";
      }
    }
  });
}

}  // namespace

std::shared_ptr<const Outcome> RunUntilLaunch(SourceManager& sources, const ast::Module& module,
                                              const Inputs& inputs, const ast::Node* kernel,
                                              const Budget& budget) {
  const std::shared_ptr<Outcome> outcome = RunOnce(sources, module, inputs, kernel, budget, true);
  if (outcome->is_launched && HasDeviceArrays(*outcome)) {
    DropChangedArrays(*outcome, *RunOnce(sources, module, inputs, kernel, budget, false));
  }
  return outcome;
}

std::shared_ptr<const Outcome> RunToEnd(SourceManager& sources, const ast::Module& module,
                                        const Inputs& inputs, const Budget& budget) {
  return RunOnce(sources, module, inputs, NoKernel(), budget, false);
}

}  // namespace kernelc::host
