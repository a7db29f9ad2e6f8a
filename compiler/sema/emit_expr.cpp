// Expressions: dispatch, names, truth.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/sema/advice.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {

using ast::As;

namespace {

// a.ctypes.data: where the first element lies.
Value ArrayAddress(kir::Builder& builder, const Value& array) {
  types::TypeStore& store = builder.types();
  const types::Type type = store.get(array.type);
  const TypeId pointer =
      store.Pointer(type.element, types::AddressSpace::Generic, type.unaligned);
  kir::InstId data = builder.ArrayData(array.inst);
  if (builder.type_of(data) != pointer) {
    data = builder.Append(kir::Op::Bitcast, pointer, {data});
  }
  return Value::Runtime(builder.Append(kir::Op::Bitcast, types::kUInt64, {data}), types::kUInt64);
}

// NumPy's letter for what a dtype is.
std::string_view DtypeKind(const abi::ArgType& type) {
  if (type.kind == abi::ArgKind::Record) {
    static constexpr std::string_view kRecords[] = {"V", "S", "U", "M", "m"};
    return kRecords[static_cast<std::size_t>(type.record->kind)];
  }
  const TypeId scalar = types::ScalarType(type.scalar);
  return types::IsBool(scalar)       ? "b"
         : types::IsComplex(scalar)  ? "c"
         : types::IsFloat(scalar)    ? "f"
         : types::IsUnsigned(scalar) ? "u"
                                     : "i";
}

// `S = slice(1, 3)` of the file: the call where that is all that binds the name.
const ast::Call* SliceOfFile(const Scope* scope, std::string_view name, const Scope** owner) {
  const Binding* binding = FindBinding(scope, name, owner);
  const bool has_one_value = binding != nullptr && (*owner)->kind != ScopeKind::Function &&
                             binding->kind == BindingKind::Assign && binding->unpack.empty() &&
                             !binding->augmented && binding->guard == nullptr &&
                             binding->previous == nullptr;
  const auto* call = has_one_value ? As<ast::Call>(binding->value) : nullptr;
  const auto* callee = call == nullptr ? nullptr : As<ast::Name>(call->func);
  const Scope* ignored = nullptr;
  const bool is_slice = callee != nullptr && callee->id == "slice" && call->keywords.empty() &&
                        FindBinding(*owner, callee->id, &ignored) == nullptr;
  return is_slice ? call : nullptr;
}

}  // namespace

Value FunctionEmitter::EmitMaybeNone(const ast::Expr* expr) {
  if (program_->is_exhausted()) {
    Report(expr->range, diag::Kind::TooComplex).Help("split the expression").Emit();
    return Value();
  }
  const Program::Nesting nesting(*program_);
  const RangeScope scope(builder_, expr->range);
  Value value;
  switch (expr->kind) {
#define AST_EXPR(Name, fields)                              \
  case ast::NodeKind::Name:                                 \
    value = EmitNode(static_cast<const ast::Name&>(*expr)); \
    break;
#define AST_STMT(Name, fields) case ast::NodeKind::Name:
#define AST_PATTERN(Name, fields) case ast::NodeKind::Name:
#define AST_NODE(Name, fields) case ast::NodeKind::Name:
#include "compiler/ast/nodes.def"
    case ast::NodeKind::kCount:
      KC_FATAL("not an expression");
  }
  const std::function<bool(const ast::Name&)> is_local = [this](const ast::Name& name) {
    return renaming_.uses.contains(static_cast<const ast::Node&>(name).id);
  };
  AddConstantText({evaluator(), program_->module(), kir_, *function_->scope, is_local}, *expr, &value);
  return value;
}

#define KC_UNSUPPORTED_EXPR(Name) \
  Value FunctionEmitter::EmitNode(const ast::Name& node) { return Unsupported(node); }
KC_UNSUPPORTED_EXPR(Await)
KC_UNSUPPORTED_EXPR(Dict)
KC_UNSUPPORTED_EXPR(DictComp)
KC_UNSUPPORTED_EXPR(FormattedValue)
KC_UNSUPPORTED_EXPR(GeneratorExp)
KC_UNSUPPORTED_EXPR(JoinedStr)
KC_UNSUPPORTED_EXPR(List)
KC_UNSUPPORTED_EXPR(ListComp)
KC_UNSUPPORTED_EXPR(Set)
KC_UNSUPPORTED_EXPR(SetComp)
KC_UNSUPPORTED_EXPR(Slice)
KC_UNSUPPORTED_EXPR(Starred)
KC_UNSUPPORTED_EXPR(Yield)
KC_UNSUPPORTED_EXPR(YieldFrom)
#undef KC_UNSUPPORTED_EXPR

Value FunctionEmitter::EmitNode(const ast::Lambda& node) { return MakeClosure(node, *node.args); }

Value FunctionEmitter::EmitNode(const ast::Constant& node) {
  const std::optional<Object> object = evaluator().Eval(&node, function_->scope);
  if (!object) {
    Report(node.range, diag::Kind::IntegerTooLarge, node.value.text)
        .Help("integers have at most 64 bits in kernels")
        .Emit();
    return Value();
  }
  return FromObject(*object);
}

Value FunctionEmitter::EmitNode(const ast::Name& node) {
  const auto use = renaming_.uses.find(static_cast<const ast::Node&>(node).id);
  if (use != renaming_.uses.end()) {
    return ReadVersion(use->second, node);
  }
  const std::optional<Object> object =
      evaluator().EvalName(node.id, function_->scope);
  if (object) {
    return EmitExternal(*object, node.range);
  }
  const Scope* owner = nullptr;
  const ast::Call* slice = SliceOfFile(function_->scope, node.id, &owner);
  Arguments bounds;
  for (std::size_t i = 0; slice != nullptr && i < slice->args.size(); ++i) {
    const std::optional<Object> bound = evaluator().Eval(slice->args[i], owner);
    if (bound) {
      bounds.push_back({FromObject(*bound), slice->args[i], slice->args[i]->range, true});
    }
  }
  const bool is_known = slice != nullptr && !bounds.empty() && bounds.size() == slice->args.size();
  return is_known ? EmitSliceObject(*slice, bounds) : ReportUnknownName(node);
}

// What a name or attribute of the outside world is: builtins that are attributes become calls.
Value FunctionEmitter::EmitExternal(const Object& object, SourceRange range) {
  if (object.kind != ObjectKind::External) {
    return FromObject(object);
  }
  builtins::BuiltinId builtin;
  if (builtins::FindBuiltin(object.text, &builtin)) {
    const std::string_view signature = builtins::builtin_info(builtin).signature;
    if (signature.ends_with(" attr")) {
      const TypeId type = signature.starts_with("int64") ? types::kInt64 : types::kInt32;
      Value value = CallBuiltin(builtin, type, {});
      value.nonnegative = true;
      return value;
    }
  }
  if (!IsKnownPath(object.text) && !IsPythonBuiltin(object.text)) {
    return ReportExternal(object, range, false);
  }
  return Value::Of(object);
}

Value FunctionEmitter::EmitNode(const ast::Attribute& node) {
  // Constants of modules and of classes of the file.
  if (const std::optional<Object> object = EvalConstant(&node);
      object && object->kind != ObjectKind::External) {
    return FromObject(*object);
  }
  if (const auto* inner = As<ast::Attribute>(node.value);
      inner != nullptr && inner->attr == "ctypes" && node.attr == "data") {
    const Value array = Emit(inner->value);
    if (array.is_poison()) {
      return array;
    }
    if (IsArray(array)) {
      return ArrayAddress(builder_, array);
    }
  }
  return EmitAttributeOf(Emit(node.value), node);
}

Value FunctionEmitter::EmitAttributeOf(const Value& base, const ast::Attribute& node) {
  if (base.is_poison()) {
    return base;
  }
  if (base.kind == ValueKind::Object) {
    const Object& object = *base.object;
    // np.finfo(dtype)
    if (object.kind == ObjectKind::External && !object.types.empty()) {
      if (const std::optional<Object> member = evaluator().Member(object, node.attr)) {
        return FromObject(*member);
      }
    }
    if (object.kind == ObjectKind::External) {
      const std::string path = CanonicalMember(object.text, node.attr);
      const Object member = ResolvePath(path);
      if (member.kind == ObjectKind::External && !IsKnownMember(path)) {
        return ReportExternal(member, node.range, false);
      }
      return EmitExternal(member, node.range);
    }
    if (object.kind == ObjectKind::Type && (node.attr == "type" || node.attr == "dtype")) {
      return base;
    }
    if (object.kind == ObjectKind::Type && node.attr == "kind") {
      return Value::Of(Object::Str(std::string(DtypeKind(object.types.front()))));
    }
    if (object.is_scalar_type() && node.attr == "itemsize") {
      return IntConstant(types::scalar_size(types::ScalarType(object.scalar_type())));
    }
  }
  if (const std::optional<Value> member = EmitMember(base, node.attr)) {
    return *member;
  }
  if (IsArray(base)) {
    return EmitArrayAttribute(base, node);
  }
  if (base.is_scalar()) {
    return EmitScalarAttribute(base, node);
  }
  if (IsVector(base)) {
    return EmitVectorAttribute(base, node);
  }
  if (IsRecord(base)) {
    const Place place = RecordField(base, node.attr, node.range);
    return place.valid ? LoadPlace(place) : Value();
  }
  if (base.is_object(ObjectKind::Str) && node.attr == "format") {
    Report(node.range, diag::Kind::FormattedPrint)
        .Help("give `print` the values: `print(\"x\", x)`")
        .Emit();
    return Value();
  }
  if (!base.object || !ReportMember(*base.object, node, evaluator().WhyMemberUnknown(*base.object, node.attr),
                                    emitter_)) {
    const bool is_self = base.is_none() && function_->has_self() && As<ast::Name>(node.value) != nullptr;
    const std::string what = is_self ? fmt::format("`{}`", SpellingAt(node.value->range)) : Describe(base);
    Report(node.range, diag::Kind::UnknownAttribute, what, node.attr)
        .Label(node.value->range, what)
        .Help(HelpForAttribute(base, node, is_self ? function_->outer : nullptr))
        .Emit();
  }
  return Value();
}

Value FunctionEmitter::EmitNode(const ast::Tuple& node) {
  return EmitElements(node.elts, node.range);
}

Value FunctionEmitter::EmitMembers(const ast::Expr* expr) {
  if (const auto* list = As<ast::List>(expr)) {
    return EmitElements(list->elts, expr->range);
  }
  if (const auto* set = As<ast::Set>(expr)) {
    return EmitElements(set->elts, expr->range);
  }
  return EmitMaybeNone(expr);
}

Value FunctionEmitter::EmitElements(ast::NodeList<ast::Expr> written, SourceRange range) {
  std::vector<Value> elements;
  bool valid = true;
  for (const ast::Expr* element : written) {
    if (const auto* starred = As<ast::Starred>(element)) {
      const Value inner = Emit(starred->value);
      const std::optional<std::vector<Value>> spread = AsTuple(inner);
      if (spread) {
        elements.insert(elements.end(), spread->begin(), spread->end());
      } else {
        valid = false;
        if (!inner.is_poison()) {
          Unsupported(*element);
        }
      }
      continue;
    }
    elements.push_back(EmitMaybeNone(element));
    valid = valid && !elements.back().is_poison();
  }
  return valid ? NewTuple(std::move(elements), range) : Value();
}

Value FunctionEmitter::EmitNode(const ast::NamedExpr& node) {
  const Value value = EmitMaybeNone(node.value);
  Assign(node.target, value, node.value->range);
  return value;
}

Value FunctionEmitter::EmitNode(const ast::BinOp& node) {
  if (const std::optional<Value> value = EmitLiterals(node)) {
    return *value;
  }
  const Value left = Emit(node.left);
  const Value right = Emit(node.right);
  return EmitBinary(node.op, left, right, node.range, node.left->range, node.right->range);
}

Value FunctionEmitter::EmitNode(const ast::UnaryOp& node) {
  if (node.op == ast::UnaryOperator::Not) {
    const Value operand = EmitTruth(node.operand);
    if (operand.is_poison()) {
      return operand;
    }
    if (operand.is_number()) {
      return MakeNumber(Number::Bool(!operand.number.truth()));
    }
    return Value::Runtime(builder_.LogicalNot(operand.inst), types::kBool);
  }
  const Value operand = Emit(node.operand);
  return operand.is_poison() ? operand : EmitUnary(node.op, operand, node.range);
}

Value FunctionEmitter::EmitNode(const ast::Compare& node) {
  return EmitCompareChain(node, 0, EmitMaybeNone(node.left));
}

// a < b < c: each operand is evaluated once, and only as far as the comparisons before it hold.
Value FunctionEmitter::EmitCompareChain(const ast::Compare& compare, std::size_t index,
                                        const Value& left) {
  const ast::Expr* right_expr = compare.comparators[index];
  const ast::Expr* left_expr = index == 0 ? compare.left : compare.comparators[index - 1];
  const ast::CompareOperator op = compare.ops[index];
  const bool is_in = op == ast::CompareOperator::In || op == ast::CompareOperator::NotIn;
  const Value right = is_in ? EmitMembers(right_expr) : EmitMaybeNone(right_expr);
  // Of `0 <= i < n`, the part that this is about.
  SourceRange range = compare.range;
  range.begin = left_expr->range.begin;
  range.end = right_expr->range.end;
  const RangeScope scope(builder_, compare.ops.size() == 1 ? compare.range : range);
  const Value holds = EmitComparison(op, left, right, compare.range,
                                     left_expr->range, right_expr->range);
  if (index + 1 == compare.ops.size()) {
    return holds;
  }
  return EmitLazy(true, holds, compare.comparators[index + 1],
                  [&] { return EmitCompareChain(compare, index + 1, right); });
}

Value FunctionEmitter::Truth(const Value& value, SourceRange range) {
  if (value.is_poison()) {
    return value;
  }
  if (value.is_number()) {
    return MakeNumber(Number::Bool(value.number.truth()));
  }
  if (value.kind == ValueKind::Object) {
    return MakeNumber(Number::Bool(ObjectTruth(*value.object).value_or(true)));
  }
  if (IsChoice(program_->types(), value)) {
    return ChoiceTruth(builder_, value);
  }
  if (const std::optional<std::vector<Value>> elements = AsTuple(value)) {
    return MakeNumber(Number::Bool(!elements->empty()));
  }
  if (IsRange(value)) {
    return Truth(SequenceOfRange(value).count, range);
  }
  if (IsOptional(value)) {
    return OptionalTruth(value, range);
  }
  if (!value.is_convertible_number()) {
    Report(range, diag::Kind::NoTruth, Describe(value))
        .Help("compare an element, or use the array's size")
        .Emit();
    return Value();
  }
  return Value::Runtime(builder_.Convert(value.inst, types::kBool), types::kBool);
}

Value FunctionEmitter::EmitTruth(const ast::Expr* expr) {
  if (const auto* boolean = As<ast::BoolOp>(expr)) {
    const RangeScope scope(builder_, expr->range);
    return EmitTruthOperands(boolean->op == ast::BoolOperator::And, boolean->values);
  }
  return Truth(EmitMaybeNone(expr), expr->range);
}

// Whether the operands after the first are skipped, and need not be right: `hasattr(x, "shape") and x.shape[0] > 1`.
bool FunctionEmitter::IsDecidedByTypes(bool is_and, ast::NodeList<ast::Expr> operands,
                                       const Value& first) {
  return first.is_number() && first.number.truth() != is_and && AsksTypes(operands.front()) &&
         !renaming_.flows.contains(operands[1]->id);
}

Value FunctionEmitter::EmitTruthOperands(bool is_and, ast::NodeList<ast::Expr> operands) {
  const Value left = EmitTruth(operands.front());
  if (operands.size() == 1 || IsDecidedByTypes(is_and, operands, left)) {
    return left;
  }
  return EmitLazy(is_and, left, operands[1],
                  [&] { return EmitTruthOperands(is_and, operands.subspan(1)); });
}

Value FunctionEmitter::EmitLazy(bool is_and, const Value& left, const ast::Expr* operand,
                                const EmitFunction& right) {
  const auto flow = renaming_.flows.find(operand->id);
  const bool has_edges = flow != renaming_.flows.end();
  // The operand is walked in every case: renaming saw it, and its errors show.
  const kir::RegionId evaluated = builder_.NewRegion();
  const kir::RegionId skipped = builder_.NewRegion();
  const Value right_value = InRegion(evaluated, [&] { return right(); });
  if (left.is_poison() || right_value.is_poison()) {
    return left.is_poison() ? left : right_value;
  }
  if (left.is_number() && !has_edges) {
    if (left.number.truth() != is_and) {
      return left;
    }
    Splice(evaluated);
    return right_value;
  }
  const kir::InstId left_inst = Materialize(left);
  if (!has_edges && IsCheap(evaluated)) {
    Splice(evaluated);
    const kir::InstId right_inst = Materialize(right_value);
    const kir::InstId known = builder_.ConstBool(!is_and);
    // A select rather than a bit operation: what is skipped may be undefined.
    const kir::InstId result = is_and ? builder_.Select(left_inst, right_inst, known)
                                      : builder_.Select(left_inst, known, right_inst);
    return Value::Runtime(result, types::kBool);
  }
  InRegion(evaluated, [&] {
    const kir::InstId inst = Materialize(right_value);
    if (has_edges) {
      EmitEdge(flow->second.edges[0]);
    }
    builder_.Append(kir::Op::Yield, types::kVoid, {inst});
  });
  InRegion(skipped, [&] {
    const kir::InstId inst = builder_.ConstBool(!is_and);
    if (has_edges) {
      EmitEdge(flow->second.edges[1]);
    }
    builder_.Append(kir::Op::Yield, types::kVoid, {inst});
  });
  return Value::Runtime(builder_.If(left_inst, is_and ? evaluated : skipped,
                                    is_and ? skipped : evaluated, types::kBool),
                        types::kBool);
}

Value FunctionEmitter::EmitNode(const ast::BoolOp& node) {
  return EmitBoolOperands(node.op == ast::BoolOperator::And, node.values);
}

// `a and b` gives b where a is true, else a, in the type of both together.
Value FunctionEmitter::EmitBoolOperands(bool is_and, ast::NodeList<ast::Expr> operands) {
  Value left = EmitMaybeNone(operands.front());
  if (operands.size() == 1 || IsDecidedByTypes(is_and, operands, left)) {
    return left;
  }
  const auto flow = renaming_.flows.find(operands[1]->id);
  const bool has_edges = flow != renaming_.flows.end();
  const kir::RegionId evaluated = builder_.NewRegion();
  const kir::RegionId skipped = builder_.NewRegion();
  const Value right =
      InRegion(evaluated, [&] { return EmitBoolOperands(is_and, operands.subspan(1)); });
  if (left.is_poison() || right.is_poison()) {
    return left.is_poison() ? left : right.pending ? KnownSide(left) : right;
  }
  if (has_edges) {
    InRegion(evaluated, [&] { EmitEdge(flow->second.edges[0]); });
    InRegion(skipped, [&] { EmitEdge(flow->second.edges[1]); });
  }
  const Value condition = Truth(left, operands.front()->range);
  if (condition.is_poison()) {
    return condition;
  }
  if (left.is_none() && condition.is_number() && !has_edges) {
    // None is false: it is the value of `and`, and `or` gives the other one.
    if (is_and) {
      return left;
    }
    Splice(evaluated);
    return right;
  }
  if (!is_and && IsOptional(left)) {
    // Chosen where it is true, so it is there.
    left = ValueInside(left);
  }
  const SourceRange left_range = operands.front()->range;
  const SourceRange right_range = operands[1]->range;
  return is_and ? Choose(condition, evaluated, right, skipped, left, right_range, left_range)
                : Choose(condition, skipped, left, evaluated, right, left_range, right_range);
}

}  // namespace kernelc::sema
