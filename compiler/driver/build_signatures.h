// What `--sig` says: argument types, for a kernel by name or for the file's one kernel; and the types of
// kernels without it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/diag/emitter.h"
#include "compiler/driver/source_unit.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::driver {

struct GivenSignature {
  // As written, for messages.
  std::string text;
  // "saxpy(float32, float32[::1])" names its kernel.
  std::optional<std::size_t> kernel;
  std::vector<abi::ArgType> types;
};

// Fails for a text that is no signature. Names mean functions of `chosen`, those that `-k` named,
// before all others: where `k@3` is chosen, `k` is that one.
Result<std::vector<GivenSignature>> ReadSignatures(const SourceUnit& unit,
                                                   const std::vector<std::string>& texts,
                                                   const std::vector<std::size_t>& chosen = {});

// The types that are for `kernel`: those that name it, and those without a name.
std::vector<std::vector<abi::ArgType>> SignaturesOf(const std::vector<GivenSignature>& given,
                                                    std::size_t kernel);

// One kernel with the types to compile it for.
struct Specialization {
  std::size_t function = 0;
  std::vector<abi::ArgType> arg_types;
  std::optional<abi::ArgType> result = std::nullopt;
};

// The argument types of each of `kernels`: those given, else its own signatures. `is_launch`: they are of a
// launch, not of a call of a device function. What is wrong with its annotations goes to `emitter`.
Result<std::vector<Specialization>> ChooseTypes(const SourceUnit& unit,
                                                const std::vector<std::size_t>& kernels,
                                                const std::vector<GivenSignature>& given,
                                                bool is_launch, diag::Emitter& emitter);

}  // namespace kernelc::driver
