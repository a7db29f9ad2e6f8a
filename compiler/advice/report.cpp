#include "compiler/advice/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/advice/suggestions.h"
#include "compiler/advice/unsupported.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::advice {
namespace {

bool IsUnderTest(const Binding& binding) {
  return binding.condition.test != nullptr;
}

bool MakesDeviceArray(const ast::Expr* expr) {
  static constexpr std::string_view kMakers[] = {
      "device_array",      "device_array_like", "managed_array",     "mapped_array",
      "mapped_array_like", "pinned_array",      "pinned_array_like", "to_device"};
  const auto* call = ast::As<ast::Call>(expr);
  return call != nullptr && std::ranges::find(kMakers, scopes::LastPart(call->func)) != std::end(kMakers);
}

std::string_view BindingHelp(const Binding& binding) {
  const bool is_variable = binding.kind == BindingKind::Assign || binding.kind == BindingKind::Opaque;
  if (IsUnderTest(binding) && binding.previous != nullptr && !is_variable) {
    return "whether the condition holds is not known while compiling; bind it once, or choose by a parameter of the "
           "kernel";
  }
  switch (binding.kind) {
    case BindingKind::Parameter:
      return "it belongs to a call of the function around; make it a parameter of the kernel";
    case BindingKind::Class:
      return "kernels have no classes; pass numbers and arrays as parameters";
    case BindingKind::Assign:
      if (MakesDeviceArray(binding.value)) {
        return "kernels have an array on the device as a constant, where the file says what is in "
               "it "
               "(`cuda.to_device(table)`) and neither kernels nor the host write to it later; pass "
               "others as parameters";
      }
      return binding.previous != nullptr
                 ? "it is assigned in several places; give it one value, or make it a parameter"
                 : "kernels see numbers, strings, tuples, arrays of known contents, types and "
                   "functions of the "
                   "file; pass anything else as a parameter";
    case BindingKind::Import:
    case BindingKind::Function:
    case BindingKind::Value:
    case BindingKind::Opaque:
      break;
  }
  return "its value is not known while compiling; make it a parameter of the kernel";
}

// The last way out for outer names: the host gives the value.
std::string OrDefine(std::string_view name) {
  return fmt::format(", or give its value: `--define {}=VALUE`", name);
}

// Arithmetic of integers that are written in place: where it has no value, the value is too large.
bool IsIntegerArithmetic(const ast::Expr* expr) {
  if (const auto* constant = ast::As<ast::Constant>(expr)) {
    return constant->value.kind == ast::ConstantKind::Int;
  }
  if (const auto* unary = ast::As<ast::UnaryOp>(expr)) {
    return IsIntegerArithmetic(unary->operand);
  }
  const auto* binary = ast::As<ast::BinOp>(expr);
  const bool grows = binary != nullptr && (binary->op == ast::BinaryOperator::Pow ||
                                           binary->op == ast::BinaryOperator::Mult ||
                                           binary->op == ast::BinaryOperator::LShift);
  return grows && IsIntegerArithmetic(binary->left) && IsIntegerArithmetic(binary->right);
}

// The files of `from x import name` that lead back to themselves, "a.py, b.py, a.py"; empty where they lead to an end.
std::string ImportCircle(const Binding& first, const Scope* owner) {
  std::vector<std::pair<const Binding*, std::string>> seen;
  const Binding* binding = &first;
  while (binding != nullptr && binding->kind == BindingKind::Import &&
         !binding->import.name.empty()) {
    const auto again = std::ranges::find(seen, binding, [](const auto& place) { return place.first; });
    const std::string& path = owner->file->path();
    const std::string file = path.substr(path.rfind('/') + 1);
    if (again != seen.end()) {
      std::string text;
      for (auto place = again; place != seen.end(); ++place) {
        text += place->second + ", ";
      }
      return text + file;
    }
    seen.emplace_back(binding, file);
    ModuleResolver* resolver = constants::ImplOf(*owner->file).resolver();
    const ImportedModule* module =
        resolver == nullptr
            ? nullptr
            : resolver->Import(path, binding->import.level, binding->import.module);
    // What a package does not define itself is a file in it.
    const std::string_view package = binding->import.module;
    const std::string inner =
        fmt::format("{}{}{}", package, package.empty() ? "" : ".", binding->import.name);
    if (module == nullptr || !module->index ||
        resolver->Import(path, binding->import.level, inner) != nullptr) {
      return "";
    }
    binding = index::FindBinding(&module->index->impl().module_scope(), binding->import.name, &owner);
  }
  return "";
}

// How the file gets a kernel from the function around it; empty where it cannot call that.
std::string HowToCall(const Scope& function) {
  const Scope& around = *function.parent;
  const std::string_view own = std::string_view(function.name).substr(function.name.rfind('.') + 1);
  const auto found = around.bindings.find(own);
  const FunctionInfo* info = found == around.bindings.end() ? nullptr : found->second.function;
  const bool is_method = around.kind == ScopeKind::Class && info != nullptr && info->has_self() &&
                         !info->arguments().args.empty() &&
                         info->arguments().args.front()->arg == "self";
  const bool is_private = own.starts_with("__") && around.kind == ScopeKind::Class;
  if (around.kind == ScopeKind::Function || is_private) {
    return "";
  }
  return is_method
             ? fmt::format("call it in the file, as in `fixed = {}(...).{}(...)`", around.name, own)
             : fmt::format("call it in the file, as in `fixed = {}(...)`", function.name);
}

// The parameter of the function around that an assignment reads, if it is one.
const Binding* OnlyParameterOf(const Binding& binding, const Scope* owner) {
  const Binding* parameter = nullptr;
  bool is_only = true;
  if (binding.kind == BindingKind::Assign && binding.value != nullptr) {
    scopes::ForEachName(binding.value, [&](const ast::Name& name) {
      const Scope* scope = nullptr;
      const Binding* found = index::FindBinding(owner, name.id, &scope);
      if (found != nullptr && found->kind == BindingKind::Parameter && found != parameter) {
        is_only = parameter == nullptr;
        parameter = found;
      }
    });
  }
  return is_only ? parameter : nullptr;
}

// Says why the run of the program does not know a value, where that is not where it is bound.
void AddReason(diag::Builder& builder, const std::optional<Lost>& lost, SourceRange bound) {
  if (lost && !lost->reason.empty()) {
    const SourceRange where = lost->where.has_value() ? lost->where : bound;
    static_cast<void>(std::move(builder).Label(where, "not known: " + lost->reason));
  }
}

}  // namespace

void ReportNotConstant(std::string_view name, SourceRange range, const Binding& binding,
                       const std::optional<Lost>& lost, diag::Emitter& emitter) {
  if (lost && lost->reason == "the array is too large to be followed") {
    emitter
        .Build(range, diag::Kind::ConstantTooLarge, name, "more than a million elements",
               "as many")
        .Label(lost->where, "made here")
        .Help("pass it as a parameter")
        .Emit();
    return;
  }
  diag::Builder builder = emitter.Build(range, diag::Kind::NotConstant, name);
  static_cast<void>(std::move(builder).Label(binding.range, "bound here"));
  AddReason(builder, lost, binding.range);
  if (IsUnderTest(binding)) {
    static_cast<void>(std::move(builder).Label(binding.condition.test->range, "under this condition"));
  }
  const bool is_module = name == "np" || name == "numpy" || name == "math";
  // Attributes of classes are no names that can be defined.
  const bool is_name =
      binding.kind != BindingKind::Class && name.find('.') == std::string_view::npos;
  std::move(builder)
      .Help(is_module && binding.kind == BindingKind::Assign
                ? fmt::format("import it in the file: `import {}`",
                              name == "np" ? "numpy as np" : name)
                : std::string(BindingHelp(binding)) + (is_name ? OrDefine(name) : ""))
      .Emit();
}

bool ReportMember(const Object& base, const ast::Attribute& node, const std::optional<Lost>& lost,
                  diag::Emitter& emitter) {
  if (base.kind == ObjectKind::Module && base.module->index) {
    const Scope* owner = nullptr;
    const Binding* binding =
        index::FindBinding(&base.module->index->impl().module_scope(), node.attr, &owner);
    if (binding == nullptr) {
      return false;
    }
    diag::Builder builder = emitter.Build(node.range, diag::Kind::NotConstant,
                                          fmt::format("{}.{}", base.module->name, node.attr));
    static_cast<void>(std::move(builder).Label(binding->range, "bound here"));
    AddReason(builder, lost, binding->range);
    std::move(builder)
        .Help(
            "its value is not known while compiling, or files that import it change it; make it a "
            "parameter of the kernel" +
            OrDefine(node.attr))
        .Emit();
    return true;
  }
  const bool has_class = base.kind == ObjectKind::Class || base.kind == ObjectKind::Instance;
  if (!has_class) {
    return false;
  }
  const auto member = base.class_scope->bindings.find(node.attr);
  if (member == base.class_scope->bindings.end()) {
    return false;
  }
  ReportNotConstant(fmt::format("{}.{}", base.class_scope->name, node.attr), node.range,
                    member->second, lost, emitter);
  return true;
}

namespace {

// A name of the function around the kernel.
void ReportOuterValue(const ast::Name& name, const Binding& binding, const Scope& owner,
                      diag::Emitter& emitter) {
  const std::string how = HowToCall(owner);
  diag::Builder builder = emitter.Build(name.range, diag::Kind::OuterValue, name.id, owner.name);
  static_cast<void>(std::move(builder).Label(
      binding.range, binding.kind == BindingKind::Parameter ? "a parameter of it" : "bound here"));
  if (const Binding* parameter = OnlyParameterOf(binding, &owner)) {
    static_cast<void>(std::move(builder).Label(parameter->range, "made of this parameter of it"));
  }
  std::move(builder)
      .Help((how.empty()
                 ? fmt::format("make `{}` a parameter of the kernel", name.id)
                 : fmt::format(
                       "{}, and use the kernel `fixed`; or make `{}` a parameter of the kernel",
                       how, name.id)) +
            OrDefine(name.id))
      .Emit();
}

void ReportBound(const ast::Name& name, const Binding& binding, const Scope& owner,
                 const std::optional<Lost>& lost, diag::Emitter& emitter) {
  if (owner.kind == ScopeKind::Function) {
    return ReportOuterValue(name, binding, owner, emitter);
  }
  const bool has_one_value = binding.kind == BindingKind::Assign && !binding.condition.is_open &&
                             binding.previous == nullptr;
  if (has_one_value && ast::As<ast::BinOp>(binding.value) != nullptr &&
      IsIntegerArithmetic(binding.value)) {
    emitter.Build(name.range, diag::Kind::IntegerTooLarge, name.id)
        .Label(binding.value->range, "its value")
        .Help("integers have at most 64 bits in kernels")
        .Emit();
    return;
  }
  if (const std::string circle = ImportCircle(binding, &owner); !circle.empty()) {
    emitter.Build(name.range, diag::Kind::ImportCycle, name.id, circle)
        .Label(binding.range, "imported here")
        .Help("import it from the file that defines it")
        .Emit();
    return;
  }
  ReportNotConstant(name.id, name.range, binding, lost, emitter);
}

}  // namespace

void ReportName(const ast::Name& name, const Scope* scope,
                std::span<const std::string_view> locals, const std::optional<Lost>& lost,
                diag::Emitter& emitter) {
  const Scope* owner = nullptr;
  if (const Binding* binding = index::FindBinding(scope, name.id, &owner)) {
    return ReportBound(name, *binding, *owner, lost, emitter);
  }
  // A function of Python that kernels do not have is no misspelling.
  if (const std::string_view help = functions::HelpForFunction(name.id); !help.empty()) {
    emitter.Build(name.range, diag::Kind::UnsupportedFunction, name.id)
        .Help(std::string(help))
        .Emit();
    return;
  }
  const std::string help = HelpForName(name.id, name.range, scope, locals);
  const SourceRange place = index::HiddenDefinition(scope->file->module());
  if (place.has_value()) {
    emitter.Build(name.range, diag::Kind::HiddenDefinition, name.id)
        .Label(place, "may define it")
        .Help(help.empty() ? "define it in the file, or make it a parameter" : help)
        .Emit();
    return;
  }
  emitter.Build(name.range, diag::Kind::UnknownName, name.id)
      .Help(help.empty() ? "define it in the file, or make it a parameter" : help)
      .Emit();
}

void ReportPath(std::string_view path, std::string_view spelling, SourceRange range, bool called,
                const Scope* scope, diag::Emitter& emitter) {
  if (const std::string_view instead = functions::HelpForAllocation(path); !instead.empty()) {
    emitter.Build(range, diag::Kind::Allocates, spelling).Help(std::string(instead)).Emit();
    return;
  }
  std::string help(functions::HelpForFunction(path));
  const bool is_function = called || !help.empty();
  if (help.empty()) {
    help = HelpForPath(path, scope);
  }
  if (!index::IsKnownPath(path) && path.starts_with('.')) {
    emitter.Build(range, diag::Kind::UnknownModule, path.substr(1))
        .Help(help.empty() ? "kernels can use math, numpy, numba.cuda, kernelc, and files beside this "
                             "one, in its package or in a folder given by `-I`; pass other values as "
                             "parameters"
                           : help)
        .Emit();
    return;
  }
  emitter
      .Build(range, is_function ? diag::Kind::UnsupportedFunction : diag::Kind::UnknownMember, spelling)
      .Help(help.empty() ? "`kernelc builtins` lists what kernels have" : help)
      .Emit();
}

bool ReportKernelParameter(const ast::Arguments& parameters, diag::Emitter& emitter) {
  const ast::Arg* place = parameters.vararg != nullptr       ? parameters.vararg
                          : parameters.kwarg != nullptr      ? parameters.kwarg
                          : !parameters.kwonlyargs.empty() ? parameters.kwonlyargs.front()
                                                             : nullptr;
  if (place == nullptr) {
    return false;
  }
  emitter.Build(place->range, diag::Kind::KernelParameter, place->arg)
      .Help(place == parameters.vararg || place == parameters.kwarg
                ? "a launch passes arguments by position: name each of them, or pass them as one tuple"
                : "a launch passes arguments by position: leave the `*` in front of it away")
      .Emit();
  return true;
}

void MergeUnknownNames(std::vector<diag::Diagnostic>* diagnostics) {
  const auto is_unknown = [](const diag::Diagnostic& diagnostic) {
    return diagnostic.kind == diag::Kind::UnknownName || diagnostic.kind == diag::Kind::HiddenDefinition;
  };
  std::map<std::string, std::vector<diag::Diagnostic>> uses;
  for (const diag::Diagnostic& diagnostic : *diagnostics) {
    if (is_unknown(diagnostic)) {
      uses[diagnostic.message].push_back(diagnostic);
    }
  }
  std::erase_if(*diagnostics, is_unknown);
  for (auto& [message, places] : uses) {
    const auto first = std::ranges::min_element(
        places, {}, [](const diag::Diagnostic& diagnostic) { return diagnostic.range.begin; });
    if (places.size() > 1) {
      first->notes.push_back(fmt::format("{} more use{} of it in this function", places.size() - 1,
                                         places.size() == 2 ? "" : "s"));
    }
    diagnostics->push_back(std::move(*first));
  }
}

bool ReportFormatted(const ast::Expr& argument, diag::Emitter& emitter) {
  const auto* binary = ast::As<ast::BinOp>(&argument);
  const auto* text = binary == nullptr ? nullptr : ast::As<ast::Constant>(binary->left);
  const auto* called = ast::As<ast::Call>(&argument);
  const auto* method = called == nullptr ? nullptr : ast::As<ast::Attribute>(called->func);
  const auto* formatted = method == nullptr ? nullptr : ast::As<ast::Constant>(method->value);
  const bool formats = ast::As<ast::JoinedStr>(&argument) != nullptr ||
                       (formatted != nullptr && method->attr == "format" &&
                        formatted->value.kind == ast::ConstantKind::Str) ||
                       (text != nullptr && binary->op == ast::BinaryOperator::Mod &&
                        text->value.kind == ast::ConstantKind::Str);
  if (formats) {
    emitter.Build(argument.range, diag::Kind::FormattedPrint)
        .Help("give the pieces as arguments: `print(\"x =\", x)`")
        .Emit();
  }
  return formats;
}

void ReportUnsupported(const ast::Node& node, diag::Emitter& emitter) {
  const UnsupportedInfo* info = FindUnsupported(node.kind);
  KC_CHECK(info != nullptr, "no row for {}", ast::node_kind_name(node.kind));
  emitter.Build(node.range, info->kind).Help(std::string(info->help)).Emit();
}

}  // namespace kernelc::advice
