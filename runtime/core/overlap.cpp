// Whether arrays share memory: code may have been compiled for arrays that do not.
#include <cstddef>
#include <span>

#include "kernelc/launch.h"
#include "runtime/backend/address_ranges.h"

namespace kernelc {
namespace {

void Add(const Arg& arg, bool is_written, backend::AddressRanges* ranges) noexcept {
  if (arg.kind() == abi::ArgKind::Array || arg.kind() == abi::ArgKind::Record) {
    const DeviceArrayAny& array = arg.array();
    if (array.layout() != Layout::A) {
      ranges->Add({array.data(), array.data() + array.nbytes()}, is_written);
    } else {
      ranges->Add(
          abi::RangeOf({array.data(), array.ndim(), array.shape().begin(), array.strides().begin(),
                        static_cast<std::uint32_t>(array.element_size()), Layout::A}),
          is_written);
    }
  }
  for (const Arg& element : arg.elements()) {
    Add(element, is_written, ranges);
  }
}

}  // namespace

bool NoOverlap(const abi::KernelInfo& info, std::span<const Arg> args) noexcept {
  backend::AddressRanges ranges;
  for (std::size_t i = 0; i < args.size(); ++i) {
    Add(args[i], info.params[i].written, &ranges);
  }
  return ranges.AreApart(false);
}

bool ArraysDisjoint(std::span<const Arg> args) noexcept {
  backend::AddressRanges ranges;
  for (const Arg& arg : args) {
    Add(arg, false, &ranges);
  }
  return ranges.AreApart(true);
}

}  // namespace kernelc
