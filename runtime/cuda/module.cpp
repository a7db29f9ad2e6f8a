#include "runtime/cuda/module.h"

#include <array>
#include <bit>
#include <charconv>
#include <utility>
#include <vector>

#include "runtime/backend/code_view.h"
#include "runtime/backend/text.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;
using backend::Status;

constexpr std::size_t kLogBytes = 16384;

// "sm_90a": 90, suffix 'a'. Zero for another spelling.
struct Arch {
  int number = 0;
  char suffix = '\0';
};

Arch ParseArch(std::string_view text) {
  constexpr std::string_view kPrefix = "sm_";
  Arch arch;
  if (!text.starts_with(kPrefix)) {
    return arch;
  }
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + kPrefix.size(), end, arch.number);
  if (parsed.ec != std::errc() || end - parsed.ptr > 1) {
    return {};
  }
  arch.suffix = parsed.ptr == end ? '\0' : *parsed.ptr;
  return arch;
}

// PTX of one architecture runs on every later one; with suffix a on that one alone, with f on its
// family.
bool RunsPtx(const Arch& arch, int device) {
  switch (arch.suffix) {
    case '\0':
      return arch.number != 0 && arch.number <= device;
    case 'f':
      return arch.number / 10 == device / 10 && arch.number <= device;
    default:
      return arch.number == device;
  }
}

// Chips of boards with their own binary code.
bool IsEmbedded(int number) { return number == 72 || number == 87; }

// Machine code runs on its architecture and, without suffix a, on later ones of the same
// generation.
bool RunsCubin(const Arch& arch, int device) {
  const bool exact = arch.suffix == 'a' || IsEmbedded(arch.number) || IsEmbedded(device);
  return exact ? arch.number == device : arch.number / 10 == device / 10 && arch.number <= device;
}

const abi::Code* ChooseCode(const abi::KernelImage& image, int device, std::string* targets) {
  const abi::Code* best = nullptr;
  int best_rank = -1;
  for (const abi::Code& code : image.codes) {
    *targets += Concat(targets->empty() ? "" : ", ", code.arch);
    const Arch arch = ParseArch(code.arch);
    const bool is_cubin = code.kind == abi::CodeKind::Cubin;
    const bool fits = is_cubin ? RunsCubin(arch, device)
                               : code.kind == abi::CodeKind::Ptx && RunsPtx(arch, device);
    // Machine code before PTX, then the latest, then the one that may use the chip's own
    // instructions.
    const int rank = (is_cubin ? 100000 : 0) + arch.number * 10 + (arch.suffix != '\0' ? 1 : 0);
    if (fits && rank > best_rank) {
      best = &code;
      best_rank = rank;
    }
  }
  return best;
}

Status LoadFailure(const CudaContext& context, Status status, std::string_view log,
                   const abi::Code& code) {
  status = context.Note(std::move(status));
  if (status.info().code == ErrorCode::Driver) {
    status.info().code = ErrorCode::ModuleLoad;
    status.info().message += Concat(" (", code.arch, ')');
    if (!log.empty()) {
      status.info().message += Concat("\n", log);
    }
  }
  return status;
}

// Other threads go on launching and loading while the driver compiles a library; for PTX that it loads as a module they wait.
Status LoadLibrary(const CudaContext& context, const void* text, int* options, void** values,
                   CudaModule::Handles* handles) {
  int* const no_options = nullptr;
  void** const no_values = nullptr;
  KC_RETURN_IF_FAILED(DRIVER_CALL(cuLibraryLoadData, &handles->library, text, options, values, 2U,
                                  no_options, no_values, 0U));
  // Faults of the text come only here.
  Status status = DRIVER_CALL(cuLibraryGetModule, &handles->module, handles->library);
  if (!status.ok()) {
    context.ReportUnlessGone(DRIVER_CALL(cuLibraryUnload, handles->library));
  }
  return status;
}

Status LoadData(const CudaContext& context, const abi::Code& code, CudaModule::Handles* handles) {
  std::array<char, kLogBytes> log{};
  int options[] = {kJitErrorLog, kJitErrorLogSize};
  // The driver takes the size itself in place of a pointer.
  void* values[] = {log.data(), std::bit_cast<void*>(kLogBytes - 1)};
  // PTX is text, and ends with a zero.
  std::vector<std::byte> bytes = code.bytes;
  bytes.push_back(std::byte{0});
  const void* const data = bytes.data();
  // Drivers before CUDA 12 have no libraries.
  const bool as_library =
      code.kind == abi::CodeKind::Ptx && Driver().cuLibraryLoadData != nullptr;
  Status status =
      as_library ? LoadLibrary(context, data, &options[0], &values[0], handles)
                 : DRIVER_CALL(cuModuleLoadDataEx, &handles->module, data, 2U, &options[0], &values[0]);
  return status.ok() ? Status() : LoadFailure(context, std::move(status), log.data(), code);
}

}  // namespace

Status CudaModule::Load(CudaContext& context, std::shared_ptr<const abi::KernelImage> image,
                        std::unique_ptr<backend::Module>* module) {
  const DeviceProperties& device = context.device().properties();
  std::string targets;
  const abi::Code* const code =
      ChooseCode(*image, device.compute_major * 10 + device.compute_minor, &targets);
  if (code == nullptr) {
    return backend::Fail(
        ErrorCode::ModuleLoad, "load module", context.device().name(),
        Concat("the image has no code for ", context.device().arch(),
               targets.empty() ? "; it has none at all" : "; its targets are " + targets));
  }
  KC_ENTER_CONTEXT(context);
  Handles handles;
  KC_RETURN_IF_FAILED(LoadData(context, *code, &handles));
  auto loaded = std::make_unique<CudaModule>(context.shared_from_this(),
                                             backend::ViewFor(image, *code), handles);
  KC_RETURN_IF_FAILED(loaded->LoadFunctions());
  KC_RETURN_IF_FAILED(
      context.Note(context.errors().Watch(handles.module, loaded->shared_image(), &loaded->errors_)));
  *module = std::move(loaded);
  return {};
}

Status CudaModule::FindFunction(const abi::KernelInfo& info, const std::string& symbol,
                                FunctionHandle* handle) {
  Status status =
      cuda_context().Note(DRIVER_CALL(cuModuleGetFunction, handle, handles_.module, symbol.c_str()));
  if (!status.ok() && status.info().driver_status == kErrorNotFound) {
    status.info().code = ErrorCode::ModuleLoad;
    status.info().message =
        Concat("the code of kernel `", info.name, "` has no symbol `", symbol, '`');
  }
  return status;
}

Status CudaModule::LoadFunctions() {
  for (const abi::KernelInfo& info : image().kernels) {
    FunctionHandle handle = nullptr;
    FunctionHandle coarse = nullptr;
    KC_RETURN_IF_FAILED(FindFunction(info, info.symbol, &handle));
    if (info.has_coarse) {
      KC_RETURN_IF_FAILED(
          FindFunction(info, abi::CoarseSymbol(info.symbol, info.coarse_factor), &coarse));
    }
    auto function = std::make_unique<CudaFunction>(cuda_context(), info, handle, coarse);
    KC_RETURN_IF_FAILED(function->ReadAttributes());
    functions_.push_back(std::move(function));
  }
  return {};
}

CudaModule::~CudaModule() {
  if (cuda_context().gone()) {
    return;
  }
  CurrentContext current(cuda_context());
  if (current.ok() && errors_ != nullptr) {
    // What still runs may report; unloading waits for it anyway.
    cuda_context().ReportUnlessGone(DRIVER_CALL(cuCtxSynchronize));
    errors_->Retire();
  }
  if (!current.ok()) {
    cuda_context().ReportUnlessGone(current.TakeStatus());
  } else if (handles_.library != nullptr) {
    cuda_context().ReportUnlessGone(DRIVER_CALL(cuLibraryUnload, handles_.library));
  } else {
    cuda_context().ReportUnlessGone(DRIVER_CALL(cuModuleUnload, handles_.module));
  }
}

}  // namespace kernelc::cuda
