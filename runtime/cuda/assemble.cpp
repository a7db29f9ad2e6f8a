// PTX to machine code by the driver's linker.
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "runtime/backend/text.h"
#include "runtime/cuda/context.h"
#include "runtime/cuda/driver_api.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;
using backend::Status;

constexpr std::size_t kLogBytes = 16384;

// Destroys the linker's state, and with it the code that it gave.
class LinkOwner {
 public:
  explicit LinkOwner(const CudaContext& context) : context_(context) {}
  ~LinkOwner() {
    if (handle_ != nullptr) {
      context_.ReportUnlessGone(DRIVER_CALL(cuLinkDestroy, handle_));
    }
  }
  LinkOwner(const LinkOwner&) = delete;
  LinkOwner& operator=(const LinkOwner&) = delete;
  LinkHandle& handle() { return handle_; }

 private:
  const CudaContext& context_;
  LinkHandle handle_ = nullptr;
};

// The driver's number for a kind of input; -1 for what it does not take.
int InputNumber(LinkKind kind) {
  switch (kind) {
    case LinkKind::Ptx:
      return kJitInputPtx;
    case LinkKind::Cubin:
      return kJitInputCubin;
    case LinkKind::Fatbin:
      return kJitInputFatbin;
    case LinkKind::Object:
      return kJitInputObject;
    case LinkKind::Archive:
      return kJitInputLibrary;
    case LinkKind::CudaSource:
    case LinkKind::LtoIr:
    case LinkKind::Bitcode:
    case LinkKind::SharedLibrary:
      return -1;
  }
  return -1;
}

Status AddInput(LinkHandle link, const LinkInput& input) {
  const int kind = InputNumber(input.kind);
  if (kind < 0) {
    return backend::Fail(ErrorCode::NotSupported, "link", input.name,
                           "the driver's linker takes PTX, cubins, fatbins, objects and archives; "
                           "this needs nvJitLink of the CUDA toolkit");
  }
  // PTX is text, and ends with a zero.
  std::string bytes = input.bytes;
  int* const no_options = nullptr;
  void** const no_values = nullptr;
  return DRIVER_CALL(cuLinkAddData, link, int{kind}, static_cast<void*>(bytes.data()),
                     bytes.size() + (kind == kJitInputPtx ? 1 : 0), input.name.c_str(), 0U,
                     no_options, no_values);
}

}  // namespace

Status CudaContext::DoAssemble(std::string_view ptx, std::span<const LinkInput> inputs,
                             unsigned level, std::vector<std::byte>* code) {
  KC_ENTER_CONTEXT(*this);
  std::array<char, kLogBytes> log{};
  int options[] = {kJitErrorLog, kJitErrorLogSize, kJitOptimizationLevel};
  // The driver takes numbers themselves in place of pointers.
  void* values[] = {log.data(), std::bit_cast<void*>(kLogBytes - 1),
                    std::bit_cast<void*>(std::uintptr_t{level})};
  LinkOwner link(*this);
  KC_RETURN_IF_FAILED(
      Note(DRIVER_CALL(cuLinkCreate, 3U, &options[0], &values[0], &link.handle())));
  void* cubin = nullptr;
  std::size_t bytes = 0;
  Status status =
      AddInput(link.handle(), {LinkKind::Ptx, "kernelc.ptx", std::string(ptx)});
  for (const LinkInput& input : inputs) {
    if (status.ok()) {
      status = AddInput(link.handle(), input);
    }
  }
  if (status.ok()) {
    status = DRIVER_CALL(cuLinkComplete, link.handle(), &cubin, &bytes);
  }
  if (!status.ok()) {
    status = Note(std::move(status));
    if (status.info().code == ErrorCode::Driver) {
      status.info().code = ErrorCode::ModuleLoad;
      status.info().message += log[0] == '\0' ? "" : Concat("\n", log.data());
    }
    return status;
  }
  const auto* const begin = static_cast<const std::byte*>(cubin);
  code->assign(begin, begin + bytes);
  return {};
}

Status CudaContext::GetAssembler(std::string* name) {
  const DeviceProperties& device = device_.properties();
  static const std::string& file = *new std::string(DriverFile());
  *name = Concat("driver ", device.driver_version, ' ', file, " for ", device_.arch());
  return {};
}

}  // namespace kernelc::cuda
