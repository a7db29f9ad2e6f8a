#include "compiler/sema/emit_error.h"

#include "compiler/advice/raise.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_value.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

using ast::As;

namespace {

void EmitFail(FunctionContext& fn, abi::DeviceErrorCode code, std::string_view text,
              std::initializer_list<kir::InstId> values) {
  fn.builder.Append(kir::Op::Fail, types::kVoid, std::span(values.begin(), values.size()),
                    static_cast<std::int64_t>(code), fn.kir_function.AddString(text));
}

}  // namespace

void FailUnless(FunctionContext& fn, const Value& condition, abi::DeviceErrorCode code,
                std::string_view text, std::initializer_list<kir::InstId> values) {
  if (condition.is_number() && condition.number.truth()) {
    return;
  }
  const kir::InstId failed = fn.builder.LogicalNot(Materialize(fn, condition));
  const kir::RegionId region = fn.builder.NewRegion();
  fn.InRegion(region, [&] { EmitFail(fn, code, text, values); });
  fn.builder.If(failed, region, fn.builder.NewRegion());
}

bool EmitNode(FunctionContext& fn, const ast::Raise& node) {
  const std::optional<std::string> text = advice::ReadRaise(node, fn.function.scope, fn.renaming.variables,
                                                    fn.function.file->sources(), fn.emitter);
  if (text) {
    EmitFail(fn, abi::DeviceErrorCode::ExceptionRaised, *text, {});
  } else {
    fn.has_error = true;
  }
  return false;
}

// As in Numba, a failed assertion ends its thread in every build; only who hears of it differs.
bool EmitNode(FunctionContext& fn, const ast::Assert& node) {
  const SourceManager& sources = fn.function.file->sources();
  const std::string text = node.msg != nullptr
                               ? advice::MessageText(node.msg, sources)
                               : fmt::format("`{}`", sources.text(node.test->range));
  const Value condition = EmitTruth(fn, node.test);
  if (!condition.is_poison()) {
    FailUnless(fn, condition, abi::DeviceErrorCode::AssertFailed, text, {});
  }
  return true;
}

void CheckUnpackLength(FunctionContext& fn, const Value& extent, std::size_t names) {
  if (!fn.reports_errors()) {
    return;
  }
  const Value wanted = IntConstant(static_cast<std::int64_t>(names));
  const kir::InstId extent_inst = ConvertTo(fn, extent, types::kInt64);
  const kir::InstId wanted_inst = Materialize(fn, wanted);
  const kir::InstId same = fn.builder.Compare(kir::ComparePredicate::Eq, extent_inst, wanted_inst);
  FailUnless(fn, Value::Runtime(same, types::kBool), abi::DeviceErrorCode::UnpackLength, "",
             {extent_inst, wanted_inst});
}

void CheckStoredExtent(FunctionContext& fn, const Value& view, unsigned dim, const Value& stored,
                       bool stretches) {
  if (!fn.reports_errors()) {
    return;
  }
  const kir::InstId place = ConvertTo(fn, ArrayExtent(fn, view, dim), types::kInt64);
  const kir::InstId extent = ConvertTo(fn, stored, types::kInt64);
  kir::InstId same = fn.builder.Compare(kir::ComparePredicate::Eq, place, extent);
  if (stretches) {
    const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
    same = fn.builder.Binary(kir::Op::Or, same,
                             fn.builder.Compare(kir::ComparePredicate::Eq, extent, one));
  }
  FailUnless(fn, Value::Runtime(same, types::kBool), abi::DeviceErrorCode::ShapeMismatch, "",
             {fn.builder.ConstInt(types::kInt64, dim), place, extent});
}

}  // namespace kernelc::sema
