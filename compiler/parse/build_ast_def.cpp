// Functions, parameters, classes, decorators and type parameters.
#include <algorithm>

#include "compiler/parse/builder.h"

namespace kernelc::parse {

AstBuilder::Parameter AstBuilder::ReadParameter(const P::ParameterContext& ctx) {
  Parameter parameter;
  parameter.range = Range(ctx);
  parameter.name = ctx.name == nullptr ? nullptr : &Of(ctx.name);
  parameter.star = ctx.star == nullptr ? nullptr : &Of(ctx.star);
  parameter.slash = ctx.slash == nullptr ? nullptr : &Of(ctx.slash);
  if (ctx.annotation != nullptr && ctx.starAnnotation != nullptr) {
    parameter.annotation = BuildStarred(ctx.starAnnotation, *ctx.annotation, true);
  } else if (ctx.annotation != nullptr) {
    parameter.annotation = BuildExpression(*ctx.annotation);
  }
  parameter.value = ctx.value == nullptr ? nullptr : BuildExpression(*ctx.value);
  return parameter;
}

void AstBuilder::CheckParameterNames(const std::vector<Parameter>& parameters) {
  std::vector<std::string_view> seen;
  for (const Parameter& parameter : parameters) {
    if (parameter.name == nullptr) {
      continue;
    }
    const std::string_view name = Text(*parameter.name);
    CheckBinding(name, Range(*parameter.name), ast::ExprContext::Store);
    if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      misuses_->Build(Range(*parameter.name), diag::Kind::DuplicateArgument, name).Emit();
    }
    seen.push_back(name);
  }
}

const ast::Arg* AstBuilder::BuildArg(const Parameter& parameter) {
  if (parameter.name == nullptr) {
    return nullptr;
  }
  const std::uint32_t end =
      parameter.annotation == nullptr ? parameter.name->end : parameter.annotation->range.end;
  auto* arg = New<ast::Arg>(parameter.name->begin, end);
  arg->arg = Identifier(*parameter.name);
  arg->annotation = parameter.annotation;
  return arg;
}

const ast::Arguments* AstBuilder::BuildParameters(const std::vector<Parameter>& parameters,
                                                  SourceRange range) {
  CheckParameterNames(parameters);
  auto* arguments = New<ast::Arguments>(range.begin, range.end);
  List<ast::Arg> positional_only;
  List<ast::Arg> positional;
  List<ast::Arg> keyword_only;
  List<ast::Expr> defaults;
  List<ast::Expr> keyword_defaults;
  const Parameter* star = nullptr;
  bool has_slash = false;
  const auto fail = [&](const Parameter& parameter, std::string_view message) {
    emitter_->Build(parameter.range, diag::Kind::ArgumentOrder, message).Emit();
  };
  for (const Parameter& parameter : parameters) {
    if (arguments->kwarg != nullptr) {
      fail(parameter, "arguments cannot follow var-keyword argument");
      continue;
    }
    if (parameter.slash != nullptr) {
      if (has_slash) {
        fail(parameter, "`/` may appear only once");
      } else if (star != nullptr) {
        fail(parameter, "`/` must be ahead of `*`");
      } else if (positional.empty()) {
        fail(parameter, "at least one argument must precede `/`");
      }
      has_slash = true;
      positional_only.swap(positional);
      continue;
    }
    const ast::Arg* arg = BuildArg(parameter);
    if (parameter.star != nullptr && parameter.star->type == T::STAR_STAR) {
      arguments->kwarg = arg;
    } else if (parameter.star != nullptr) {
      if (star != nullptr) {
        fail(parameter, "`*` argument may appear only once");
      }
      star = &parameter;
      arguments->vararg = arg;
    } else if (star != nullptr) {
      keyword_only.push_back(arg);
      keyword_defaults.push_back(parameter.value);
    } else {
      positional.push_back(arg);
      if (parameter.value != nullptr) {
        defaults.push_back(parameter.value);
      } else if (!defaults.empty()) {
        fail(parameter, "parameter without a default follows parameter with a default");
      }
    }
  }
  if (star != nullptr && star->name == nullptr && keyword_only.empty()) {
    fail(*star, "named arguments must follow bare `*`");
  }
  arguments->posonlyargs = Store(positional_only);
  arguments->args = Store(positional);
  arguments->kwonlyargs = Store(keyword_only);
  arguments->kw_defaults = Store(keyword_defaults);
  arguments->defaults = Store(defaults);
  return arguments;
}

std::span<const ast::Helper* const> AstBuilder::BuildTypeParams(
    const P::TypeParametersContext* ctx) {
  if (ctx == nullptr) {
    return {};
  }
  CheckSeparators(ctx->commas);
  List<ast::Helper> params;
  for (const P::TypeParameterContext* item : ctx->items) {
    const ast::Expr* bound = item->bound == nullptr ? nullptr : BuildExpression(*item->bound);
    const std::string_view name = Identifier(Of(item->name));
    const std::uint32_t begin = Begin(*item);
    const std::uint32_t end = End(*item);
    if (item->star == nullptr) {
      auto* param = New<ast::TypeVar>(begin, end);
      param->name = name;
      param->bound = bound;
      params.push_back(param);
      continue;
    }
    const bool is_tuple = Of(item->star).type == T::STAR;
    if (bound != nullptr) {
      const bool is_constraint = bound->kind == ast::NodeKind::Tuple;
      Error(bound->range,
            fmt::format("cannot use {} with {}", is_constraint ? "constraints" : "bound",
                        is_tuple ? "TypeVarTuple" : "ParamSpec"));
    }
    if (is_tuple) {
      auto* param = New<ast::TypeVarTuple>(begin, end);
      param->name = name;
      params.push_back(param);
    } else {
      auto* param = New<ast::ParamSpec>(begin, end);
      param->name = name;
      params.push_back(param);
    }
  }
  return Store(params);
}

const ast::Stmt* AstBuilder::BuildFunction(const P::FunctionDefinitionContext& ctx,
                                           const antlr4::Token* async,
                                           const List<ast::Expr>& decorators) {
  CheckSeparators(ctx.commas);
  const auto type_params = BuildTypeParams(ctx.typeParams);
  std::vector<Parameter> parameters;
  for (const P::ParameterContext* item : ctx.items) {
    parameters.push_back(ReadParameter(*item));
  }
  const SourceRange list = ctx.items.empty()
                               ? Range(Of(ctx.name))
                               : Range(Begin(*ctx.items.front()), End(*ctx.items.back()));
  const ast::Arguments* arguments = BuildParameters(parameters, list);
  const ast::Expr* returns = ctx.result == nullptr ? nullptr : BuildExpression(*ctx.result);
  const ScopeGuard scope(*this, async != nullptr ? ScopeKind::AsyncFunction : ScopeKind::Function);
  const auto body = BuildBlock(*ctx.body);
  if (async != nullptr && scopes_.back().yields && scopes_.back().value_return.has_value()) {
    Misplaced(scopes_.back().value_return, "`return` with value in async generator");
  }
  const auto fill = [&](auto* function) {
    function->name = Identifier(Of(ctx.name));
    function->args = arguments;
    function->body = body;
    function->decorator_list = Store(decorators);
    function->returns = returns;
    function->type_params = type_params;
    return function;
  };
  if (async != nullptr) {
    return fill(New<ast::AsyncFunctionDef>(Of(async).begin, End(ctx)));
  }
  return fill(New<ast::FunctionDef>(Begin(ctx), End(ctx)));
}

const ast::Stmt* AstBuilder::BuildClass(const P::ClassDefinitionContext& ctx,
                                        const List<ast::Expr>& decorators) {
  auto* node = New<ast::ClassDef>(Begin(ctx), End(ctx));
  node->name = Identifier(Of(ctx.name));
  node->type_params = BuildTypeParams(ctx.typeParams);
  if (ctx.open != nullptr) {
    const Arguments arguments = BuildArguments(ctx.arguments, ctx.commas, ctx.open, ctx.close);
    if (arguments.args.size() == 1 && ctx.arguments.size() == 1 &&
        ctx.arguments[0]->loops != nullptr) {
      Error(Range(*ctx.arguments[0]), "invalid syntax");
    }
    node->bases = Store(arguments.args);
    node->keywords = Store(arguments.keywords);
  }
  node->decorator_list = Store(decorators);
  const ScopeGuard scope(*this, ScopeKind::Class);
  std::string_view& class_name = scopes_.back().class_name;
  class_name = Text(Of(ctx.name));
  class_name.remove_prefix(std::min(class_name.find_first_not_of('_'), class_name.size()));
  node->body = BuildBlock(*ctx.body);
  return node;
}

const ast::Stmt* AstBuilder::BuildDecorated(const P::DecoratedContext& ctx) {
  List<ast::Expr> decorators;
  for (const P::NamedExpressionContext* decorator : ctx.decorators) {
    decorators.push_back(BuildNamed(*decorator));
  }
  if (ctx.function != nullptr) {
    return BuildFunction(*ctx.function, ctx.word, decorators);
  }
  if (ctx.word != nullptr) {
    Error(Range(Of(ctx.word)), "a class cannot be `async`");
  }
  return BuildClass(*ctx.cls, decorators);
}

}  // namespace kernelc::parse
