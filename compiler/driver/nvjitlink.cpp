#include "compiler/driver/nvjitlink.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "compiler/base/check.h"
#include "compiler/driver/isolated.h"
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
      return "the LTO-IR is damaged or of another version of the toolkit, or two files define the "
             "same function";
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

// What the library does here, whatever becomes of the process.
Result<std::vector<std::byte>> LinkHere(const NvJitLinkTable* api, std::string_view ptx,
                                        const std::string& arch,
                                        const std::vector<LinkInput>& inputs) {
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

// Functions that two inputs define. The library takes the first and says so on the error stream alone:
// "error   : Multiple definition of 'g' in 'b.o', first defined in 'a.o'".
std::string DefinedTwice(const std::string& line) {
  constexpr std::string_view kSays = "Multiple definition of ";
  const std::size_t at = line.find(kSays);
  if (at == std::string::npos) {
    return {};
  }
  std::vector<std::string> names;
  for (std::size_t begin = line.find('\'', at); begin != std::string::npos;) {
    const std::size_t end = line.find('\'', begin + 1);
    if (end == std::string::npos) {
      break;
    }
    names.push_back(line.substr(begin + 1, end - begin - 1));
    begin = line.find('\'', end + 1);
  }
  return names.size() == 3 ? fmt::format("`{}` is defined twice: in `{}` and in `{}`", names[0],
                                         names[2], names[1])
                           : std::string();
}

// What the library calls an error and goes on after; empty where there is none.
std::string ErrorIn(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    // "@E@error   : ..."
    const std::size_t error = line.find("error");
    if (error != std::string::npos && line.find(" : ", error) != std::string::npos) {
      const std::string twice = DefinedTwice(line);
      return twice.empty() ? line.substr(error) : twice;
    }
  }
  return {};
}

constexpr char kLinked = 'L';
constexpr char kRefused = 'R';

// Inputs that others made may crash the library: it gets them in a process of its own.
Result<std::vector<std::byte>> LinkApart(const NvJitLinkTable* api, std::string_view ptx,
                                         const std::string& arch,
                                         const std::vector<LinkInput>& inputs) {
  const Result<IsolatedOutput> output = RunIsolated([&] {
    const Result<std::vector<std::byte>> linked = LinkHere(api, ptx, arch, inputs);
    return linked ? kLinked +
                        std::string(reinterpret_cast<const char*>(linked->data()), linked->size())
                  : kRefused + linked.failure().message;
  });
  const std::string what = fmt::format("link the kernel{} for {}", NamesOf(inputs), arch);
  if (!output || output->result.empty()) {
    return Failure{fmt::format("nvJitLink cannot {}: {}; the file is damaged, or no code for GPUs",
                               what, output ? "it gave no result" : output.failure().message)};
  }
  const std::string_view bytes = std::string_view(output->result).substr(1);
  const std::string error = ErrorIn(output->errors);
  if (error.find("is defined twice") != std::string::npos) {
    return Failure{error};
  }
  if (output->result.front() == kRefused) {
    return Failure{std::string(bytes)};
  }
  if (!error.empty()) {
    return Failure{fmt::format("nvJitLink cannot {}:\n{}", what, error)};
  }
  const auto* const data = reinterpret_cast<const std::byte*>(bytes.data());
  return std::vector<std::byte>(data, data + bytes.size());
}

}  // namespace

bool HasNvJitLink(std::string* why) { return OpenNvJitLink(why) != nullptr; }

Result<std::vector<std::byte>> LinkWithNvJitLink(std::string_view ptx, const std::string& arch,
                                                 const std::vector<LinkInput>& inputs) {
  std::string why;
  const NvJitLinkTable* api = OpenNvJitLink(&why);
  KC_CHECK(api != nullptr, "{}", why);
  return inputs.empty() ? LinkHere(api, ptx, arch, inputs) : LinkApart(api, ptx, arch, inputs);
}

}  // namespace kernelc::driver
