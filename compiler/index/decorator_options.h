// Options that a decorator can give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/base/source.h"
#include "runtime/abi/arg_type.h"

namespace kernelc::index {

// What a launch of a function runs: itself, or a kernel that calls it; see sema/launch_forms.cpp.
enum class LaunchForm : std::uint8_t { Kernel, Vectorize, Generalize, Reduce };

struct DecoratorOptions {
  bool device = false;
  bool fastmath = false;
  bool debug = false;
  bool force_inline = false;
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t min_blocks_per_multiprocessor = 0;
  std::uint32_t max_registers = 0;
  std::uint32_t max_blocks_per_cluster = 0;
  // lineinfo=True, opt=False.
  bool lineinfo = false;
  bool no_opt = false;
  // link=["file.ptx"].
  std::vector<std::string> links;
  LaunchForm launch = LaunchForm::Kernel;
  // target="cuda".
  bool for_cuda = false;
  // Of Generalize: "(n),()->(n)".
  std::string layout;
  // A signature that has no value while compiling; none where there is none such.
  SourceRange open_signature;
  // A decorator that is not known, and may make a kernel of the function; none where there is none such.
  SourceRange open_decorator;
  // Options of a decorator that have no value while compiling and change no result.
  std::vector<SourceRange> open_options;
  // The types of the parameters, and with the same index that of the result where the signature names one.
  std::vector<std::vector<abi::ArgType>> signatures;
  std::vector<std::optional<abi::ArgType>> results;

  void AddSignature(std::vector<abi::ArgType> types, std::optional<abi::ArgType> result) {
    signatures.push_back(std::move(types));
    results.push_back(std::move(result));
  }
};

}  // namespace kernelc::index
