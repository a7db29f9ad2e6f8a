#include "compiler/sema/emit_expr.h"

#include <fmt/format.h>
#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/paths.h"
#include "compiler/sema/choices.h"
#include "compiler/sema/constant_texts.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_choice.h"
#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_constant.h"
#include "compiler/sema/emit_literal.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_stmt.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/emit_vector.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::As;

namespace {

// a.ctypes.data: where the first element lies.
Value ArrayAddress(kir::Builder& builder, const Value& array) {
  types::TypeStore& store = builder.types();
  const types::Type type = store.get(array.type);
  const TypeId pointer = store.Pointer(type.element, types::AddressSpace::Generic, type.unaligned);
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

// What a name or attribute of the outside world is: builtins that are attributes become calls.
Value EmitExternal(FunctionContext& fn, const Object& object, SourceRange range) {
  if (object.kind != ObjectKind::External) {
    return FromObject(fn, object);
  }
  builtins::BuiltinId builtin;
  if (builtins::FindBuiltin(object.text, &builtin)) {
    const std::string_view signature = builtins::builtin_info(builtin).signature;
    if (signature.ends_with(" attr")) {
      const TypeId type = signature.starts_with("int64") ? types::kInt64 : types::kInt32;
      Value value = CallBuiltin(fn, builtin, type, {});
      value.nonnegative = true;
      return value;
    }
  }
  if (!index::IsKnownPath(object.text) && !constants::IsPythonBuiltin(object.text)) {
    return ReportExternal(fn, object, range, false);
  }
  return Value::Of(object);
}

// `left and right()` or `left or right()` as a bool.
Value EmitLazy(FunctionContext& fn, bool is_and, const Value& left, const ast::Expr* operand,
               const EmitFunction& right) {
  const auto flow = fn.renaming.flows.find(operand->id);
  const bool has_edges = flow != fn.renaming.flows.end();
  // The operand is walked in every case: renaming saw it, and its errors show.
  const kir::RegionId evaluated = fn.builder.NewRegion();
  const kir::RegionId skipped = fn.builder.NewRegion();
  const Value right_value = fn.InRegion(evaluated, [&] { return right(); });
  if (left.is_poison() || right_value.is_poison()) {
    return left.is_poison() ? left : right_value;
  }
  if (left.is_number() && !has_edges) {
    if (left.number.truth() != is_and) {
      return left;
    }
    Splice(fn, evaluated);
    return right_value;
  }
  const kir::InstId left_inst = Materialize(fn, left);
  if (!has_edges && IsCheap(fn, evaluated)) {
    Splice(fn, evaluated);
    const kir::InstId right_inst = Materialize(fn, right_value);
    const kir::InstId known = fn.builder.ConstBool(!is_and);
    // A select rather than a bit operation: what is skipped may be undefined.
    const kir::InstId result = is_and ? fn.builder.Select(left_inst, right_inst, known)
                                      : fn.builder.Select(left_inst, known, right_inst);
    return Value::Runtime(result, types::kBool);
  }
  fn.InRegion(evaluated, [&] {
    const kir::InstId inst = Materialize(fn, right_value);
    if (has_edges) {
      EmitEdge(fn, flow->second.edges[0]);
    }
    fn.builder.Append(kir::Op::Yield, types::kVoid, {inst});
  });
  fn.InRegion(skipped, [&] {
    const kir::InstId inst = fn.builder.ConstBool(!is_and);
    if (has_edges) {
      EmitEdge(fn, flow->second.edges[1]);
    }
    fn.builder.Append(kir::Op::Yield, types::kVoid, {inst});
  });
  return Value::Runtime(fn.builder.If(left_inst, is_and ? evaluated : skipped,
                                      is_and ? skipped : evaluated, types::kBool),
                        types::kBool);
}

// a < b < c: each operand is evaluated once, and only as far as the comparisons before it hold.
Value EmitCompareChain(FunctionContext& fn, const ast::Compare& compare, std::size_t index,
                       const Value& left) {
  const ast::Expr* right_expr = compare.comparators[index];
  const ast::Expr* left_expr = index == 0 ? compare.left : compare.comparators[index - 1];
  const ast::CompareOperator op = compare.ops[index];
  const bool is_in = op == ast::CompareOperator::In || op == ast::CompareOperator::NotIn;
  const Value right = is_in ? EmitMembers(fn, right_expr) : EmitMaybeNone(fn, right_expr);
  // Of `0 <= i < n`, the part that this is about.
  SourceRange range = compare.range;
  range.begin = left_expr->range.begin;
  range.end = right_expr->range.end;
  const RangeScope scope(fn.builder, compare.ops.size() == 1 ? compare.range : range);
  const Value holds =
      EmitComparison(fn, op, left, right, compare.range, left_expr->range, right_expr->range);
  if (index + 1 == compare.ops.size()) {
    return holds;
  }
  return EmitLazy(fn, true, holds, compare.comparators[index + 1],
                  [&] { return EmitCompareChain(fn, compare, index + 1, right); });
}

// Whether the operands after the first are skipped, and need not be right: `hasattr(x, "shape") and
// x.shape[0] > 1`.
bool IsDecidedByTypes(FunctionContext& fn, bool is_and, ast::NodeList<ast::Expr> operands,
                      const Value& first) {
  return first.is_number() && first.number.truth() != is_and && AsksTypes(fn, operands.front()) &&
         !fn.renaming.flows.contains(operands[1]->id);
}

Value EmitTruthOperands(FunctionContext& fn, bool is_and, ast::NodeList<ast::Expr> operands) {
  const Value left = EmitTruth(fn, operands.front());
  if (operands.size() == 1 || IsDecidedByTypes(fn, is_and, operands, left)) {
    return left;
  }
  return EmitLazy(fn, is_and, left, operands[1],
                  [&] { return EmitTruthOperands(fn, is_and, operands.subspan(1)); });
}

// `a and b` gives b where a is true, else a, in the type of both together.
Value EmitBoolOperands(FunctionContext& fn, bool is_and, ast::NodeList<ast::Expr> operands) {
  Value left = EmitMaybeNone(fn, operands.front());
  if (operands.size() == 1 || IsDecidedByTypes(fn, is_and, operands, left)) {
    return left;
  }
  const auto flow = fn.renaming.flows.find(operands[1]->id);
  const bool has_edges = flow != fn.renaming.flows.end();
  const kir::RegionId evaluated = fn.builder.NewRegion();
  const kir::RegionId skipped = fn.builder.NewRegion();
  const Value right =
      fn.InRegion(evaluated, [&] { return EmitBoolOperands(fn, is_and, operands.subspan(1)); });
  if (left.is_poison() || right.is_poison()) {
    return left.is_poison() ? left : right.pending ? KnownSide(fn, left) : right;
  }
  if (has_edges) {
    fn.InRegion(evaluated, [&] { EmitEdge(fn, flow->second.edges[0]); });
    fn.InRegion(skipped, [&] { EmitEdge(fn, flow->second.edges[1]); });
  }
  const Value condition = Truth(fn, left, operands.front()->range);
  if (condition.is_poison()) {
    return condition;
  }
  if (left.is_none() && condition.is_number() && !has_edges) {
    // None is false: it is the value of `and`, and `or` gives the other one.
    if (is_and) {
      return left;
    }
    Splice(fn, evaluated);
    return right;
  }
  if (!is_and && IsOptional(fn, left)) {
    // Chosen where it is true, so it is there.
    left = ValueInside(fn, left);
  }
  const SourceRange left_range = operands.front()->range;
  const SourceRange right_range = operands[1]->range;
  return is_and ? Choose(fn, condition, evaluated, right, skipped, left, right_range, left_range)
                : Choose(fn, condition, skipped, left, evaluated, right, left_range, right_range);
}

// Of a module or type; null where it has none by that name.
std::optional<Value> EmitObjectAttribute(FunctionContext& fn, const Value& base,
                                         const ast::Attribute& node) {
  const Object& object = *base.object;
  if (object.kind == ObjectKind::External) {
    const std::string path = constants::CanonicalMember(object.text, node.attr);
    // The program may have given the member another value.
    const std::optional<Object> found = fn.evaluator().Member(object, node.attr);
    if (!found && constants::IsKnownMember(path)) {
      fn.Report(node.range, diag::Kind::NotConstant, SpellingAt(fn, node.range)).Emit();
      return Value();
    }
    const Object member = found ? *found : constants::ResolvePath(path);
    if (member.kind == ObjectKind::External && member.text == path && !constants::IsKnownMember(path)) {
      return ReportExternal(fn, member, node.range, false);
    }
    return EmitExternal(fn, member, node.range);
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
  return std::nullopt;
}

void ReportAttribute(FunctionContext& fn, const Value& base, const ast::Attribute& node) {
  if (!base.object ||
      !advice::ReportMember(*base.object, node, fn.evaluator().WhyMemberUnknown(*base.object, node.attr),
                    fn.emitter)) {
    const bool is_self =
        base.is_none() && fn.function.has_self() && As<ast::Name>(node.value) != nullptr;
    // What an object is says its class, not the types of its parts.
    const bool is_named = base.kind == ValueKind::Tuple && base.fields != nullptr;
    const std::string what = is_self || is_named ? fmt::format("`{}`", SpellingAt(fn, node.value->range))
                                                 : Describe(fn, base);
    fn.Report(node.range, diag::Kind::UnknownAttribute, what, node.attr)
        .Label(node.value->range, is_named ? fmt::format("of the class {}", base.fields->name) : what)
        .Help(HelpForAttribute(base, node, is_self ? fn.function.outer : nullptr))
        .Emit();
  }
}

}  // namespace

Value EmitMaybeNone(FunctionContext& fn, const ast::Expr* expr) {
  if (fn.program.is_exhausted()) {
    fn.Report(expr->range, diag::Kind::TooComplex).Help("split the expression").Emit();
    return Value();
  }
  const Program::Nesting nesting(fn.program);
  const RangeScope scope(fn.builder, expr->range);
  Value value;
  switch (expr->kind) {
#define AST_EXPR(Name, fields)                                  \
  case ast::NodeKind::Name:                                     \
    value = EmitNode(fn, static_cast<const ast::Name&>(*expr)); \
    break;
#define AST_STMT(Name, fields) case ast::NodeKind::Name:
#define AST_PATTERN(Name, fields) case ast::NodeKind::Name:
#define AST_NODE(Name, fields) case ast::NodeKind::Name:
#include "compiler/ast/nodes.def"
    case ast::NodeKind::kCount:
      KC_FATAL("not an expression");
  }
  const std::function<bool(const ast::Name&)> is_local = [&fn](const ast::Name& name) {
    return fn.renaming.uses.contains(static_cast<const ast::Node&>(name).id);
  };
  AddConstantText(
      {fn.evaluator(), fn.program.module(), fn.kir_function, *fn.function.scope, is_local}, *expr,
      &value);
  return value;
}

#define KC_UNSUPPORTED_EXPR(Name) \
  Value EmitNode(FunctionContext& fn, const ast::Name& node) { return Unsupported(fn, node); }
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

Value EmitNode(FunctionContext& fn, const ast::Lambda& node) {
  return MakeClosure(fn, node, *node.args);
}

Value EmitNode(FunctionContext& fn, const ast::Constant& node) {
  const std::optional<Object> object = fn.evaluator().Eval(&node, fn.function.scope);
  if (!object) {
    fn.Report(node.range, diag::Kind::IntegerTooLarge, node.value.text)
        .Help("integers have at most 64 bits in kernels")
        .Emit();
    return Value();
  }
  return FromObject(fn, *object);
}

Value EmitNode(FunctionContext& fn, const ast::Name& node) {
  const auto use = fn.renaming.uses.find(static_cast<const ast::Node&>(node).id);
  if (use != fn.renaming.uses.end()) {
    return ReadVersion(fn, use->second, node);
  }
  const std::optional<Object> object = fn.evaluator().EvalName(node.id, fn.function.scope);
  return object ? EmitExternal(fn, *object, node.range) : ReportUnknownName(fn, node);
}

Value EmitNode(FunctionContext& fn, const ast::Attribute& node) {
  // Constants of modules and of classes of the file.
  if (const std::optional<Object> object = EvalConstant(fn, &node);
      object && object->kind != ObjectKind::External) {
    return FromObject(fn, *object);
  }
  if (const auto* inner = As<ast::Attribute>(node.value);
      inner != nullptr && inner->attr == "ctypes" && node.attr == "data") {
    const Value array = Emit(fn, inner->value);
    if (array.is_poison()) {
      return array;
    }
    if (IsArray(fn, array)) {
      return ArrayAddress(fn.builder, array);
    }
  }
  return EmitAttributeOf(fn, Emit(fn, node.value), node);
}

Value EmitAttributeOf(FunctionContext& fn, const Value& base, const ast::Attribute& node) {
  if (base.is_poison()) {
    return base;
  }
  if (base.kind == ValueKind::Object) {
    if (const std::optional<Value> attribute = EmitObjectAttribute(fn, base, node)) {
      return *attribute;
    }
  }
  if (const std::optional<Value> member = EmitMember(fn, base, node.attr)) {
    return *member;
  }
  if (IsArray(fn, base)) {
    return EmitArrayAttribute(fn, base, node);
  }
  if (base.is_scalar()) {
    return EmitScalarAttribute(fn, base, node);
  }
  if (IsVector(fn, base)) {
    return EmitVectorAttribute(fn, base, node);
  }
  if (IsRecord(fn, base)) {
    const Place place = RecordField(fn, base, node.attr, node.range);
    return place.valid ? LoadPlace(fn, place) : Value();
  }
  if (base.is_object(ObjectKind::Str) && node.attr == "format") {
    fn.Report(node.range, diag::Kind::FormattedPrint)
        .Help("give `print` the values: `print(\"x\", x)`")
        .Emit();
    return Value();
  }
  ReportAttribute(fn, base, node);
  return Value();
}

Value EmitNode(FunctionContext& fn, const ast::Tuple& node) {
  return EmitElements(fn, node.elts, node.range);
}

Value EmitMembers(FunctionContext& fn, const ast::Expr* expr) {
  if (const auto* list = As<ast::List>(expr)) {
    return EmitElements(fn, list->elts, expr->range);
  }
  if (const auto* set = As<ast::Set>(expr)) {
    return EmitElements(fn, set->elts, expr->range);
  }
  return EmitMaybeNone(fn, expr);
}

Value EmitElements(FunctionContext& fn, ast::NodeList<ast::Expr> written, SourceRange range) {
  std::vector<Value> elements;
  bool valid = true;
  for (const ast::Expr* element : written) {
    if (const auto* starred = As<ast::Starred>(element)) {
      const Value inner = Emit(fn, starred->value);
      const TupleElements spread = AsTuple(fn, inner);
      if (spread) {
        elements.insert(elements.end(), spread->begin(), spread->end());
      } else {
        valid = false;
        if (!inner.is_poison()) {
          Unsupported(fn, *element);
        }
      }
      continue;
    }
    elements.push_back(EmitMaybeNone(fn, element));
    valid = valid && !elements.back().is_poison();
  }
  return valid ? NewTuple(fn, std::move(elements), range) : Value();
}

Value EmitNode(FunctionContext& fn, const ast::NamedExpr& node) {
  const Value value = EmitMaybeNone(fn, node.value);
  Assign(fn, node.target, value, node.value->range);
  return value;
}

// `"%d" % n` of what is known.
static std::optional<Object> EvalFormat(FunctionContext& fn, const ast::BinOp& node,
                                        const Value& left, const Value& right) {
  const bool is_text = node.op == ast::BinaryOperator::Mod && left.is_object(ObjectKind::Str);
  return is_text && right.is_number()
             ? fn.evaluator().EvalWith(&node, {{node.left, *left.object},
                                               {node.right, Object::Of(right.number)}})
         : is_text && right.is_object(ObjectKind::Str)
             ? fn.evaluator().EvalWith(&node,
                                       {{node.left, *left.object}, {node.right, *right.object}})
             : std::nullopt;
}

Value EmitNode(FunctionContext& fn, const ast::BinOp& node) {
  if (const std::optional<Value> value = EmitLiterals(fn, node)) {
    return *value;
  }
  const Value left = Emit(fn, node.left);
  const Value right = Emit(fn, node.right);
  if (const std::optional<Object> text = EvalFormat(fn, node, left, right)) {
    return Value::Of(*text);
  }
  return EmitBinary(fn, node.op, left, right, node.range, node.left->range, node.right->range);
}

Value EmitNode(FunctionContext& fn, const ast::UnaryOp& node) {
  if (node.op == ast::UnaryOperator::Not) {
    const Value operand = EmitTruth(fn, node.operand);
    if (operand.is_poison()) {
      return operand;
    }
    if (operand.is_number()) {
      return MakeNumber(fn, Number::Bool(!operand.number.truth()));
    }
    return Value::Runtime(fn.builder.LogicalNot(operand.inst), types::kBool);
  }
  const Value operand = Emit(fn, node.operand);
  return operand.is_poison() ? operand : EmitUnary(fn, node.op, operand, node.range);
}

Value EmitNode(FunctionContext& fn, const ast::Compare& node) {
  return EmitCompareChain(fn, node, 0, EmitMaybeNone(fn, node.left));
}

Value Truth(FunctionContext& fn, const Value& value, SourceRange range) {
  if (value.is_poison()) {
    return value;
  }
  if (value.is_number()) {
    return MakeNumber(fn, Number::Bool(value.number.truth()));
  }
  if (value.kind == ValueKind::Object) {
    return MakeNumber(fn, Number::Bool(constants::ObjectTruth(*value.object).value_or(true)));
  }
  if (IsChoice(fn.program.types(), value)) {
    return ChoiceTruth(fn.builder, value);
  }
  if (const TupleElements elements = AsTuple(fn, value)) {
    return MakeNumber(fn, Number::Bool(!elements->empty()));
  }
  if (IsRange(fn, value)) {
    return Truth(fn, SequenceOfRange(fn, value).count, range);
  }
  if (IsOptional(fn, value)) {
    return OptionalTruth(fn, value, range);
  }
  if (!value.is_convertible_number()) {
    fn.Report(range, diag::Kind::NoTruth, Describe(fn, value))
        .Help("compare an element, or use the array's size")
        .Emit();
    return Value();
  }
  return Value::Runtime(fn.builder.Convert(value.inst, types::kBool), types::kBool);
}

Value EmitTruth(FunctionContext& fn, const ast::Expr* expr) {
  if (const auto* boolean = As<ast::BoolOp>(expr)) {
    const RangeScope scope(fn.builder, expr->range);
    return EmitTruthOperands(fn, boolean->op == ast::BoolOperator::And, boolean->values);
  }
  return Truth(fn, EmitMaybeNone(fn, expr), expr->range);
}

Value EmitNode(FunctionContext& fn, const ast::BoolOp& node) {
  return EmitBoolOperands(fn, node.op == ast::BoolOperator::And, node.values);
}

}  // namespace kernelc::sema
