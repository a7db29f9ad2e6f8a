#include "compiler/driver/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "compiler/driver/toolkit_api.h"

namespace kernelc::driver {
namespace {

// nvrtcResult of the documentation.
constexpr int kSuccess = 0;

std::vector<std::string> OptionTexts(const NvrtcOptions& options) {
  std::vector<std::string> texts = {
      // `sm_90` gives PTX for it and later ones as `compute_90`.
      "--gpu-architecture=compute_" + ArchNumber(options.arch),
      "--std=c++17",
  };
  for (const std::string& folder : ToolkitFolders()) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/include/cuda_fp16.h", ignored)) {
      texts.push_back("--include-path=" + folder + "/include");
      // What the toolkit's own headers include.
      texts.push_back("--include-path=" + folder + "/include/cccl");
      break;
    }
  }
  if (options.max_registers != 0) {
    texts.push_back(fmt::format("--maxrregcount={}", options.max_registers));
  }
  if (options.lto) {
    texts.emplace_back("--dlink-time-opt");
  }
  if (options.relocatable || options.lto) {
    texts.emplace_back("--relocatable-device-code=true");
  }
  if (options.debug) {
    texts.emplace_back("--device-debug");
  } else if (options.line_info) {
    texts.emplace_back("--generate-line-info");
  }
  return texts;
}

std::string LogOf(const NvrtcTable& api, void* program) {
  std::size_t size = 0;
  if (api.nvrtcGetProgramLogSize(program, &size) != kSuccess || size <= 1) {
    return {};
  }
  std::string log(size, '\0');
  api.nvrtcGetProgramLog(program, log.data());
  log.resize(size - 1);
  return log;
}

// What a compiled program gives, by the functions that tell its size and write it.
Result<std::string> OutputOf(const NvrtcTable& api, void* program, std::string_view noun,
                             int (*size_of)(void*, std::size_t*), int (*write)(void*, char*)) {
  std::size_t size = 0;
  int status = size_of(program, &size);
  std::string bytes(size, '\0');
  if (status == kSuccess) {
    status = write(program, bytes.data());
  }
  if (status != kSuccess) {
    return Failure{fmt::format("NVRTC gives no {}: {}", noun, api.nvrtcGetErrorString(status))};
  }
  return bytes;
}

}  // namespace

Result<NvrtcLibrary> FindNvrtc() {
  std::string why;
  const NvrtcTable* api = OpenNvrtc(&why);
  if (api == nullptr) {
    return Failure{why};
  }
  int major = 0;
  int minor = 0;
  Dl_info info{};
  if (api->nvrtcVersion(&major, &minor) != kSuccess ||
      dladdr(reinterpret_cast<const void*>(api->nvrtcVersion), &info) == 0) {
    return Failure{"NVRTC does not say which version it is"};
  }
  return NvrtcLibrary{fmt::format("{}.{}", major, minor), info.dli_fname};
}

Result<std::string> CompileWithNvrtc(std::string_view source, std::string_view name,
                                     const std::vector<NvrtcHeader>& headers,
                                     const NvrtcOptions& options) {
  std::string why;
  const NvrtcTable* api = OpenNvrtc(&why);
  if (api == nullptr) {
    return Failure{fmt::format("`{}` is CUDA C++, which NVRTC compiles: {}", name, why)};
  }
  if (options.lto && (api->nvrtcGetLTOIR == nullptr || api->nvrtcGetLTOIRSize == nullptr)) {
    return Failure{"NVRTC on this machine is older than CUDA 12 and makes no LTO-IR"};
  }
  std::vector<const char*> header_names;
  std::vector<const char*> header_texts;
  for (const NvrtcHeader& header : headers) {
    header_names.push_back(header.name.c_str());
    header_texts.push_back(header.text.c_str());
  }
  const std::string text(source);
  const std::string text_name(name);
  void* program = nullptr;
  int status = api->nvrtcCreateProgram(&program, text.c_str(), text_name.c_str(),
                                       static_cast<int>(headers.size()), header_texts.data(),
                                       header_names.data());
  if (status != kSuccess) {
    return Failure{fmt::format("NVRTC cannot begin: {}", api->nvrtcGetErrorString(status))};
  }
  const std::unique_ptr<void*, int (*)(void**)> owner(&program, api->nvrtcDestroyProgram);
  const std::vector<std::string> texts = OptionTexts(options);
  std::vector<const char*> arguments;
  for (const std::string& option : texts) {
    arguments.push_back(option.c_str());
  }
  status = api->nvrtcCompileProgram(program, static_cast<int>(arguments.size()), arguments.data());
  const std::string log = LogOf(*api, program);
  if (options.log != nullptr) {
    *options.log = log;
  }
  if (status != kSuccess) {
    return Failure{fmt::format("NVRTC refuses `{}`: {}{}{}", name, api->nvrtcGetErrorString(status),
                               log.empty() ? "" : "\n", log)};
  }
  if (options.lto) {
    return OutputOf(*api, program, "LTO-IR", api->nvrtcGetLTOIRSize, api->nvrtcGetLTOIR);
  }
  Result<std::string> ptx =
      OutputOf(*api, program, "PTX", api->nvrtcGetPTXSize, api->nvrtcGetPTX);
  if (ptx && !ptx->empty()) {
    // The terminator is counted.
    ptx->pop_back();
  }
  return ptx;
}

}  // namespace kernelc::driver
