// The run as a whole.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/library/natives.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

// Steps for what stands behind a statement that took all, and how often they are given.
constexpr std::int64_t kMoreSteps = 20'000;
constexpr int kMostRefills = 8;
// What each statement of the file adds: a long file of short ones is read as it is.
constexpr std::int64_t kStepsOfStatement = 8;

// A statement that took all steps: what it did is taken back, and what it may do is unknown.
void SkipStatement(Context& c, const ast::Stmt* stmt, const Mark& mark) {
  const Delta delta = c.heap.Capture(mark);
  for (const Pending& pending : c.pending) {
    c.heap.Lose(pending.delta, c.where);
  }
  DropPaths(c, 0);
  c.heap.Rollback(mark);
  c.heap.Lose(delta, c.where);
  c.heap.EscapeCode(stmt, c.frame, true, c.where);
}

std::string ExceptionText(Context& c, const Value& exception) {
  try {
    return exception.is_unknown() ? "an exception" : Repr(c, exception);
  } catch (const GivenUp& given_up) {
    return fmt::format("{}: {}", ClassOf(c, exception)->text, given_up.why->reason);
  } catch (const Raised&) {
    return std::string(ClassOf(c, exception)->text);
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
  c.skips = true;
  for (const ast::Stmt* stmt : module.body()) {
    c.steps_left += kStepsOfStatement;
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
  c.main->Attach<ModuleInfo>();
  auto unit = std::make_unique<Unit>();
  unit->tree = &module;
  unit->texts = c.inputs.texts;
  unit->walks = c.inputs.walks == nullptr ? unit->walks : c.inputs.walks;
  unit->path = c.inputs.path.empty() ? c.sources.file(module.file()).path() : c.inputs.path;
  c.main->As<ModuleInfo>().path = unit->path;
  c.frame = ModuleFrame(c, c.main, *c.units.emplace_back(std::move(unit)));
  c.arguments = c.heap.List({c.heap.Str(c.units.back()->path)}).object;
  StoreName(c, c.main, "__name__", c.heap.Str(c.inputs.module_name));
  StoreName(c, c.main, "__file__",
            c.heap.Str(c.inputs.file.empty() ? c.units.back()->path : c.inputs.file));
}

}  // namespace

void GiveDefines(Context& c, Object* module) {
  for (const auto& [name, constant] : c.inputs.constants) {
    StoreName(c, module, name, FromConstant(c, *constant));
    module->state.attributes->FindName(name)->value.flags |= kFixed;
  }
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
  DropPaths(c, 0);
  const SourceRange end = completion.exit == Exit::Raise ? c.where : SourceRange();
  const bool goes_on = completion.exit != Exit::Gone && (c.target_escaped || kernel == nullptr);
  if (c.outcome == nullptr || goes_on) {
    TakeOutcome(c, nullptr, false);
  }
  c.outcome->end = c.outcome->is_launched ? c.outcome->end : end;
  c.outcome->texts = std::move(c.texts);
  if (kernel == NoKernel()) {
    CallUncalled(c);
  }
  c.outcome->decorated = std::move(c.decorated);
  return c.outcome;
}

bool IsOnDevice(const Constant& constant) {
  return constant.on_device ||
         std::ranges::any_of(constant.elements,
                             [](const ConstantRef& element) { return IsOnDevice(*element); });
}

// Kernels capture arrays on the device by their addresses: those that later statements or kernels
// change have no value. `run`: gives the names at the end of the whole program.
void DropChangedArrays(Outcome& outcome, llvm::function_ref<std::shared_ptr<Outcome>()> run) {
  std::shared_ptr<Outcome> end;
  outcome.ForEachNames([&](Outcome::Names& names) {
    for (auto& [name, found] : names) {
      if (found.value == nullptr || !IsOnDevice(*found.value)) {
        continue;
      }
      end = end == nullptr ? run() : end;
      bool is_kept = false;
      end->ForEachNames([&](const Outcome::Names& others) {
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
  if (kernel != nullptr && outcome->is_launched) {
    DropChangedArrays(*outcome,
                      [&] { return RunOnce(sources, module, inputs, kernel, budget, false); });
  }
  return outcome;
}

std::shared_ptr<const Outcome> RunToEnd(SourceManager& sources, const ast::Module& module,
                                        const Inputs& inputs, const Budget& budget) {
  return RunOnce(sources, module, inputs, NoKernel(), budget, false);
}

// What the program has stored into modules of libraries. Gives up where that is not known.
static void ChangeLibrary(Context& c, const Outcome::Names& library) {
  for (const auto& [path, found] : library) {
    const std::size_t dot = path.rfind('.');
    const std::string name = path.substr(dot + 1);
    const Value module = ImportModule(c, path.substr(0, dot), 0);
    GiveUpIf(c, name == "*" || !module.is(Kind::Module),
             "is computed by a library that the program changes");
    StoreName(c, module.object, name,
              found.value != nullptr ? FromConstant(c, *found.value) : Lose(c, found.reason));
  }
}

ConstantRef Evaluate(SourceManager& sources, const ast::Expr& expr, const Operands& operands,
                     const Budget& budget) {
  Inputs inputs;
  inputs.path = sources.file(expr.range.file).path();
  inputs.constants = operands.names;
  inputs.world = operands.world;
  const ast::Module nothing{expr.range.file};
  Context c(sources, inputs, budget);
  c.is_expression = true;
  MakeMain(c, nothing);
  const Region region(c);
  ConstantRef constant;
  Succeeds([&] {
    GiveDefines(c, c.main);
    for (const auto& [part, value] : operands.parts) {
      c.parts.emplace(part, FromConstant(c, *value));
    }
    ChangeLibrary(c, operands.library);
    for (const ast::Stmt* definition : operands.functions) {
      ExecStatement(c, definition);
    }
    const Mark mark = c.heap.Begin();
    const Value value = Eval(c, &expr);
    // Operands keep their values: who asks for this one goes on with them.
    if (!c.heap.HasChanged(mark)) {
      constant = MakeConstant(c, value);
    }
  });
  return constant;
}

std::optional<abi::ArgType> ElementTypeOf(const Constant& constant) {
  SourceManager sources;
  const Inputs inputs;
  Context c(sources, inputs, Budget());
  std::optional<abi::ArgType> found;
  Succeeds([&] {
    const ElementType type = DTypeOf(c, FromConstant(c, constant));
    found = type.record ? abi::ArgType::Record(type.record) : abi::ArgType::Scalar(type.kind);
  });
  return found;
}

ConstantRef LibraryConstant(std::string_view path) {
  const NativeRow* row = FindNative(path);
  if (row == nullptr || row->constant == nullptr) {
    return nullptr;
  }
  SourceManager sources;
  const Inputs inputs;
  Context c(sources, inputs, Budget());
  const Value value = row->constant(c);
  // `sys.argv` is a program's own.
  return value.is_object() && value.object == nullptr ? nullptr : MakeConstant(c, value);
}

}  // namespace kernelc::host
