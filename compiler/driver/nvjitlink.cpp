#include "compiler/driver/nvjitlink.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "compiler/base/check.h"
#include "compiler/driver/link.h"
#include "compiler/driver/toolkit_api.h"

namespace kernelc::driver {
namespace {

// nvJitLinkResult and nvJitLinkInputType of the documentation.
constexpr int kSuccess = 0;
constexpr int kInputPtx = 2;
// What our own part is called in messages.
constexpr const char* kKernelName = "kernelc.ptx";

std::string LogOf(const NvJitLinkTable& api, void* handle) {
  std::string log;
  std::size_t size = 0;
  if (handle != nullptr && api.nvJitLinkGetErrorLogSize(handle, &size) == kSuccess && size > 1) {
    log.resize(size);
    api.nvJitLinkGetErrorLog(handle, log.data());
    log.resize(log.find('\0') == std::string::npos ? size : log.find('\0'));
  }
  // The last line is the library's own number for "it failed".
  log = log.substr(0, log.rfind("ERROR "));
  while (!log.empty() && log.back() == '\n') {
    log.pop_back();
  }
  return log;
}

// What the documentation says of the results that inputs cause; empty for others.
std::string_view MeaningOf(int status) {
  switch (status) {
    case 3:
      return "it is damaged, or code for another architecture";
    case 4:
      return "the PTX is wrong";
    case 5:
      return "the LTO-IR is damaged, or of another version of the toolkit";
    case 8:
    case 12:
      return "it is not what its name says";
    case 13:
      return "it is code for another architecture";
    case 14:
      return "it is from a newer CUDA toolkit than the library";
    default:
      return {};
  }
}

Failure LinkFailure(const NvJitLinkTable& api, void* handle, int status, const std::string& what) {
  const std::string log = LogOf(api, handle);
  if (!log.empty()) {
    return Failure{fmt::format("nvJitLink cannot {}:\n{}", what, log)};
  }
  const std::string_view meaning = MeaningOf(status);
  return Failure{meaning.empty() ? fmt::format("nvJitLink cannot {}: status {}", what, status)
                                 : fmt::format("nvJitLink cannot {}: {}", what, meaning)};
}

std::string NamesOf(const std::vector<LinkInput>& inputs) {
  std::string names;
  for (const LinkInput& input : inputs) {
    names += fmt::format("{}`{}`", names.empty() ? " with " : ", ", input.name);
  }
  return names;
}

// nvJitLink reads PTX up to a terminator that it counts.
int AddInput(const NvJitLinkTable& api, void* handle, const LinkInput& input) {
  const int kind = NvJitLinkNumber(input.kind);
  KC_CHECK(kind >= 0, "{} reached nvJitLink", input.name);
  const std::size_t terminator = kind == kInputPtx ? 1 : 0;
  return api.nvJitLinkAddData(handle, kind, input.bytes.c_str(), input.bytes.size() + terminator,
                              input.name.c_str());
}

}  // namespace

bool HasNvJitLink(std::string* why) { return OpenNvJitLink(why) != nullptr; }

Result<std::vector<std::byte>> LinkWithNvJitLink(std::string_view ptx, const std::string& arch,
                                                 const std::vector<LinkInput>& inputs) {
  std::string why;
  const NvJitLinkTable* api = OpenNvJitLink(&why);
  KC_CHECK(api != nullptr, "{}", why);
  const bool has_lto = std::ranges::any_of(
      inputs, [](const LinkInput& input) { return input.kind == LinkKind::LtoIr; });
  const std::string arch_option = "-arch=" + arch;
  std::vector<const char*> options = {arch_option.c_str()};
  if (has_lto) {
    options.push_back("-lto");
  }
  void* handle = nullptr;
  int status =
      api->nvJitLinkCreate(&handle, static_cast<std::uint32_t>(options.size()), options.data());
  if (status != kSuccess) {
    return LinkFailure(*api, nullptr, status, fmt::format("link for {}", arch));
  }
  const std::unique_ptr<void*, int (*)(void**)> owner(&handle, api->nvJitLinkDestroy);
  const std::string text(ptx);
  status = api->nvJitLinkAddData(handle, kInputPtx, text.c_str(), text.size() + 1, kKernelName);
  if (status != kSuccess) {
    return LinkFailure(*api, handle, status, fmt::format("assemble the kernel for {}", arch));
  }
  for (const LinkInput& input : inputs) {
    status = AddInput(*api, handle, input);
    if (status != kSuccess) {
      return LinkFailure(*api, handle, status, fmt::format("use `{}` for {}", input.name, arch));
    }
  }
  status = api->nvJitLinkComplete(handle);
  std::size_t size = 0;
  if (status == kSuccess) {
    status = api->nvJitLinkGetLinkedCubinSize(handle, &size);
  }
  std::vector<std::byte> cubin(size);
  if (status == kSuccess) {
    status = api->nvJitLinkGetLinkedCubin(handle, cubin.data());
  }
  if (status != kSuccess) {
    return LinkFailure(*api, handle, status,
                       fmt::format("link the kernel{} for {}", NamesOf(inputs), arch));
  }
  return cubin;
}

}  // namespace kernelc::driver
