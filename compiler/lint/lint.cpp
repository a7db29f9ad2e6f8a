#include "compiler/lint/lint.h"

#include "compiler/lint/checks.h"

namespace kernelc::lint {

void Check(const kir::Module& module, const SourceManager& sources, diag::Emitter& emitter) {
  const std::vector<bool> synchronises = FindBlockBarriers(module);
  std::vector<kir::Uniformity> uniformity;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const Context context{&module, &module.functions[i], &sources, &emitter};
    if (synchronises[i]) {
      if (uniformity.empty()) {
        uniformity = kir::FindUniformity(module);
      }
      CheckBarriers(context, uniformity[i], synchronises);
    }
    CheckUninitialized(context);
    CheckGuards(context);
    CheckIndices(context);
    CheckComparisons(context);
    CheckAccumulators(context);
  }
}

}  // namespace kernelc::lint
