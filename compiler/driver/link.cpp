#include "compiler/driver/link.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "compiler/driver/nvrtc.h"

namespace kernelc::driver {
namespace {

struct Suffix {
  std::string_view text;
  int kind;
};

// CUDA C++ becomes PTX first.
constexpr int kPtx = 2;
constexpr Suffix kSuffixes[] = {
    {".a", 6},     {".cu", kPtx},  {".cubin", 1}, {".fatbin", 4},
    {".lib", 6},   {".ltoir", 3},  {".o", 5},     {".ptx", kPtx},
};

std::optional<int> KindOf(std::string_view file) {
  for (const Suffix& suffix : kSuffixes) {
    if (file.ends_with(suffix.text)) {
      return suffix.kind;
    }
  }
  return std::nullopt;
}

Result<std::string> ReadAll(const std::string& file, const std::string& folder) {
  std::error_code ignored;
  const std::filesystem::path beside = std::filesystem::path(folder) / file;
  const std::filesystem::path path =
      std::filesystem::exists(file, ignored) ? std::filesystem::path(file) : beside;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return Failure{fmt::format("cannot read `{}`, which the kernel is linked with, here or in `{}`",
                               file, folder.empty() ? "." : folder)};
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

Result<std::vector<LinkInput>> ReadLinkInputs(const std::vector<std::string>& files,
                                              const std::string& folder,
                                              const std::string& arch) {
  std::vector<LinkInput> inputs;
  for (const std::string& file : files) {
    const std::optional<int> kind = KindOf(file);
    if (!kind) {
      return Failure{fmt::format(
          "cannot link with `{}`: files are .ptx, .cu, .cubin, .fatbin, .o, .a and .ltoir", file)};
    }
    Result<std::string> bytes = ReadAll(file, folder);
    if (bytes && file.ends_with(".cu")) {
      bytes = CompileWithNvrtc(*bytes, file, {}, {.arch = arch, .relocatable = true});
    }
    if (!bytes) {
      return bytes.failure();
    }
    inputs.push_back({*kind, file, std::move(*bytes)});
  }
  return inputs;
}

}  // namespace kernelc::driver
