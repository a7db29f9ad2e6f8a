// A KIR module as a cache key: everything that code is made from, and nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/cache/hash.h"
#include "compiler/kir/kir.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

struct ModuleKeyOptions {
  // The code holds lines and columns, so that these count as well.
  bool positions = false;
  // The code holds the names that the program gives its variables.
  bool names = false;
};

// Two modules with the same key give the same code, and the same image but for the places in
// KernelImage::locations. Those are another matter (PlacesOf), so that a comment changes no key.
cache::Hash ModuleKey(const kir::Module& module, const SourceManager& sources,
                      const ModuleKeyOptions& options);

// For each location of an image made of `module`, which operation has it, counted in the order of the text.
// Null when one belongs to no operation.
std::optional<std::vector<std::uint32_t>> PlacesOf(const kir::Module& module,
                                                   const SourceManager& sources,
                                                   const std::vector<abi::SourceLocation>& locations);
// The locations for another module of the same key; null when there is no such operation.
std::optional<std::vector<abi::SourceLocation>> LocationsOf(
    const kir::Module& module, const SourceManager& sources,
    const std::vector<std::uint32_t>& places);

}  // namespace kernelc::driver
