#include "compiler/sema/emit_operator_call.h"

#include <optional>

#include "compiler/functions/functions.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_store.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {
namespace {

Place OperatorPlace(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!IsArray(fn, arguments[0].value)) {
    fn.Report(arguments[0].range, diag::Kind::NotSubscriptable, Describe(fn, arguments[0].value))
        .Emit();
    return Place();
  }
  std::vector<IndexItem> items;
  const TupleElements indices = AsTuple(fn, arguments[1].value);
  for (const Value& index : indices ? *indices : std::vector<Value>{arguments[1].value}) {
    if (!AddIndexValue(fn, index, arguments[1].range, &items)) {
      return Place();
    }
  }
  return EmitPlace(fn, arguments[0].value, items, call.range);
}

}  // namespace

Value EmitOperatorCall(FunctionContext& fn, const ast::Call& call,
                       const functions::OperatorInfo& info) {
  const std::string name(SpellingAt(fn, call.func->range));
  Arguments arguments;
  if (!CollectArguments(fn, call, name, &arguments)) {
    return Value();
  }
  const std::size_t count = info.kind == functions::OperatorKind::Unary ? 1 : 2;
  if (arguments.size() != count || !call.keywords.empty()) {
    fn.Report(call.range, diag::Kind::CallArity, name,
              fmt::format("{} argument{}", count, count == 1 ? "" : "s"),
              arguments.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const Argument& left = arguments.front();
  const Argument& right = arguments.back();
  switch (info.kind) {
    case functions::OperatorKind::Unary:
      if (info.unary == ast::UnaryOperator::Not) {
        const Value truth = Truth(fn, left.value, left.range);
        if (truth.is_poison() || truth.is_number()) {
          return truth.is_poison() ? truth : MakeNumber(fn, Number::Bool(!truth.number.truth()));
        }
        return Value::Runtime(fn.builder.LogicalNot(truth.inst), types::kBool);
      }
      return EmitUnary(fn, info.unary, left.value, call.range);
    case functions::OperatorKind::Compare:
      return EmitComparison(fn, info.compare, left.value, right.value, call.range, left.range,
                            right.range);
    case functions::OperatorKind::InPlace:
      if (IsArray(fn, left.value)) {
        return EmitInPlace(fn, info.binary, left.value, right.value, call.range) ? left.value
                                                                                 : Value();
      }
      [[fallthrough]];
    case functions::OperatorKind::Binary:
      return EmitBinary(fn, info.binary, left.value, right.value, call.range, left.range,
                        right.range);
  }
  KC_FATAL("kind of operator");
}

// operator.truth(x), operator.abs(x), operator.contains(a, b), operator.getitem(a, i)
Value EmitOperatorTruth(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  return Truth(fn, arguments[0].value, arguments[0].range);
}

Value EmitOperatorContains(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitContains(fn, false, arguments[1].value, arguments[0].value, call.range,
                      arguments[1].range, arguments[0].range);
}

Value EmitOperatorGetItem(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Value& base = arguments[0].value;
  if (!IsArray(fn, base) && (AsTuple(fn, base) || IsRange(fn, base))) {
    return TupleItem(fn, base, arguments[1].value, arguments[1].expr, call.range);
  }
  const Place place = OperatorPlace(fn, call, arguments);
  return place.valid ? LoadPlace(fn, place) : Value();
}

Value EmitOperatorSetItem(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const Place place = OperatorPlace(fn, call, arguments);
  if (place.valid) {
    StorePlace(fn, place, arguments[2].value, arguments[0].range, arguments[2].range);
  }
  return Value::Of(Object());
}

}  // namespace kernelc::sema
