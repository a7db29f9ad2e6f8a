// Statements and checks that end a thread with an error.
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/raise.h"
#include "runtime/abi/device_error.h"

namespace kernelc::sema {

using ast::As;

void FunctionEmitter::EmitFail(abi::DeviceErrorCode code, std::string_view text,
                               std::initializer_list<kir::InstId> values) {
  builder_.Append(kir::Op::Fail, types::kVoid, std::span(values.begin(), values.size()),
                  static_cast<std::int64_t>(code), kir_.AddString(text));
}

void FunctionEmitter::FailUnless(const Value& condition, abi::DeviceErrorCode code,
                                 std::string_view text, std::initializer_list<kir::InstId> values) {
  if (condition.is_number() && condition.number.truth()) {
    return;
  }
  const kir::InstId failed = builder_.LogicalNot(Materialize(condition));
  const kir::RegionId region = builder_.NewRegion();
  InRegion(region, [&] { EmitFail(code, text, values); });
  builder_.If(failed, region, builder_.NewRegion());
}

bool FunctionEmitter::EmitNode(const ast::Raise& node) {
  const std::optional<std::string> text = ReadRaise(node, function_->scope, renaming_.variables,
                                                    function_->file->sources(), emitter_);
  if (text) {
    EmitFail(abi::DeviceErrorCode::ExceptionRaised, *text, {});
  } else {
    has_error_ = true;
  }
  return false;
}

// As in Numba, a failed assertion ends its thread in every build; only who hears of it differs.
bool FunctionEmitter::EmitNode(const ast::Assert& node) {
  const SourceManager& sources = function_->file->sources();
  const std::string text =
      node.msg != nullptr ? MessageText(node.msg, sources)
                          : fmt::format("`{}`", sources.text(node.test->range));
  const Value condition = EmitTruth(node.test);
  if (!condition.is_poison()) {
    FailUnless(condition, abi::DeviceErrorCode::AssertFailed, text, {});
  }
  return true;
}

void FunctionEmitter::CheckUnpackLength(const Value& extent, std::size_t names) {
  if (!reports_errors()) {
    return;
  }
  const Value wanted = IntConstant(static_cast<std::int64_t>(names));
  const kir::InstId extent_inst = ConvertTo(extent, types::kInt64);
  const kir::InstId wanted_inst = Materialize(wanted);
  const kir::InstId same =
      builder_.Compare(kir::ComparePredicate::Eq, extent_inst, wanted_inst);
  FailUnless(Value::Runtime(same, types::kBool), abi::DeviceErrorCode::UnpackLength, "",
             {extent_inst, wanted_inst});
}

void FunctionEmitter::CheckStoredExtent(const Value& view, unsigned dim, const Value& stored,
                                        bool stretches) {
  if (!reports_errors()) {
    return;
  }
  const kir::InstId place = ConvertTo(ArrayExtent(view, dim), types::kInt64);
  const kir::InstId extent = ConvertTo(stored, types::kInt64);
  kir::InstId same = builder_.Compare(kir::ComparePredicate::Eq, place, extent);
  if (stretches) {
    const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
    same = builder_.Binary(kir::Op::Or, same,
                           builder_.Compare(kir::ComparePredicate::Eq, extent, one));
  }
  FailUnless(Value::Runtime(same, types::kBool), abi::DeviceErrorCode::ShapeMismatch, "",
             {builder_.ConstInt(types::kInt64, dim), place, extent});
}

}  // namespace kernelc::sema
