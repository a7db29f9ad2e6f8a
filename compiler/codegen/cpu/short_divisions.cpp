// Divisions of int64 numbers that are small when the kernel runs.
//
// Integers of the language are int64 unless a kernel says otherwise, and most of them are small.
// Where a thread divides by itself, in a loop that does not become vectors, a test finds out: of
// numbers from 0 to 2^32 the remainder needs no move to the divisor's sign, and 32 bits are divided
// faster than 64 are.
#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

using kir::Op;

// Marks operations in loops of one thread whose numbers of turns are not constants.
class OwnLoops {
 public:
  explicit OwnLoops(const kir::Function& function)
      : function_(function), inside_(function.insts.size()) {
    Visit(function.body, false);
  }

  std::vector<bool> Take() { return std::move(inside_); }

 private:
  void Visit(kir::RegionId region, bool inside) {
    for (const kir::InstId id : function_.region(region).insts) {
      const kir::Inst& inst = function_.inst(id);
      inside_[id.index] = inside;
      for (const kir::RegionId nested : function_.regions_of(inst)) {
        Visit(nested, IsInside(inst, inside));
      }
    }
  }

  // Loops around those over threads are the block's, and leave these as they are.
  bool IsInside(const kir::Inst& inst, bool inside) const {
    if (kir::op_info(inst.op).flow == kir::Flow::Threads) {
      return false;
    }
    return inside || inst.op == Op::While ||
           (inst.op == Op::ForRange && (!IsConstant(inst, 0) || !IsConstant(inst, 1)));
  }

  bool IsConstant(const kir::Inst& inst, std::uint32_t operand) const {
    return function_.inst(function_.operand(inst, operand)).op == Op::ConstInt;
  }

  const kir::Function& function_;
  std::vector<bool> inside_;
};

}  // namespace

bool CpuTargetHooks::EmitShortDivision(FunctionContext& fn, kir::InstId id) {
  const kir::Function& function = fn.kir_function();
  const kir::Inst& inst = function.inst(id);
  if (own_loops_of_ != &function) {
    own_loops_ = OwnLoops(function).Take();
    own_loops_of_ = &function;
  }
  llvm::Value* dividend = fn.operand(inst, 0);
  llvm::Value* divisor = fn.operand(inst, 1);
  if (inst.type != types::kInt64 || !own_loops_[id.index] || llvm::isa<llvm::Constant>(divisor)) {
    return false;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::BasicBlock* is_short = fn.NewBlock("divide.short");
  llvm::BasicBlock* is_long = fn.NewBlock("divide.long");
  llvm::BasicBlock* end = fn.NewBlock("divided");
  llvm::Value* fits =
      builder.CreateICmpULT(builder.CreateOr(dividend, divisor), fn.Int64(std::uint64_t{1} << 32));
  // Zero goes where it is looked for.
  builder.CreateCondBr(builder.CreateAnd(fits, builder.CreateIsNotNull(divisor)), is_short,
                       is_long);

  fn.StartBlock(is_short);
  llvm::Value* a = builder.CreateTrunc(dividend, builder.getInt32Ty());
  llvm::Value* b = builder.CreateTrunc(divisor, builder.getInt32Ty());
  llvm::Value* quick = builder.CreateZExt(
      inst.op == Op::Mod ? builder.CreateURem(a, b) : builder.CreateUDiv(a, b), fn.types().int64());
  builder.CreateBr(end);

  fn.StartBlock(is_long);
  llvm::Value* slow = fn.EmitDefault(id);
  is_long = builder.GetInsertBlock();
  builder.CreateBr(end);

  fn.StartBlock(end);
  llvm::PHINode* result = builder.CreatePHI(fn.types().int64(), 2);
  result->addIncoming(quick, is_short);
  result->addIncoming(slow, is_long);
  fn.set_value(id, result);
  return true;
}

}  // namespace kernelc::codegen
