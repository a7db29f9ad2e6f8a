#include "compiler/advice/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "compiler/advice/files.h"
#include "compiler/ast/walk.h"
#include "compiler/constants/const_eval.h"
#include "compiler/scopes/scopes.h"

namespace kernelc::advice {
namespace {

using ast::As;

// How a function uses a name: indices of its subscripts, and what else tells of arrays and of
// counts.
struct Use {
  std::size_t indices = 0;
  bool is_array = false;
  bool is_count = false;
};

using Uses = std::map<std::string_view, Use>;

Use* UseOf(const ast::Expr* expr, Uses& uses) {
  const auto* name = As<ast::Name>(expr);
  return name == nullptr ? nullptr : &uses[name->id];
}

void CollectUses(const ast::Node* node, Uses& uses) {
  if (const auto* subscript = As<ast::Subscript>(node)) {
    if (Use* use = UseOf(subscript->value, uses)) {
      const auto* tuple = As<ast::Tuple>(subscript->slice);
      use->indices = std::max<std::size_t>(use->indices, tuple == nullptr ? 1 : tuple->elts.size());
    }
  } else if (const auto* attribute = As<ast::Attribute>(node)) {
    if (Use* use = UseOf(attribute->value, uses)) {
      use->is_array = true;
    }
  } else if (const auto* call = As<ast::Call>(node)) {
    const auto* range = As<ast::Name>(call->func);
    const bool counts = range != nullptr && range->id == "range";
    // What a function does with its arguments is not followed.
    for (const ast::Expr* argument : call->args) {
      if (Use* use = UseOf(argument, uses)) {
        use->is_count = use->is_count || counts;
        use->is_array = use->is_array || (!counts && As<ast::Attribute>(call->func) != nullptr &&
                                          argument == call->args[0]);
      }
    }
  } else if (const auto* loop = As<ast::For>(node)) {
    if (Use* use = UseOf(loop->iter, uses)) {
      use->is_array = true;
    }
  } else if (const auto* compare = As<ast::Compare>(node)) {
    for (const ast::Expr* right : compare->comparators) {
      if (Use* use = UseOf(right, uses)) {
        use->is_count = true;
      }
    }
  }
  ast::ForEachChild(node, [&](const ast::Node* child) { CollectUses(child, uses); });
}

std::string ExampleType(const Use& use) {
  if (use.indices > 1) {
    std::string dims;
    for (std::size_t i = 1; i < use.indices; ++i) {
      dims += ":, ";
    }
    return fmt::format("float32[{}::1]", dims);
  }
  if (use.indices == 1 || use.is_array) {
    return "float32[::1]";
  }
  return use.is_count ? "int32" : "float32";
}

// What is wrong with the type of one parameter among others that have theirs.
std::optional<diag::Diagnostic> FaultOf(const ast::Arg& parameter, const FunctionInfo& function,
                                        Evaluator& evaluator) {
  std::string reason = "it has no annotation";
  SourceRange range = parameter.range;
  if (parameter.annotation != nullptr) {
    range = parameter.annotation->range;
    if (constants::AnnotatedType(*parameter.annotation, function, evaluator, &reason)) {
      return std::nullopt;
    }
  }
  diag::CollectingConsumer consumer;
  diag::Emitter(consumer)
      .BuildMessage(range, diag::Kind::UnknownType,
                    fmt::format("the type of `{}` is not known: {}", parameter.arg, reason))
      .Emit();
  return consumer.Take().front();
}

// Whether the body asks for a place among the threads.
bool ReadsThreads(const ast::Node* node, const FunctionInfo& function, Evaluator& evaluator) {
  const bool may_be = node->kind == ast::NodeKind::Attribute || node->kind == ast::NodeKind::Name;
  const std::optional<Object> object =
      may_be ? evaluator.Eval(static_cast<const ast::Expr*>(node), function.scope) : std::nullopt;
  bool reads = object && object->kind == ObjectKind::External &&
               (index::IsThreadPlace(object->text) || object->text == "cuda.grid");
  ast::ForEachChild(node, [&](const ast::Node* child) {
    reads = reads || ReadsThreads(child, function, evaluator);
  });
  return reads;
}

// Whether what decorators that are not known make of a function is a kernel, as far as its use and its body tell.
bool IsMeantAsKernel(const FunctionEntry& entry, const FunctionInfo& function,
                     Evaluator& evaluator) {
  return entry.is_launched ||
         std::ranges::any_of(function.def->body, [&](const ast::Stmt* stmt) {
           return ReadsThreads(stmt, function, evaluator);
         });
}

// Adds why names in `open` are not known.
void AddReasons(const FunctionInfo& function, SourceRange open, Evaluator& evaluator,
                diag::Builder& builder) {
  evaluator.set_kernel(&function);
  const auto explain = [&](const ast::Name& name) {
    if (name.range.begin < open.begin || name.range.end > open.end) {
      return;
    }
    const std::optional<Lost> lost = evaluator.WhyUnknown(name.id, function.outer);
    if (lost && !lost->reason.empty()) {
      static_cast<void>(std::move(builder).Label(
          lost->where.has_value() ? lost->where : name.range,
          fmt::format("`{}` is not known: {}", name.id, lost->reason)));
    }
  };
  for (const ast::Expr* decorator : function.def->decorator_list) {
    scopes::ForEachName(decorator, explain);
  }
}

}  // namespace

MissingTypes ExplainMissingTypes(const FileIndex& index, std::size_t function) {
  const FunctionInfo& info = index.impl().entry_function(function);
  Uses uses;
  if (info.def != nullptr) {
    for (const ast::Stmt* stmt : info.def->body) {
      CollectUses(stmt, uses);
    }
  }
  CodeArena arena;
  Evaluator evaluator(index.impl(), arena);
  MissingTypes missing;
  const FunctionEntry& entry = index.functions()[function];
  const ast::Arguments& arguments = info.arguments();
  std::vector<const ast::Arg*> parameters(arguments.posonlyargs.begin(),
                                          arguments.posonlyargs.end());
  parameters.insert(parameters.end(), arguments.args.begin(), arguments.args.end());
  const bool any_annotation = std::ranges::any_of(
      parameters, [](const ast::Arg* arg) { return arg->annotation != nullptr; });
  for (std::size_t i = 0; i < entry.params.size() - entry.optional_params; ++i) {
    missing.example += (i == 0 ? "" : ", ") + ExampleType(uses[entry.params[i]]);
    const auto found = std::ranges::find(parameters, entry.params[i], &ast::Arg::arg);
    if (any_annotation && !missing.fault && found != parameters.end()) {
      missing.fault = FaultOf(**found, info, evaluator);
    }
  }
  if (missing.fault) {
    missing.fault->help =
        fmt::format("give the types with --sig, for example --sig '{}'", missing.example);
  }
  return missing;
}

std::optional<diag::Diagnostic> ExplainLeftOut(const FileIndex& index, std::size_t function) {
  const FunctionInfo& info = index.impl().entry_function(function);
  const FunctionEntry& entry = index.functions()[function];
  CodeArena arena;
  Evaluator evaluator(index.impl(), arena);
  const bool may_be_kernel = !info.is_for_devices() && info.options.open_decorator.has_value();
  const SourceRange open = may_be_kernel ? info.options.open_decorator : info.options.open_signature;
  if (!open.has_value() || info.def == nullptr ||
      (may_be_kernel ? !IsMeantAsKernel(entry, info, evaluator) : !info.is_kernel)) {
    return std::nullopt;
  }
  // What calls of a factory made of it is built with their signatures.
  for (std::size_t i = 0; i < index.functions().size(); ++i) {
    if (i != function && index.impl().entry_function(i).def == info.def &&
        info.undecorated == nullptr && info.outer->frame < 0) {
      return std::nullopt;
    }
  }
  const std::string_view text = info.file->sources().text(open);
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  diag::Builder builder = emitter.BuildMessage(
      open, may_be_kernel ? diag::Kind::OpenDecorator : diag::Kind::OpenSignature,
      fmt::format("`{}` is left out: its {} `{}` has no value that is known while compiling",
                  entry.name, may_be_kernel ? "decorator" : "signature", text));
  AddReasons(info, open, evaluator, builder);
  std::move(builder)
      .Help(may_be_kernel
                ? fmt::format("decorate it with `@cuda.jit` or `@kernel`, or ask for it by -k {}", entry.name)
                : fmt::format("give the types with --sig, for example --sig '{}({})'", entry.name,
                              ExplainMissingTypes(index, function).example))
      .Emit();
  return consumer.Take().front();
}

}  // namespace kernelc::advice
