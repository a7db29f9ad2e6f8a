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

}  // namespace

Status CudaContext::Assemble(std::string_view ptx, std::vector<std::byte>* code) {
  KC_ENTER_CONTEXT(*this);
  std::array<char, kLogBytes> log{};
  int options[] = {kJitErrorLog, kJitErrorLogSize};
  void* values[] = {log.data(), std::bit_cast<void*>(kLogBytes - 1)};
  LinkOwner link(*this);
  KC_RETURN_IF_FAILED(
      Note(DRIVER_CALL(cuLinkCreate, 2U, &options[0], &values[0], &link.handle())));
  // PTX is text, and ends with a zero.
  std::string text(ptx);
  void* cubin = nullptr;
  std::size_t bytes = 0;
  int* const no_options = nullptr;
  void** const no_values = nullptr;
  Status status =
      DRIVER_CALL(cuLinkAddData, link.handle(), int{kJitInputPtx}, static_cast<void*>(text.data()),
                  text.size() + 1, "kernelc.ptx", 0U, no_options, no_values);
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
