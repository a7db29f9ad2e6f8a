// Typed C++ launch functions with the code of an image embedded.
#pragma once

#include <span>
#include <string>

#include "compiler/base/result.h"
#include "compiler/driver/command_options.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

struct HeaderOptions {
  // As the user named it; messages and the comment on top show it.
  std::string source;
  // "a::b".
  std::string cpp_namespace;
  HostApi api = HostApi::Runtime;
  CodePlace code = CodePlace::Embedded;
  // CodePlace::Linked: the constant that the object defines.
  std::string linked_symbol;
};

// The text of the header. Fails for a namespace that is none, and where code is missing that the
// header would need.
Result<std::string> WriteHeader(const abi::KernelImage& image, const HeaderOptions& options);

// The support code of headers that need the driver alone.
struct SupportFile {
  std::string_view name;
  std::string_view text;
};
std::span<const SupportFile> header_support_files();

}  // namespace kernelc::driver
