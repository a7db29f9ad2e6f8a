#include "compiler/driver/variant_text.h"

#include <fmt/format.h>

#include "compiler/sema/sema.h"
#include "compiler/types/written_types.h"

namespace kernelc::driver {
namespace {

std::string ParamText(const abi::ParamInfo& param) {
  const abi::ArrayFacts& facts = param.type.facts;
  return fmt::format("{} {}{}{}", param.name, types::SpellArgType(param.type),
                     facts.aligned_rows ? " aligned rows"
                     : facts.aligned16  ? " aligned"
                                        : "",
                     facts.small ? " small" : "");
}

std::string KernelText(const abi::KernelInfo& kernel, const abi::Code& code) {
  std::string text = fmt::format("variant of `{}` for {}:", kernel.name, code.arch);
  for (std::size_t i = 0; i < kernel.params.size(); ++i) {
    text += fmt::format("{} {}", i == 0 ? "" : ",", ParamText(kernel.params[i]));
  }
  text += kernel.assumes_no_overlap ? "; arrays do not overlap" : "";
  if (code.device == abi::DeviceKind::Cuda && kernel.has_coarse) {
    text += fmt::format("; {} threads in one on large grids", kernel.coarse_factor);
  }
  return text + "\n";
}

}  // namespace

std::string VariantText(const abi::KernelImage& image) {
  std::string text;
  for (const abi::Code& code : image.codes) {
    for (const abi::KernelInfo& kernel : image.kernels) {
      text += KernelText(kernel, code);
    }
  }
  return text;
}

}  // namespace kernelc::driver
