#include "compiler/driver/artifacts/variants.h"

#include <algorithm>
#include <utility>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "kernelc/element_type.h"
#include "runtime/abi/value_facts.h"

namespace kernelc::driver {
namespace {

bool IsGridSync(const kir::Inst& inst) {
  return inst.op == kir::Op::CallBuiltin &&
         builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
             builtins::BuiltinEffects::GridSync;
}

bool HasPointer(const abi::ArgType& type) {
  return type.kind == abi::ArgKind::Pointer || std::ranges::any_of(type.elements, HasPointer);
}

// The facts that a launch's own choice of code looks for; `by_value` those too that differ from
// launch to launch of the same arrays. Code knows nothing of values in tuples.
void AddFacts(bool by_value, abi::ArgType* type) {
  if (type->kind == abi::ArgKind::Scalar) {
    type->facts.small = by_value && abi::HasValueFacts(type->scalar);
  }
  if (type->kind == abi::ArgKind::Array) {
    type->layout = type->layout == abi::Layout::A ? abi::Layout::C : type->layout;
    type->facts.aligned16 = true;
    type->facts.small = true;
    type->facts.aligned_rows = by_value && type->layout == abi::Layout::C && type->ndim > 1;
    if (type->record) {
      type->record = AlignNaturally(type->record);
    }
  }
}

// Whether code for these types can be made; what is wrong with it, if anything, matters to nobody.
bool CanBeMade(const CompileJob& job, const sema::KernelRequest& request) {
  diag::CollectingConsumer ignored;
  diag::Emitter emitter(ignored);
  const std::optional<kir::Module> module =
      sema::Check(job.unit->index(), {&request, 1}, job.sema, emitter);
  return module && !kir::FindHolders(*module, IsGridSync).front();
}

}  // namespace

void AddVariants(CompileJob* job) {
  const codegen::TargetOptions& target = job->target;
  if (target.debug || target.opt_level == 0 || !(job->sema.checks == kir::Checks())) {
    return;
  }
  const std::size_t count = job->kernels.size();
  for (std::size_t i = 0; i < count; ++i) {
    const sema::KernelRequest& general = job->kernels[i];
    if (general.exported || std::ranges::any_of(general.arg_types, HasPointer)) {
      continue;
    }
    std::vector<sema::KernelRequest> requests;
    for (const bool by_value : {true, false}) {
      sema::KernelRequest request = general;
      for (abi::ArgType& type : request.arg_types) {
        AddFacts(by_value, &type);
      }
      const bool is_new = std::ranges::none_of(requests, [&](const sema::KernelRequest& other) {
        return other.arg_types == request.arg_types;
      });
      if (is_new && request.arg_types != general.arg_types && CanBeMade(*job, request)) {
        requests.push_back(std::move(request));
      }
    }
    for (sema::KernelRequest& request : requests) {
      job->kernels.push_back(std::move(request));
      job->variants.push_back(static_cast<std::uint32_t>(i));
    }
  }
}

}  // namespace kernelc::driver
