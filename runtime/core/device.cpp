#include "kernelc/device.h"

#include <charconv>

#include "runtime/backend/registry.h"
#include "runtime/backend/text.h"
#include "runtime/core/current.h"

namespace kernelc {

DeviceKind Device::kind() const noexcept { return impl_->kind(); }
int Device::ordinal() const noexcept { return impl_->ordinal(); }
const std::string& Device::name() const noexcept { return impl_->name(); }
const DeviceProperties& Device::properties() const noexcept { return impl_->properties(); }
const std::string& Device::arch() const noexcept { return impl_->arch(); }

std::pair<int, int> Device::compute_capability() const noexcept {
  return {properties().compute_major, properties().compute_minor};
}

bool Device::supported() const noexcept {
  constexpr std::pair kOldest = {7, 5};
  return kind() == DeviceKind::Cpu || compute_capability() >= kOldest;
}

void Device::Reset() const { backend::ThrowIfFailed(core::ResetDevice(*impl_)); }

std::vector<Device> devices() {
  std::vector<Device> out;
  for (backend::Device* device : backend::CudaDevices()) {
    out.emplace_back(device);
  }
  for (backend::Device* device : backend::CpuDevices()) {
    out.emplace_back(device);
  }
  return out;
}

Device cpu_device() { return Device(backend::CpuDevices().front()); }

Device default_device() {
  const std::vector<backend::Device*>& found = backend::CudaDevices();
  return found.empty() ? cpu_device() : Device(found.front());
}

int device_count() noexcept {
  try {
    return static_cast<int>(backend::CudaDevices().size());
  } catch (...) {
    return 0;
  }
}

void Init() {
  const std::string* why = nullptr;
  if (backend::CudaDevices(&why).empty()) {
    backend::ThrowError(ErrorCode::DriverUnavailable, "initialise CUDA", "driver", *why);
  }
}

bool is_initialized() noexcept { return backend::CudaInitialized(); }

bool cuda_available() noexcept {
  try {
    return !backend::CudaDevices().empty();
  } catch (...) {
    return false;
  }
}

std::string why_cuda_is_unavailable() {
  const std::string* why = nullptr;
  backend::CudaDevices(&why);
  return *why;
}

namespace {

// The N of "cuda:N"; empty for anything else. A bare kind is device 0.
bool ParseOrdinal(std::string_view name, std::string_view kind, int* ordinal) {
  if (!name.starts_with(kind)) {
    return false;
  }
  name.remove_prefix(kind.size());
  if (name.empty()) {
    *ordinal = 0;
    return true;
  }
  const char* end = name.data() + name.size();
  if (name.size() < 2 || name[0] != ':' || name[1] < '0' || name[1] > '9') {
    return false;
  }
  const auto parsed = std::from_chars(name.data() + 1, end, *ordinal);
  return parsed.ec == std::errc() && parsed.ptr == end;
}

}  // namespace

Device device(std::string_view name) {
  using backend::Concat;
  int ordinal = 0;
  if (ParseOrdinal(name, "cpu", &ordinal)) {
    const std::vector<backend::Device*>& found = backend::CpuDevices();
    if (static_cast<std::size_t>(ordinal) >= found.size()) {
      backend::ThrowError(
          ErrorCode::NoDevice, "select device", std::string(name),
          Concat(found.size() == 1
                     ? std::string("there is one CPU device, `cpu:0`")
                     : Concat("there are the CPU devices 0 to ", found.size() - 1),
                 "; KERNELC_CPU_DEVICES shares the machine out among several"));
    }
    return Device(found[static_cast<std::size_t>(ordinal)]);
  }
  if (!ParseOrdinal(name, "cuda", &ordinal)) {
    backend::ThrowError(ErrorCode::InvalidArgument, "select device", Concat('`', name, '`'),
                        "a device is named `cpu`, `cuda` or `cuda:N`");
  }
  const std::string* why = nullptr;
  const std::vector<backend::Device*>& found = backend::CudaDevices(&why);
  if (found.empty()) {
    backend::ThrowError(ErrorCode::DriverUnavailable, "select device", std::string(name), *why);
  }
  if (static_cast<std::size_t>(ordinal) >= found.size()) {
    backend::ThrowError(ErrorCode::NoDevice, "select device", std::string(name),
                        Concat("this machine has the CUDA devices 0 to ", found.size() - 1));
  }
  return Device(found[static_cast<std::size_t>(ordinal)]);
}

}  // namespace kernelc
