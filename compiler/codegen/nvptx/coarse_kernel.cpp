#include "compiler/codegen/nvptx/coarse_kernel.h"

#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "compiler/codegen/nvptx/kernel.h"

namespace kernelc::codegen {

namespace {

using kir::ComparePredicate;

// Whether the comparison is true for the threads that the kernel is made for.
bool ValueInside(const kir::PlaceGuard& guard) {
  const bool is_less =
      guard.predicate == ComparePredicate::Lt || guard.predicate == ComparePredicate::Le;
  return is_less == guard.is_upper;
}

class CoarseEmitter {
 public:
  CoarseEmitter(ModuleContext& module, const kir::Function& kernel,
                const kir::Coarsening& coarsening)
      : module_(module),
        kernel_(kernel),
        coarsening_(coarsening),
        layout_(MakeParamLayout(module.kir_module(), kernel)),
        param_types_(KernelParamTypes(module, layout_)) {}

  void Emit() {
    llvm::Function* inside = EmitBody(true);
    llvm::Function* anywhere = EmitBody(false);
    std::vector<llvm::Type*> params = param_types_;
    params.push_back(module_.types().int32());
    llvm::Function* function = CreateKernel(module_, kernel_, params,
                                            abi::CoarseSymbol(kernel_.symbol, coarsening_.factor));
    FunctionContext fn(module_, kernel_, function);
    SetKernelParams(fn, layout_);
    EmitThread(fn, inside, anywhere);
    // At once: LLVM's inliner would optimise the bodies for themselves before.
    for (llvm::CallInst* call : calls_) {
      llvm::InlineFunctionInfo info;
      KC_CHECK(llvm::InlineFunction(*call, info).isSuccess(), "a body is not inlined");
    }
    inside->eraseFromParent();
    anywhere->eraseFromParent();
  }

 private:
  // One loop does the work of all neighbours.
  bool shares_loops() const { return !coarsening_.varying.empty(); }

  // The kernel's own code for a place in the grid, which is its last parameter; inside, where loops
  // are shared, for all places from there on.
  llvm::Function* EmitBody(bool is_inside) {
    std::vector<llvm::Type*> params = param_types_;
    params.push_back(module_.types().int64());
    llvm::Function* body = module_.CreateFunction(
        llvm::FunctionType::get(llvm::Type::getVoidTy(module_.llvm_context()), params, false),
        llvm::GlobalValue::InternalLinkage, kernel_.symbol + (is_inside ? ".inside" : ".at"));
    FunctionContext fn(module_, kernel_, body);
    SetKernelParams(fn, layout_);
    if (is_inside && shares_loops()) {
      fn.SetLanes(coarsening_.factor, &coarsening_.varying);
    }
    const CoarseBody places{&kernel_, &coarsening_, std::prev(body->arg_end()), is_inside};
    auto& hooks = static_cast<NvptxHooks&>(module_.hooks());
    hooks.set_coarse_body(&places);
    fn.EmitRegion(kernel_.body);
    hooks.set_coarse_body(nullptr);
    if (!fn.terminated()) {
      fn.builder().CreateRetVoid();
    }
    return body;
  }

  // first = factor * thread; where all places from there on are inside of the grid and of the
  // guards, the code without their tests for them all, else each of those in the grid.
  void EmitThread(FunctionContext& fn, llvm::Function* inside, llvm::Function* anywhere) {
    llvm::IRBuilder<>& builder = fn.builder();
    llvm::Function* function = fn.function();
    const GridPlace place = ReadGridPlace(fn);
    llvm::Value* blocks =
        builder.CreateZExt(std::prev(function->arg_end()), fn.types().int64(), "", true);
    llvm::Value* threads = builder.CreateMul(blocks, place.block_size, "", true, true);
    llvm::Value* first =
        builder.CreateMul(place.thread, fn.Int64(coarsening_.factor), "", true, true);
    llvm::Value* is_inside = builder.CreateICmpSLE(
        builder.CreateAdd(first, fn.Int64(coarsening_.factor), "", true, true), threads);
    // Where a place is needed in 32 bits, it fits.
    is_inside = builder.CreateAnd(is_inside,
                                  builder.CreateICmpSLT(threads, fn.Int64(std::uint64_t{1} << 31)));
    for (const kir::PlaceGuard& guard : coarsening_.guards) {
      is_inside = builder.CreateAnd(is_inside, EmitGuard(fn, guard, first));
    }
    llvm::BasicBlock* straight = fn.NewBlock("inside");
    llvm::BasicBlock* each = fn.NewBlock("each");
    builder.CreateCondBr(is_inside, straight, each);
    fn.StartBlock(straight);
    for (unsigned i = 0; i < (shares_loops() ? 1 : coarsening_.factor); ++i) {
      Call(fn, inside, i == 0 ? first : builder.CreateAdd(first, fn.Int64(i), "", true, true));
    }
    builder.CreateRetVoid();
    fn.StartBlock(each);
    if (shares_loops()) {
      EmitEachInTurn(fn, anywhere, first, threads);
    } else {
      EmitEach(fn, anywhere, first, threads);
    }
  }

  // The guard lets all `factor` places from `first` on through.
  llvm::Value* EmitGuard(FunctionContext& fn, const kir::PlaceGuard& guard, llvm::Value* first) {
    llvm::IRBuilder<>& builder = fn.builder();
    EmitAtEntry(fn, guard.bound);
    llvm::Value* bound =
        builder.CreateIntCast(fn.value(guard.bound), fn.types().int64(), /*isSigned=*/true);
    const bool takes_bound = ValueInside(guard) == (guard.predicate == ComparePredicate::Le ||
                                                    guard.predicate == ComparePredicate::Ge);
    if (!guard.is_upper) {
      return takes_bound ? builder.CreateICmpSGE(first, bound)
                         : builder.CreateICmpSGT(first, bound);
    }
    llvm::Value* last = builder.CreateAdd(first, fn.Int64(coarsening_.factor - 1), "", true, true);
    return takes_bound ? builder.CreateICmpSLE(last, bound) : builder.CreateICmpSLT(last, bound);
  }

  static void EmitAtEntry(FunctionContext& fn, kir::InstId id) {
    if (fn.has_value(id)) {
      return;
    }
    const kir::Inst& inst = fn.kir_function().inst(id);
    for (kir::InstId operand : fn.kir_function().operands(inst)) {
      EmitAtEntry(fn, operand);
    }
    fn.EmitInst(id);
  }

  // The places from `first` on that are in the grid, one by one: no loop, which LLVM would look at
  // for longer than at all else.
  void EmitEach(FunctionContext& fn, llvm::Function* body, llvm::Value* first,
                llvm::Value* threads) {
    llvm::IRBuilder<>& builder = fn.builder();
    for (unsigned i = 0; i < coarsening_.factor; ++i) {
      llvm::Value* place = builder.CreateAdd(first, fn.Int64(i), "", true, true);
      llvm::BasicBlock* run = fn.NewBlock("run");
      llvm::BasicBlock* next = fn.NewBlock("next");
      builder.CreateCondBr(builder.CreateICmpSLT(place, threads), run, next);
      fn.StartBlock(run);
      Call(fn, body, place);
      builder.CreateBr(next);
      fn.StartBlock(next);
    }
    builder.CreateRetVoid();
  }

  // The same by a loop, for bodies with loops of their own.
  void EmitEachInTurn(FunctionContext& fn, llvm::Function* body, llvm::Value* first,
                      llvm::Value* threads) {
    llvm::IRBuilder<>& builder = fn.builder();
    llvm::Value* end = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, threads,
        builder.CreateAdd(first, fn.Int64(coarsening_.factor), "", true, true));
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* head = fn.NewBlock("head");
    llvm::BasicBlock* run = fn.NewBlock("run");
    llvm::BasicBlock* done = fn.NewBlock("done");
    builder.CreateBr(head);
    fn.StartBlock(head);
    llvm::PHINode* place = builder.CreatePHI(fn.types().int64(), 2);
    place->addIncoming(first, before);
    builder.CreateCondBr(builder.CreateICmpSLT(place, end), run, done);
    fn.StartBlock(run);
    Call(fn, body, place);
    place->addIncoming(builder.CreateAdd(place, fn.Int64(1), "", true, true), run);
    builder.CreateBr(head);
    fn.StartBlock(done);
    builder.CreateRetVoid();
  }

  void Call(FunctionContext& fn, llvm::Function* body, llvm::Value* place) {
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 0; i < param_types_.size(); ++i) {
      arguments.push_back(fn.function()->getArg(i));
    }
    arguments.push_back(place);
    calls_.push_back(fn.builder().CreateCall(body, arguments));
  }

  ModuleContext& module_;
  const kir::Function& kernel_;
  const kir::Coarsening& coarsening_;
  ParamLayout layout_;
  std::vector<llvm::Type*> param_types_;
  std::vector<llvm::CallInst*> calls_;
};

}  // namespace

bool CoarseBody::IsShortPlace(const FunctionContext& fn, kir::InstId id) const {
  const kir::Inst& inst = fn.kir_function().inst(id);
  return inst.op == kir::Op::Convert && inst.type == types::kInt32 &&
         std::ranges::find(coarsening->places, fn.kir_function().operand(inst, 0)) !=
             coarsening->places.end() &&
         fn.type_of(fn.kir_function().operand(inst, 0)) == types::kInt64;
}

bool CoarseBody::EmitInst(FunctionContext& fn, kir::InstId id) const {
  if (&fn.kir_function() != kernel) {
    return false;
  }
  if (std::ranges::find(coarsening->places, id) != coarsening->places.end()) {
    llvm::Value* own =
        fn.lane() == 0 ? place : fn.builder().CreateAdd(place, fn.Int64(fn.lane()), "", true, true);
    fn.set_value(id, fn.builder().CreateIntCast(own, fn.types().Register(fn.type_of(id)),
                                                /*isSigned=*/true));
    return true;
  }
  if (is_inside && IsShortPlace(fn, id)) {
    fn.set_value(id, fn.builder().CreateTrunc(fn.operand(fn.kir_function().inst(id), 0),
                                              fn.types().int32(), "", true, true));
    return true;
  }
  const auto guard = std::ranges::find(coarsening->guards, id, &kir::PlaceGuard::compare);
  if (!is_inside || guard == coarsening->guards.end()) {
    return false;
  }
  fn.set_value(id, fn.builder().getInt1(ValueInside(*guard)));
  return true;
}

void EmitCoarseKernel(ModuleContext& module, const kir::Function& kernel,
                      const kir::Coarsening& coarsening) {
  CoarseEmitter(module, kernel, coarsening).Emit();
}

}  // namespace kernelc::codegen
