#include "compiler/passes/lower_failures.h"

#include <span>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/builder.h"
#include "runtime/abi/device_error.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Module;
using kir::Op;
using kir::RegionId;

class FailureLowering {
 public:
  // `results`: what each function of the module gave before this pass.
  FailureLowering(Module& module, Function& function, const std::vector<bool>& fails,
                  const std::vector<TypeId>& results)
      : module_(module),
        function_(function),
        builder_(module, function),
        fails_(fails),
        results_(results),
        is_entry_(kir::IsEntry(function)) {}

  void Run(TypeId old_result) {
    old_result_ = old_result;
    RewriteRegion(function_.body);
    if (!is_entry_ && kir::FallsThrough(function_, function_.body)) {
      builder_.set_insertion_region(function_.body);
      Return(false, InstId());
    }
  }

 private:
  void RewriteRegion(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // Copies: the stores grow.
      const Inst inst = function_.inst(id);
      builder_.set_insertion_region(region);
      builder_.set_range(inst.range);
      if (inst.op == Op::Fail) {
        LowerFail(inst);
      } else if (inst.op == Op::Return && !is_entry_) {
        Return(false, inst.operands.count > 0 ? function_.operand(inst, 0) : InstId());
      } else if (inst.op == Op::Call && fails_[static_cast<std::size_t>(inst.imm)]) {
        LowerCall(id, inst, region);
      } else {
        function_.region(region).insts.push_back(id);
        for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
          RewriteRegion(function_.region_of(inst, i));
        }
      }
    }
  }

  void LowerFail(const Inst& inst) {
    if (module_.checks.errors && inst.imm != static_cast<std::int64_t>(abi::DeviceErrorCode::None)) {
      std::vector<InstId> values;
      for (std::uint32_t i = 0; i < inst.operands.count && i < 3; ++i) {
        values.push_back(function_.operand(inst, i));
      }
      builder_.Append(Op::ReportError, types::kVoid, values, inst.imm, inst.text);
    }
    Leave();
  }

  // Ends the thread's way through this function.
  void Leave() {
    if (is_entry_ && old_result_ == types::kVoid) {
      builder_.Return();
    } else if (is_entry_) {
      const bool is_status = function_.options.exported == kir::Export::Status;
      builder_.Return(is_status ? builder_.ConstInt(old_result_, 1) : builder_.Zero(old_result_));
    } else {
      Return(true, InstId());
    }
  }

  void Return(bool failed, InstId value) {
    const InstId status = builder_.ConstBool(failed);
    if (old_result_ == types::kVoid) {
      builder_.Return(status);
      return;
    }
    const InstId parts[] = {status, value.has_value() ? value : builder_.Zero(old_result_)};
    builder_.Return(builder_.TupleMake(parts));
  }

  void LowerCall(InstId id, const Inst& inst, RegionId region) {
    const auto callee = static_cast<std::size_t>(inst.imm);
    const bool has_value = results_[callee] != types::kVoid;
    // The call's own id stays with its value, which others use.
    const InstId call = has_value ? function_.AddInst(inst) : id;
    function_.inst(call).type = module_.functions[callee].result;
    function_.region(region).insts.push_back(call);
    const InstId status = has_value ? builder_.TupleGet(call, 0) : call;
    const RegionId failed = builder_.NewRegion();
    builder_.If(status, failed, builder_.NewRegion());
    builder_.set_insertion_region(failed);
    Leave();
    if (has_value) {
      Inst get;
      get.op = Op::TupleGet;
      get.type = inst.type;
      get.range = inst.range;
      get.imm = 1;
      get.operands = function_.AddOperands(std::span(&call, 1));
      function_.inst(id) = get;
      function_.region(region).insts.push_back(id);
    }
  }

  Module& module_;
  Function& function_;
  kir::Builder builder_;
  const std::vector<bool>& fails_;
  const std::vector<TypeId>& results_;
  // Others know what it returns.
  const bool is_entry_;
  TypeId old_result_ = types::kVoid;
};

}  // namespace

void LowerFailures(Module& module) {
  const std::vector<bool> fails =
      kir::FindHolders(module, [](const Inst& inst) { return inst.op == Op::Fail; });
  std::vector<TypeId> results;
  for (const Function& function : module.functions) {
    results.push_back(function.result);
  }
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function& function = module.functions[i];
    if (fails[i] && !kir::IsEntry(function)) {
      function.result = function.result == types::kVoid
                            ? types::kBool
                            : module.types.Tuple({types::kBool, function.result});
    }
  }
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    if (fails[i]) {
      FailureLowering(module, module.functions[i], fails, results).Run(results[i]);
    }
  }
}

}  // namespace kernelc::passes
