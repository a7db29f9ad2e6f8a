#include "compiler/sema/function_emitter.h"

#include <algorithm>

#include "compiler/sema/report.h"

namespace kernelc::sema {
namespace {

// A float64 or complex128, or a record with one.
bool HoldsDouble(const types::TypeStore& types, TypeId type) {
  const types::Type& whole = types.get(type);
  return type == types::kFloat64 || type == types::kComplex128 ||
         std::ranges::any_of(whole.fields, [&](const types::RecordField& field) {
           return HoldsDouble(types, field.type);
         });
}

}  // namespace

using ast::As;

FunctionEmitter::FunctionEmitter(Program& program, Instance& instance)
    : program_(&program),
      instance_(&instance),
      function_(instance.function),
      kir_(program.module().function(instance.id)),
      builder_(program.module(), kir_),
      emitter_(consumer_) {}

void FunctionEmitter::Run() {
  RenameFunction();
  phi_states_.assign(renaming_.versions.size(), VersionState());
  bool stable = false;
  const auto heads_circle = [this] {
    return instance_->heads_circle && instance_->waits_for == instance_->depth;
  };
  // What waits for another function is compiled again when more is known.
  const auto waits = [this] { return instance_->waits_for < instance_->depth; };
  for (unsigned pass = 0; pass < kMaxPasses && !stable; ++pass) {
    if (pass > 0 && heads_circle()) {
      program_->BeginRound();
    }
    ResetPass();
    EmitFunctionBody();
    if (learned_.restart) {
      ApplyLearned();
      // There are other versions now, whose types are to be found first.
      undefined_is_zero_ = false;
      continue;
    }
    stable = FinishPass() && !(heads_circle() && program_->results_changed());
    if (stable && saw_pending_ && !has_error_ && !waits() && !undefined_is_zero_) {
      undefined_is_zero_ = true;
      stable = false;
    }
  }
  if (!stable && !has_error_) {
    ReportUnstable();
  } else if (saw_pending_ && !has_error_ && !waits()) {
    ReportUnknownType();
  }
  if (!has_error_) {
    CheckLostArrays();
  }
  instance_->diagnostics = consumer_.Take();
  AddOrigins(&instance_->diagnostics);
  if (is_library()) {
    // The caller says what is wrong in the user's words.
    instance_->diagnostics.clear();
    instance_->creep.clear();
  }
  instance_->has_error = has_error_;
}

void FunctionEmitter::RenameFunction() {
  const StaticCondition condition =
      [this](const ast::Expr* test, const ParameterLookup& lookup) -> std::optional<Decision> {
    if (const std::optional<bool> truth = KnownCondition(test, lookup)) {
      return Decision{*truth, false};
    }
    const auto learned = learned_.conditions.find(test->id);
    return learned == learned_.conditions.end() ? std::nullopt
                                     : std::optional(Decision{learned->second.truth, true});
  };
  const bool is_lambda = function_->lambda != nullptr;
  renaming_ = Rename(function_->arguments(),
                     is_lambda ? ast::NodeList<ast::Stmt>() : Body(),
                     is_lambda ? function_->lambda->body : nullptr, condition,
                     instance_->captures);
}

void FunctionEmitter::ResetPass() {
  learned_.candidate = nullptr;
  consumer_.Take();
  emitter_ = diag::Emitter(consumer_);
  states_.assign(renaming_.versions.size(), VersionState());
  slots_.clear();
  variable_texts_.clear();
  loops_.clear();
  reads_.clear();
  view_origins_.clear();
  constants_region_ = kir::RegionId();
  constant_arrays_.clear();
  conflicts_.clear();
  tested_.clear();
  has_error_ = false;
  saw_pending_ = false;
  return_changed_ = false;
  returned_none_ = false;
  returned_unknown_ = false;
  instance_->waits_for = instance_->depth;
  instance_->callees.clear();
  instance_->open_end = SourceRange();
  instance_->says_none = false;
  instance_->creep.clear();
  instance_->result_awaited = false;
  instance_->uses_narrow_arrays = false;
  instance_->uses_wide_arrays = false;
  kir::Function fresh;
  fresh.name = instance_->launched != nullptr ? instance_->launched->name : function_->name;
  fresh.symbol = instance_->symbol;
  fresh.kind = instance_->kind;
  fresh.range = function_->name_range;
  const DecoratorOptions& options = function_->options;
  fresh.options.fastmath = options.fastmath || program_->options().fastmath;
  fresh.options.force_inline = options.force_inline;
  if (instance_->kind == kir::FunctionKind::Kernel) {
    fresh.options.debug = options.debug;
    fresh.options.max_threads_per_block = options.max_threads_per_block;
    fresh.options.min_blocks_per_multiprocessor = options.min_blocks_per_multiprocessor;
    fresh.options.max_blocks_per_cluster = options.max_blocks_per_cluster;
    fresh.options.max_registers = program_->options().max_registers != 0
                                      ? program_->options().max_registers
                                      : options.max_registers;
  }
  kir_ = std::move(fresh);
  kir_.body = kir_.AddRegion();
  builder_.set_insertion_region(kir_.body);
  if (is_library()) {
    kir_.range = instance_->use;
    builder_.pin_range(instance_->use);
  }
  builder_.set_range(function_->name_range);
}

void FunctionEmitter::EmitFunctionBody() {
  DefineParameters();
  if (function_->lambda != nullptr) {
    const Value value = EmitMaybeNone(function_->lambda->body);
    EmitReturn(value, function_->lambda->body->range);
    return;
  }
  const bool falls = EmitBody(Body());
  if (falls) {
    instance_->open_end = OpenEnd(Body());
    builder_.set_range(function_->name_range);
    EmitReturn(Value::Of(Object()), function_->name_range);
  }
}

bool FunctionEmitter::FinishPass() {
  PlaceConstants();
  const bool phis_stable = CheckPhis();
  return FinishResult() && phis_stable;
}

// Settles the type of the result; false where the pass assumed another one.
bool FunctionEmitter::FinishResult() {
  const TypeId before = instance_->result;
  const bool awaited = instance_->result_awaited;
  const bool waits = instance_->waits_for < instance_->depth;
  const bool returned_none_early =
      returned_none_ && before.has_value() && before != types::kVoid;
  if (returned_none_early) {
    instance_->result = UnifyOptional({types::kNone, false}, {before, false})->type;
  } else if (!before.has_value()) {
    // With ways whose result is not known, None is only what was seen to be None.
    const bool some_unknown = awaited || waits || returned_unknown_;
    const bool is_none = some_unknown ? returned_none_ : !saw_pending_;
    instance_->result = is_none ? types::kVoid : TypeId();
  }
  if (awaited && !instance_->result.has_value() && !has_error_ && !waits) {
    // Every way out needs the result of a call to the function itself.
    Report(function_->name_range, diag::Kind::EndlessRecursion, function_->name)
        .Help("give the function a way to return that does not call itself")
        .Emit();
  }
  kir_.result = before.has_value() ? before : types::kVoid;
  program_->NoteResultChange(return_changed_ || before != instance_->result);
  return !return_changed_ && !returned_none_early && !(awaited && instance_->result.has_value());
}

// Whether the types of all phis are those that the pass assumed; else they are kept for the next one.
bool FunctionEmitter::CheckPhis() {
  bool stable = true;
  for (std::uint32_t i = 0; i < renaming_.versions.size(); ++i) {
    const Version& version = renaming_.versions[i];
    if (version.kind != VersionKind::Phi || !version.live) {
      continue;
    }
    const VersionState assumed = states_[i];
    VersionState joined = phi_states_[i];
    VersionId previous;
    for (const VersionId operand : version.operands) {
      const VersionState state = operand.has_value() ? states_[operand.index] : VersionState();
      if (!state.known) {
        continue;
      }
      VersionState merged;
      if (!Unify(joined, state, &merged)) {
        ReportConflict(VersionId(i), joined, state, previous, operand);
        return true;
      }
      joined = merged;
      previous = operand;
    }
    // A phi that the pass never asked for is compared with the pass before; so is one that may have
    // been asked for before the pass came to know it.
    const VersionState& before = assumed.known && !saw_pending_ ? assumed : phi_states_[i];
    stable = stable && before.known == joined.known && before.type == joined.type &&
             before.weak == joined.weak;
    phi_states_[i] = joined;
  }
  return stable;
}

// What an instance was given for a parameter; null for one that takes no value by position.
const ParamBinding* FunctionEmitter::BindingOf(const ast::Arg* arg) const {
  const ast::Arguments& arguments = function_->arguments();
  std::size_t index = 0;
  for (const ast::NodeList<ast::Arg> list : {arguments.posonlyargs, arguments.args}) {
    for (const ast::Arg* parameter : list) {
      if (parameter == arg) {
        return &instance_->params[index];
      }
      ++index;
    }
  }
  return arg != nullptr && arg == arguments.vararg ? &instance_->params[index] : nullptr;
}

// What an instance knows of a parameter at compile time; null where it has a value at run time.
const Object* FunctionEmitter::BoundObject(const ast::Arg* arg) const {
  const ParamBinding* binding = BindingOf(arg);
  return binding != nullptr && binding->kind == ValueKind::Object ? &binding->object : nullptr;
}

// What the types of parameters say before anything else is typed: `a.ndim`, `len(args)`,
// `len(a.shape)`.
std::optional<Object> FunctionEmitter::KnownFromTypes(const ast::Expr* expr,
                                                      const ParameterLookup& lookup) const {
  const auto binding_of = [&](const ast::Expr* node) -> const ParamBinding* {
    const auto* name = As<ast::Name>(node);
    return name == nullptr ? nullptr : BindingOf(lookup(*name).parameter);
  };
  const auto rank_of = [&](const ast::Expr* node,
                           std::string_view attribute) -> std::optional<Object> {
    const auto* member = As<ast::Attribute>(node);
    const ParamBinding* array = member == nullptr ? nullptr : binding_of(member->value);
    if (array == nullptr || array->kind != ValueKind::Runtime || member->attr != attribute ||
        program_->types().get(array->type).kind != types::TypeKind::Array) {
      return std::nullopt;
    }
    return Object::Of(Number::Int(Int128(program_->types().get(array->type).ndim)));
  };
  if (const auto* name = As<ast::Name>(expr)) {
    const ast::Expr* value = lookup(*name).value;
    return value == nullptr ? std::nullopt : KnownFromTypes(value, lookup);
  }
  if (As<ast::Constant>(expr) != nullptr) {
    return program_->evaluator().Eval(expr, function_->scope);
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
std::optional<bool> FunctionEmitter::KnownIsNone(const ast::Expr* test,
                                                 const ParameterLookup& lookup) {
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
  if (const ParamBinding* binding = BindingOf(arg);
      binding != nullptr && binding->kind == ValueKind::Runtime &&
      program_->types().get(binding->type).kind == types::TypeKind::Optional) {
    return std::nullopt;
  }
  const Object* object = BoundObject(arg);
  return (object != nullptr && object->kind == ObjectKind::None) != negated;
}

std::optional<bool> FunctionEmitter::KnownCondition(const ast::Expr* test,
                                                    const ParameterLookup& lookup) {
  if (const std::optional<bool> is_none = KnownIsNone(test, lookup)) {
    return is_none;
  }
  if (const auto* negation = As<ast::UnaryOp>(test);
      negation != nullptr && negation->op == ast::UnaryOperator::Not) {
    const std::optional<bool> inner = KnownCondition(negation->operand, lookup);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (const auto* boolean = As<ast::BoolOp>(test)) {
    const bool is_and = boolean->op == ast::BoolOperator::And;
    for (const ast::Expr* operand : boolean->values) {
      const std::optional<bool> truth = KnownCondition(operand, lookup);
      if (!truth) {
        return std::nullopt;
      }
      if (*truth != is_and) {
        return truth;
      }
    }
    return is_and;
  }
  const LocalLookup locals = [&](const ast::Name& name, std::optional<Object>* object) {
    const LocalFacts facts = lookup(name);
    if (const Object* bound = BoundObject(facts.parameter)) {
      *object = *bound;
    } else if (facts.value != nullptr) {
      *object = KnownFromTypes(&name, lookup);
    }
    return facts.is_local;
  };
  const ExprLookup expressions = [&](const ast::Expr* expr) {
    return KnownFromTypes(expr, lookup);
  };
  const std::optional<Object> value =
      evaluator().Eval(test, function_->scope, &locals, &expressions);
  return value ? ObjectTruth(*value) : std::nullopt;
}

Value FunctionEmitter::ParameterValue(const ParamBinding& binding, std::string_view name,
                                      SourceRange range) {
  switch (binding.kind) {
    case ValueKind::Poison:
      return Value();
    case ValueKind::Object: {
      // A kernel's parameter keeps its place in the launch even when it is None.
      if (instance_->kind == kir::FunctionKind::Kernel && binding.type.has_value()) {
        builder_.AddParam(name, binding.type);
      }
      return binding.object.kind == ObjectKind::Function ? ClosureParameter(binding, name, range)
                                                         : FromObject(binding.object);
    }
    case ValueKind::Tuple: {
      std::vector<Value> elements;
      for (std::size_t i = 0; i < binding.elements.size(); ++i) {
        elements.push_back(
            ParameterValue(binding.elements[i], fmt::format("{}_{}", name, i), range));
      }
      Value tuple = Value::Tuple(std::move(elements));
      tuple.fields = binding.fields;
      return tuple;
    }
    case ValueKind::Number:
    case ValueKind::Runtime: {
      const RangeScope scope(builder_, range);
      const kir::InstId inst = builder_.AddParam(
          binding.name.empty() ? name : std::string_view(binding.name), binding.type, binding.facts);
      Value value = Value::Runtime(inst, binding.type, binding.weak);
      if (IsArray(value)) {
        const TypeId element = type_of(value).element;
        instance_->uses_wide_arrays |= HoldsDouble(program_->types(), element);
        instance_->uses_narrow_arrays |= element == types::kFloat32 ||
                                         element == types::kFloat16 ||
                                         element == types::kBFloat16 || element == types::kComplex64;
      }
      return value;
    }
  }
  KC_FATAL("parameter");
}

void FunctionEmitter::DefineParameters() {
  const ast::Arguments& arguments = function_->arguments();
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
        ParameterValue(instance_->params[i], parameters[i]->arg, parameters[i]->range));
  }
  capture_values_.clear();
  for (std::size_t i = 0; i < instance_->captures.size(); ++i) {
    capture_values_.push_back(ParameterValue(instance_->params[parameters.size() + i],
                                             instance_->captures[i], function_->name_range));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Define(renaming_.definitions.at(static_cast<const ast::Node*>(parameters[i])->id), values[i]);
  }
  for (std::size_t i = 0; i < capture_values_.size(); ++i) {
    Define(renaming_.captures[i], capture_values_[i]);
  }
}

void FunctionEmitter::ReportUnstable() {
  Report(function_->name_range, diag::Kind::UnstableTypes, function_->name)
      .Help("give the variables that loops change one type, for example by casting")
      .Emit();
}

}  // namespace kernelc::sema
