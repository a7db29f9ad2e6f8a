// What is rewritten in the text of PTX, since assemblers make wrong code of it.
#include <string>
#include <utility>

#include "compiler/codegen/codegen.h"
#include "compiler/codegen/nvptx/compared_negations.h"
#include "compiler/codegen/nvptx/forgotten_signs.h"
#include "compiler/codegen/nvptx/turned_sums.h"
#include "compiler/codegen/nvptx/widened_products.h"

namespace kernelc::codegen {

std::string AvoidAssemblerFaults(std::string ptx) {
  ptx = RewriteTurnedSums(std::move(ptx));
  // Differences that are written for absolute values widen nothing, and are no negations.
  ptx = RewriteWidenedProducts(RewriteForgottenSigns(std::move(ptx)));
  return RewriteComparedNegations(std::move(ptx));
}

}  // namespace kernelc::codegen
