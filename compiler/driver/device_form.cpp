#include "compiler/driver/device_form.h"

#include <algorithm>

#include "compiler/base/check.h"
#include "compiler/driver/nvrtc.h"

namespace kernelc::driver {
namespace {

std::string_view TextOf(const CompileOutput& output) {
  const std::vector<std::byte>& bytes = output.image.codes.front().bytes;
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// LTO-IR is what NVRTC makes of CUDA C++.
Result<std::string> MakeLtoIr(const CompileOutput& output, const CompileJob& job) {
  NvrtcOptions options;
  options.arch = job.target.arch;
  options.line_info = job.target.line_info;
  options.lto = true;
  const std::vector<NvrtcHeader> headers = {
      {std::string(codegen::kCudaSupportFile), std::string(codegen::CudaSupportHeader())}};
  return CompileWithNvrtc(output.source, "kernelc.cu", headers, options);
}

}  // namespace

CompileOptions DeviceFormOptions(DeviceForm form) {
  CompileOptions options;
  options.keep_bitcode = form == DeviceForm::Bitcode;
  options.last = form == DeviceForm::LtoIr || form == DeviceForm::Cuda ? Stage::Source : Stage::Code;
  return options;
}

Result<std::string> FinishDeviceForm(DeviceForm form, const CompileOutput& output,
                                     const CompileJob& job) {
  switch (form) {
    case DeviceForm::Ptx:
      return std::string(TextOf(output));
    case DeviceForm::Cubin: {
      const Result<std::vector<std::byte>> cubin =
          AssembleRelocatable(TextOf(output), job.target.arch);
      return cubin ? Result<std::string>(std::string(
                         reinterpret_cast<const char*>(cubin->data()), cubin->size()))
                   : Result<std::string>(cubin.failure());
    }
    case DeviceForm::LtoIr:
      return MakeLtoIr(output, job);
    case DeviceForm::Bitcode:
      return output.bitcode;
    case DeviceForm::Cuda:
      return output.source;
  }
  KC_FATAL("device form {}", static_cast<int>(form));
}

bool IsExport(const CompileJob& job) {
  return std::ranges::any_of(job.kernels, [](const sema::KernelRequest& request) {
    return request.exported.has_value();
  });
}

}  // namespace kernelc::driver
