#include "compiler/sema/compile_function.h"

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/constants/const_eval.h"
#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_stmt.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/origins.h"
#include "compiler/sema/slips.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::As;

namespace {

// A float64 or complex128, or a record with one.
bool HoldsDouble(const types::TypeStore& types, TypeId type) {
  const types::Type& whole = types.get(type);
  return type == types::kFloat64 || type == types::kComplex128 ||
         std::ranges::any_of(whole.fields, [&](const types::RecordField& field) {
           return HoldsDouble(types, field.type);
         });
}

void ResetPass(FunctionContext& fn) {
  fn.learned.candidate = nullptr;
  fn.consumer.Take();
  fn.emitter = diag::Emitter(fn.consumer);
  fn.states.assign(fn.renaming.versions.size(), VersionState());
  fn.slots.clear();
  fn.variable_texts.clear();
  fn.loops.clear();
  fn.reads.clear();
  fn.view_origins.clear();
  fn.constants_region = kir::RegionId();
  fn.constant_arrays.clear();
  fn.constant_tuples.clear();
  fn.conflicts.clear();
  fn.tested.clear();
  fn.has_error = false;
  fn.saw_pending = false;
  fn.return_changed = false;
  fn.returned_none = false;
  fn.returned_unknown = false;
  fn.instance.waits_for = fn.instance.depth;
  fn.instance.callees.clear();
  fn.instance.open_end = SourceRange();
  fn.instance.says_none = false;
  fn.instance.creep.clear();
  fn.instance.result_awaited = false;
  fn.instance.uses_narrow_arrays = false;
  fn.instance.uses_wide_arrays = false;
  kir::Function fresh;
  fresh.name = fn.instance.launched != nullptr ? fn.instance.launched->name : fn.function.name;
  fresh.symbol = fn.instance.symbol;
  fresh.kind = fn.instance.kind;
  fresh.range = fn.function.name_range;
  const DecoratorOptions& options = fn.function.options;
  fresh.options.fastmath = options.fastmath || fn.program.options().fastmath;
  fresh.options.force_inline = options.force_inline;
  if (fn.instance.kind == kir::FunctionKind::Kernel) {
    fresh.options.debug = options.debug;
    fresh.options.max_threads_per_block = options.max_threads_per_block;
    fresh.options.min_blocks_per_multiprocessor = options.min_blocks_per_multiprocessor;
    fresh.options.max_blocks_per_cluster = options.max_blocks_per_cluster;
    fresh.options.max_registers = fn.program.options().max_registers != 0
                                      ? fn.program.options().max_registers
                                      : options.max_registers;
  }
  fn.kir_function = std::move(fresh);
  fn.kir_function.body = fn.kir_function.AddRegion();
  fn.builder.set_insertion_region(fn.kir_function.body);
  if (fn.is_library()) {
    fn.kir_function.range = fn.instance.use;
    fn.builder.pin_range(fn.instance.use);
  }
  fn.builder.set_range(fn.function.name_range);
}

void DefineParameters(FunctionContext& fn) {
  const ast::Arguments& arguments = fn.function.arguments();
  std::vector<const ast::Arg*> parameters;
  parameters.insert(parameters.end(), arguments.posonlyargs.begin(), arguments.posonlyargs.end());
  parameters.insert(parameters.end(), arguments.args.begin(), arguments.args.end());
  if (arguments.vararg != nullptr) {
    parameters.push_back(arguments.vararg);
  }
  parameters.insert(parameters.end(), arguments.kwonlyargs.begin(), arguments.kwonlyargs.end());
  // All parameters come before the first operation, which slots need.
  std::vector<Value> values;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    values.push_back(
        ParameterValue(fn, fn.instance.params[i], parameters[i]->arg, parameters[i]->range));
  }
  fn.capture_values.clear();
  for (std::size_t i = 0; i < fn.instance.captures.size(); ++i) {
    fn.capture_values.push_back(ParameterValue(fn, fn.instance.params[parameters.size() + i],
                                               fn.instance.captures[i], fn.function.name_range));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Define(fn, fn.renaming.definitions.at(static_cast<const ast::Node*>(parameters[i])->id),
           values[i]);
  }
  for (std::size_t i = 0; i < fn.capture_values.size(); ++i) {
    Define(fn, fn.renaming.captures[i], fn.capture_values[i]);
  }
}

void EmitFunctionBody(FunctionContext& fn) {
  DefineParameters(fn);
  if (fn.function.lambda != nullptr) {
    const Value value = EmitMaybeNone(fn, fn.function.lambda->body);
    EmitReturn(fn, value, fn.function.lambda->body->range);
    return;
  }
  const bool falls = EmitBody(fn, Body(fn));
  if (falls) {
    fn.instance.open_end = advice::OpenEnd(Body(fn));
    fn.builder.set_range(fn.function.name_range);
    EmitReturn(fn, Value::Of(Object()), fn.function.name_range);
  }
}

// Whether the types of all phis are those that the pass assumed; else they are kept for the next
// one.
bool CheckPhis(FunctionContext& fn) {
  bool stable = true;
  for (std::uint32_t i = 0; i < fn.renaming.versions.size(); ++i) {
    const scopes::Version& version = fn.renaming.versions[i];
    if (version.kind != scopes::VersionKind::Phi || !version.live) {
      continue;
    }
    const VersionState assumed = fn.states[i];
    VersionState joined = fn.phi_states[i];
    VersionId previous;
    for (const VersionId operand : version.operands) {
      const VersionState state = operand.has_value() ? fn.states[operand.index] : VersionState();
      if (!state.known) {
        continue;
      }
      VersionState merged;
      if (!Unify(fn, joined, state, &merged)) {
        ReportConflict(fn, VersionId(i), joined, state, previous, operand);
        return true;
      }
      joined = merged;
      previous = operand;
    }
    // A phi that the pass never asked for is compared with the pass before; so is one that may have
    // been asked for before the pass came to know it.
    const VersionState& before = assumed.known && !fn.saw_pending ? assumed : fn.phi_states[i];
    stable = stable && before.known == joined.known && before.type == joined.type &&
             before.weak == joined.weak;
    fn.phi_states[i] = joined;
  }
  return stable;
}

// Settles the type of the result; false where the pass assumed another one.
bool FinishResult(FunctionContext& fn) {
  const TypeId before = fn.instance.result;
  const bool awaited = fn.instance.result_awaited;
  const bool waits = fn.instance.waits_for < fn.instance.depth;
  const bool returned_none_early = fn.returned_none && before.has_value() && before != types::kVoid;
  if (returned_none_early) {
    fn.instance.result = UnifyOptional(fn, {types::kNone, false}, {before, false})->type;
  } else if (!before.has_value()) {
    // With ways whose result is not known, None is only what was seen to be None.
    const bool some_unknown = awaited || waits || fn.returned_unknown;
    const bool is_none = some_unknown ? fn.returned_none : !fn.saw_pending;
    fn.instance.result = is_none ? types::kVoid : TypeId();
  }
  if (awaited && !fn.instance.result.has_value() && !fn.has_error && !waits) {
    // Every way out needs the result of a call to the function itself.
    fn.Report(fn.function.name_range, diag::Kind::EndlessRecursion, fn.function.name)
        .Help("give the function a way to return that does not call itself")
        .Emit();
  }
  fn.kir_function.result = before.has_value() ? before : types::kVoid;
  fn.program.NoteResultChange(fn.return_changed || before != fn.instance.result);
  return !fn.return_changed && !returned_none_early && !(awaited && fn.instance.result.has_value());
}

bool FinishPass(FunctionContext& fn) {
  PlaceConstants(fn);
  const bool phis_stable = CheckPhis(fn);
  return FinishResult(fn) && phis_stable;
}

// What an instance was given for a parameter; null for one that takes no value by position.
const ParamBinding* BindingOf(const FunctionContext& fn, const ast::Arg* arg) {
  const ast::Arguments& arguments = fn.function.arguments();
  std::size_t index = 0;
  for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
    for (const ast::Arg* parameter : list) {
      if (parameter == arg) {
        return &fn.instance.params[index];
      }
      ++index;
    }
  }
  return arg != nullptr && arg == arguments.vararg ? &fn.instance.params[index] : nullptr;
}

// What an instance knows of a parameter at compile time; null where it has a value at run time.
const Object* BoundObject(const FunctionContext& fn, const ast::Arg* arg) {
  const ParamBinding* binding = BindingOf(fn, arg);
  return binding != nullptr && binding->kind == ValueKind::Object ? &binding->object : nullptr;
}

// What the types of parameters say before anything else is typed: `a.ndim`, `len(args)`,
// `len(a.shape)`.
std::optional<Object> KnownFromTypes(const FunctionContext& fn, const ast::Expr* expr,
                                     const scopes::ParameterLookup& lookup) {
  const auto binding_of = [&](const ast::Expr* node) -> const ParamBinding* {
    const auto* name = As<ast::Name>(node);
    return name == nullptr ? nullptr : BindingOf(fn, lookup(*name).parameter);
  };
  const auto rank_of = [&](const ast::Expr* node,
                           std::string_view attribute) -> std::optional<Object> {
    const auto* member = As<ast::Attribute>(node);
    const ParamBinding* array = member == nullptr ? nullptr : binding_of(member->value);
    if (array == nullptr || array->kind != ValueKind::Runtime || member->attr != attribute ||
        fn.program.types().get(array->type).kind != types::TypeKind::Array) {
      return std::nullopt;
    }
    return Object::Of(Number::Int(Int128(fn.program.types().get(array->type).ndim)));
  };
  if (const auto* name = As<ast::Name>(expr)) {
    const ast::Expr* value = lookup(*name).value;
    return value == nullptr ? std::nullopt : KnownFromTypes(fn, value, lookup);
  }
  if (As<ast::Constant>(expr) != nullptr) {
    return fn.program.evaluator().Eval(expr, fn.function.scope);
  }
  if (std::optional<Object> rank = rank_of(expr, "ndim")) {
    return rank;
  }
  const auto* call = As<ast::Call>(expr);
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  if (callee == nullptr || callee->id != "len" || lookup(*callee).is_local ||
      call->args.size() != 1) {
    return std::nullopt;
  }
  const ParamBinding* tuple = binding_of(call->args[0]);
  if (tuple != nullptr && tuple->kind == ValueKind::Tuple) {
    return Object::Of(Number::Int(Int128(tuple->elements.size())));
  }
  return rank_of(call->args[0], "shape");
}

// `parameter is None`, also where the parameter has a value at run time.
std::optional<bool> KnownIsNone(FunctionContext& fn, const ast::Expr* test,
                                const scopes::ParameterLookup& lookup) {
  const auto* compare = As<ast::Compare>(test);
  if (compare == nullptr || compare->ops.size() != 1) {
    return std::nullopt;
  }
  const auto* name = As<ast::Name>(compare->left);
  const auto* none = As<ast::Constant>(compare->comparators[0]);
  const bool negated = compare->ops[0] == ast::CompareOperator::IsNot;
  if (name == nullptr || none == nullptr || none->value.kind != ast::ConstantKind::None ||
      (!negated && compare->ops[0] != ast::CompareOperator::Is)) {
    return std::nullopt;
  }
  const ast::Arg* arg = lookup(*name).parameter;
  if (arg == nullptr) {
    return std::nullopt;
  }
  if (const ParamBinding* binding = BindingOf(fn, arg);
      binding != nullptr && binding->kind == ValueKind::Runtime &&
      fn.program.types().get(binding->type).kind == types::TypeKind::Optional) {
    return std::nullopt;
  }
  const Object* object = BoundObject(fn, arg);
  return (object != nullptr && object->kind == ObjectKind::None) != negated;
}

std::optional<bool> KnownCondition(FunctionContext& fn, const ast::Expr* test,
                                   const scopes::ParameterLookup& lookup) {
  if (const std::optional<bool> is_none = KnownIsNone(fn, test, lookup)) {
    return is_none;
  }
  if (const auto* negation = As<ast::UnaryOp>(test);
      negation != nullptr && negation->op == ast::UnaryOperator::Not) {
    const std::optional<bool> inner = KnownCondition(fn, negation->operand, lookup);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (const auto* boolean = As<ast::BoolOp>(test)) {
    const bool is_and = boolean->op == ast::BoolOperator::And;
    for (const ast::Expr* operand : boolean->values) {
      const std::optional<bool> truth = KnownCondition(fn, operand, lookup);
      if (!truth) {
        return std::nullopt;
      }
      if (*truth != is_and) {
        return truth;
      }
    }
    return is_and;
  }
  const constants::LocalLookup locals = [&](const ast::Name& name, std::optional<Object>* object) {
    const scopes::LocalFacts facts = lookup(name);
    if (const Object* bound = BoundObject(fn, facts.parameter)) {
      *object = *bound;
    } else if (facts.value != nullptr) {
      *object = KnownFromTypes(fn, &name, lookup);
    }
    return facts.is_local;
  };
  const constants::ExprLookup expressions = [&](const ast::Expr* expr) {
    return KnownFromTypes(fn, expr, lookup);
  };
  const std::optional<Object> value =
      fn.evaluator().Eval(test, fn.function.scope, &locals, &expressions);
  return value ? constants::ObjectTruth(*value) : std::nullopt;
}

void ReportUnstable(FunctionContext& fn) {
  fn.Report(fn.function.name_range, diag::Kind::UnstableTypes, fn.function.name)
      .Help("give the variables that loops change one type, for example by casting")
      .Emit();
}

}  // namespace

void CompileFunction(Program& program, Instance& instance) {
  FunctionContext fn(program, instance);
  RenameFunction(fn);
  fn.phi_states.assign(fn.renaming.versions.size(), VersionState());
  bool stable = false;
  const auto heads_circle = [&fn] {
    return fn.instance.heads_circle && fn.instance.waits_for == fn.instance.depth;
  };
  // What waits for another function is compiled again when more is known.
  const auto waits = [&fn] { return fn.instance.waits_for < fn.instance.depth; };
  for (unsigned pass = 0; pass < kMaxPasses && !stable; ++pass) {
    if (pass > 0 && heads_circle()) {
      fn.program.BeginRound();
    }
    ResetPass(fn);
    EmitFunctionBody(fn);
    if (fn.learned.restart) {
      ApplyLearned(fn);
      // There are other versions now, whose types are to be found first.
      fn.undefined_is_zero = false;
      continue;
    }
    stable = FinishPass(fn) && !(heads_circle() && fn.program.results_changed());
    if (stable && fn.saw_pending && !fn.has_error && !waits() && !fn.undefined_is_zero) {
      fn.undefined_is_zero = true;
      stable = false;
    }
  }
  if (!stable && !fn.has_error) {
    ReportUnstable(fn);
  } else if (fn.saw_pending && !fn.has_error && !waits()) {
    ReportUnknownType(fn);
  }
  if (!fn.has_error) {
    CheckLostArrays(fn);
  }
  fn.instance.diagnostics = fn.consumer.Take();
  AddOrigins(fn, &fn.instance.diagnostics);
  if (fn.is_library()) {
    // The caller says what is wrong in the user's words.
    fn.instance.diagnostics.clear();
    fn.instance.creep.clear();
  }
  fn.instance.has_error = fn.has_error;
}

void RenameFunction(FunctionContext& fn) {
  const scopes::StaticCondition condition =
      [&fn](const ast::Expr* test,
            const scopes::ParameterLookup& lookup) -> std::optional<scopes::Decision> {
    if (const std::optional<bool> truth = KnownCondition(fn, test, lookup)) {
      return scopes::Decision{*truth, false};
    }
    const auto learned = fn.learned.conditions.find(test->id);
    return learned == fn.learned.conditions.end()
               ? std::nullopt
               : std::optional(scopes::Decision{learned->second.truth, true});
  };
  const bool is_lambda = fn.function.lambda != nullptr;
  fn.renaming = scopes::Rename(
      fn.function.arguments(), is_lambda ? ast::NodeList<ast::Stmt>() : Body(fn),
      is_lambda ? fn.function.lambda->body : nullptr, condition, fn.instance.captures);
}

Value ParameterValue(FunctionContext& fn, const ParamBinding& binding, std::string_view name,
                     SourceRange range) {
  switch (binding.kind) {
    case ValueKind::Poison:
      return Value();
    case ValueKind::Object: {
      // A kernel's parameter keeps its place in the launch even when it is None.
      if (fn.instance.kind == kir::FunctionKind::Kernel && binding.type.has_value()) {
        fn.builder.AddParam(name, binding.type);
      }
      return binding.object.kind == ObjectKind::Function
                 ? ClosureParameter(fn, binding, name, range)
                 : FromObject(fn, binding.object);
    }
    case ValueKind::Tuple: {
      std::vector<Value> elements;
      for (std::size_t i = 0; i < binding.elements.size(); ++i) {
        elements.push_back(
            ParameterValue(fn, binding.elements[i], fmt::format("{}_{}", name, i), range));
      }
      Value tuple = Value::Tuple(std::move(elements));
      tuple.fields = binding.fields;
      if (binding.object.identity != 0) {
        tuple.object = std::make_shared<const Object>(binding.object);
      }
      return tuple;
    }
    case ValueKind::Number:
    case ValueKind::Runtime: {
      const RangeScope scope(fn.builder, range);
      const kir::InstId inst =
          fn.builder.AddParam(binding.name.empty() ? name : std::string_view(binding.name),
                              binding.type, binding.facts);
      Value value = Value::Runtime(inst, binding.type, binding.weak);
      if (IsArray(fn, value)) {
        const TypeId element = fn.type_of(value).element;
        fn.instance.uses_wide_arrays |= HoldsDouble(fn.program.types(), element);
        fn.instance.uses_narrow_arrays |=
            element == types::kFloat32 || element == types::kFloat16 ||
            element == types::kBFloat16 || element == types::kComplex64;
      }
      return value;
    }
  }
  KC_FATAL("parameter");
}

}  // namespace kernelc::sema
